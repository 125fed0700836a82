import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AddressTrouble } from 'db/address-trouble'
import { backUp } from 'db/embedded/backup'
import { DataFolderTrouble, dataLocation, folderTrouble } from 'db/embedded/data-location'
import { joinOrStartEmbedded, type OpenDatabase, type OpenOptions, openDatabase } from 'db/open'
import { DEMO_BEGINS } from '~/areas/access/demo-time'
import { setJudgeAside } from '~/areas/nav-errors/judge-aside.server'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { setReportAside } from '~/areas/oversight/report-aside.server'
import { OVERSIGHT_ADVICE, type OversightWorkers } from '~/areas/oversight/worker/jobs'
import { BANK_FILE_THREADS } from '~/areas/payments/bank-files/read-in-thread'
import type { BankFileReaders } from '~/areas/payments/worker/jobs'
import type { ReplayWorkers } from '~/areas/replay/worker/jobs'
import { openUploads } from '~/http/uploads/spool'
import { openExports } from '~/platform/exports/worker/open-exports'
import { clamdScan } from '~/platform/files/clamd'
import { s3Store, setContentStore } from '~/platform/files/content-store.server'
import { type DiskTrouble, isDiskFull } from '~/platform/files/disks.server'
import { findOffice, officeToPdf } from '~/platform/files/office/office-to-pdf'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { smtpMail } from '~/platform/mail/mail.server'
import { notedCheckpointFile } from '~/platform/proof/noted-checkpoint.server'
import { workerPool } from '~/platform/threads/pool'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import { FILE_ADVICE } from '../../platform/files/upload-rules'
import type { Log } from './log'
import { registerAreas } from './register-areas'
import { randomIds, readRunning, type Services, systemClock } from './services'
import { type GivenSettings, misspelt, type Settings, StartError } from './settings'
import { siteClock } from './site-clock'
import { tracedJobs } from './traces'

const REPLAY_ADVICE = 'Choose fewer funds or a shorter period.'

interface Opening {
  project: string
  log: Log
  /** Commands use the database of an app that is already running. */
  joinRunning?: boolean
  /** The tables are used as they are: nothing is migrated. */
  asIs?: boolean
  /** The worker runs from source, not from the build. */
  fromSource?: boolean
  /** The database run by this worker's parent. */
  running?: OpenOptions['running']
  /** Serves the demo: a site without any data begins in its time. */
  servesDemo?: boolean
  /** How many processes share the machine: each has its share of the threads and places. */
  processes?: number
  /** Given where a site is to have a time that is not the machine's. */
  clock?: () => Date
}

export interface OpenServices {
  services: Services
  database: OpenDatabase
  close(): Promise<void>
}

/**
 * Everything that the domain works with, with tables up to date unless they are used as they are; for the server and for
 * commands.
 * @throws StartError when the database cannot be opened, or the data folder cannot be used
 */
export async function openServices(given: GivenSettings, opening: Opening): Promise<OpenServices> {
  registerAreas()
  const { project, log, joinRunning, asIs, fromSource, running, servesDemo = false, processes = 1 } = opening
  const realTime = opening.clock ?? systemClock
  const share = (of: number) => Math.max(1, Math.floor(of / processes))
  const diskTrouble: DiskTrouble = { fullAt: null }
  const logMessage = (message: string, err?: unknown) => {
    if (err === undefined) return log.info(message)
    if (isDiskFull(err)) diskTrouble.fullAt = realTime()
    log.error({ err }, message)
  }
  // An unusable data folder is reported before anything runs that would have to be stopped.
  const settings = withStoredSecrets(given, () => dataFolder(project))
  const uploadFolder = given.uploadFolder ?? join(dataFolder(project), 'uploads')
  const time = siteClock(realTime)
  const database = await openDatabase({
    checkout: project,
    migrations: join(project, 'db/migrations'),
    join: joinRunning,
    asIs,
    sign: openSigning(settings.signingKey).sign,
    clock: time.clock,
    installedAt: servesDemo ? DEMO_BEGINS : undefined,
    running,
    log: logMessage,
  }).catch((error: Error) => {
    throw new StartError(fullMessage(error), { cause: error })
  })
  await time.follow(database, servesDemo)
  const backUpHere = async (to: string) => {
    const server = await joinOrStartEmbedded({ checkout: project })
    try {
      await backUp(server, to)
    } finally {
      await server.stop()
    }
  }
  const documents = given.documents ? await s3Store(given.documents) : null
  setContentStore(documents)
  const entry = (engine: string, built: string) =>
    pathToFileURL(
      join(project, fromSource ? `app/${engine}/worker/from-source.mjs` : `build/server/${built}.js`),
    )
  // The files of a control are read side by side, however many processes there are: one after the other they take a tenth
  // of a second longer. Twenty uploads may wait, with three files each.
  const workers: ControlWorkers = workerPool({
    url: entry('areas/navs', 'worker'),
    size: 2,
    queueLimit: 60,
  })
  // A control takes a fraction of a second; the floors of a large fund take longer. One heap is at most 160 MB.
  const replays: ReplayWorkers = workerPool({
    url: entry('areas/replay', 'replay-worker'),
    size: share(2),
    heapMb: 160,
    deadlineMs: 120_000,
    queueLimit: 1_000,
    advice: REPLAY_ADVICE,
  })
  const files: FileWorkers = workerPool({
    url: entry('platform/files', 'file-worker'),
    size: share(2),
    advice: FILE_ADVICE,
  })
  const bankFiles: BankFileReaders = workerPool({
    url: entry('areas/payments', 'bank-file-worker'),
    size: 1,
    ...BANK_FILE_THREADS,
  })
  const oversight: OversightWorkers = workerPool({
    url: entry('areas/oversight', 'oversight-worker'),
    size: share(2),
    deadlineMs: 60_000,
    advice: OVERSIGHT_ADVICE,
  })
  const judging = tracedJobs(oversight)
  setJudgeAside((input) => judging.run('judgeCase', [input], 'The case'))
  setReportAside((facts, stated) => judging.run('report', [facts, stated], 'The report'))
  const office = findOffice(given.office ?? null, process.env.PATH ?? '')
  const exports = openExports({
    url: entry('platform/exports', 'export-worker'),
    atOnce: share(4),
    onFault: (err) => log.error({ err }, 'an export broke off'),
  })
  return {
    services: {
      database,
      workers: tracedJobs(workers),
      replays: tracedJobs(replays),
      files: tracedJobs(files),
      bankFiles: tracedJobs(bankFiles),
      ...(office ? { office: officeToPdf(office) } : {}),
      exports,
      ...(given.smtp ? { mail: smtpMail(given.smtp.url, given.smtp.from) } : {}),
      uploads: openUploads({
        folder: uploadFolder,
        scan: given.clamd ? clamdScan(given.clamd) : null,
        atWork: share(2),
      }),
      clock: time.clock,
      realTime,
      inDemoTime: time.isOfDemo(),
      ids: randomIds,
      settings,
      log,
      folders: foldersOf(project, given),
      diskTrouble,
      ...checkpointFileOf(project, given),
      verify: () => verifyAside(project, log),
      ...(database.ownerUrl === database.url
        ? {}
        : { owner: { setting: 'DATABASE_OWNER_URL', url: database.ownerUrl } }),
      ...(given.backupFolder && database.embedded
        ? { backups: { folder: given.backupFolder, kept: given.backupsKept, make: backUpHere } }
        : {}),
      unknownSettings: misspelt(process.env),
      running: readRunning(project, realTime()),
    },
    database,
    async close() {
      await exports.close()
      await workers.close()
      await replays.close()
      await files.close()
      await bankFiles.close()
      setJudgeAside(null)
      setReportAside(null)
      await oversight.close()
      documents?.close()
      await database.close()
    },
  }
}

/** The folders that the app writes to, by content. */
export function foldersOf(
  project: string,
  { database, uploadFolder }: Pick<GivenSettings, 'database' | 'uploadFolder'>,
): Record<string, string> {
  return {
    ...(database ? {} : { 'Disk of the database': dataFolder(project) }),
    'Disk of uploads': uploadFolder ?? join(dataFolder(project), 'uploads'),
    'Disk of temporary files': tmpdir(),
  }
}

const VERIFY_MS = 2 * 60 * 60_000
/** Below people's work. */
const VERIFY_PRIORITY = 10

/** Runs "npm run audit:verify" in a process of its own: it hashes everything, which would hold up people's requests. */
function verifyAside(project: string, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const command = [join(project, 'app/start/command.mjs'), 'audit-verify']
    const child = execFile(process.execPath, command, { timeout: VERIFY_MS }, (error, _, said) => {
      const lines = said.trim().split('\n')
      if (error)
        log.error(
          { code: error.code, lines: lines.slice(-MAX_LINES) },
          'the history was not verified as intact',
        )
      else log.info('the history was verified')
      resolve()
    })
    if (child.pid !== undefined) setPriority(child.pid, VERIFY_PRIORITY)
  })
}

const MAX_LINES = 20

/** Beside the keys, one for each database. A site that names its own database can do without a data folder. */
function checkpointFileOf(
  project: string,
  { database }: Pick<GivenSettings, 'database'>,
): { checkpointFile?: string } {
  try {
    return { checkpointFile: notedCheckpointFile(dataFolder(project), database?.url) }
  } catch (error) {
    if (database && error instanceof StartError) return {}
    throw error
  }
}

/** The folder of secrets and uploads. @throws StartError when it cannot be used */
function dataFolder(project: string): string {
  try {
    return dataLocation(project).folder
  } catch (error) {
    if (error instanceof DataFolderTrouble) throw new StartError(error.message, { cause: error })
    throw error
  }
}

/** The message, with that of its cause, which has the reason ("password authentication failed …"). */
function fullMessage(error: Error): string {
  const { message, cause } = error
  if (error instanceof AddressTrouble) return message
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message
}

/**
 * Completes the settings with missing secrets: generated once and stored in the data folder, readable only by the app's
 * own user. `folder` is called only when a secret is missing.
 */
export function withStoredSecrets(given: GivenSettings, folder: () => string): Settings {
  return {
    ...given,
    sessionSecret: given.sessionSecret ?? secretIn(folder(), 'session-secret'),
    auditKey: given.auditKey ?? secretIn(folder(), 'audit-key'),
    signingKey: given.signingKey ?? secretIn(folder(), 'signing-key', newSigningKey),
  }
}

/** Two simultaneous starts get the same secret: the link is created complete, and only by the first. */
function secretIn(folder: string, name: string, make = () => randomBytes(48).toString('base64url')): string {
  const file = join(folder, name)
  const existing = read(file)
  if (existing) return existing
  const half = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(half, make(), { mode: 0o600 })
    linkSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw inFolder(folder, error)
  } finally {
    rmSync(half, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/** A failure of the file system as a sentence for the terminal. */
function inFolder(folder: string, error: unknown): unknown {
  const trouble = folderTrouble(folder, error)
  return trouble instanceof DataFolderTrouble ? new StartError(trouble.message, { cause: error }) : error
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw inFolder(dirname(file), error)
  }
}
