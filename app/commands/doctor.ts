import { existingData } from 'db/embedded/data-location'
import { joinOrStartEmbedded } from 'db/open'
import {
  backupLine,
  clockLine,
  diskLines,
  type HealthLine,
  mailLine,
  scannerLine,
  settingsLine,
  signOnLine,
  storeLine,
} from '~/areas/system/health-line'
import {
  accountLines,
  mailState,
  newestBackup,
  scannerAnswers,
  signOnState,
  stampLine,
  storeTrial,
} from '~/areas/system/site-health.server'
import { foldersOf } from '~/http/server/open-services'
import { randomIds, systemClock } from '~/http/server/services'
import { type GivenSettings, misspelt, readSettings, StartError } from '~/http/server/settings'
import { clamdScan } from '~/platform/files/clamd'
import { s3Store } from '~/platform/files/content-store.server'
import { disksOf } from '~/platform/files/disks.server'
import { smtpMail } from '~/platform/mail/mail.server'
import { answer, type CommandContext, complain, DONE, REFUSED, WRONG_USE } from './site'

/**
 * `npm run doctor`: tries each part that the settings name, and says OK or what to do. It changes nothing: the database
 * is not brought up to date, and what is put into the store of documents is removed again.
 */
export default async function doctor(args: string[], { project }: CommandContext): Promise<number> {
  if (args.length > 0) {
    complain('Use: npm run doctor')
    return WRONG_USE
  }
  const lines = await examine(project)
  for (const line of lines) answer(shown(line))
  const faults = lines.filter(({ well }) => well === false).length
  if (faults === 0) answer('Everything that the settings name works.')
  else complain(`${faults === 1 ? '1 part does' : `${faults} parts do`} not work.`)
  return faults === 0 ? DONE : REFUSED
}

function shown({ what, well, message }: HealthLine): string {
  const state = well === null ? 'not used' : well ? 'OK' : 'NOT OK'
  return `${state.padEnd(9)} ${what}: ${message.replace(/[.?]?$/, (end) => end || '.')}`
}

async function examine(project: string): Promise<HealthLine[]> {
  let given: GivenSettings
  try {
    given = readSettings(process.env)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [{ what: 'Settings', well: false, message: error.message.replace(/\n\s*/g, ' ') }]
  }
  const { smtp, clamd, documents, singleSignOn, tsaUrl } = given
  const scan = clamd ? clamdScan(clamd) : null
  const store = documents ? await s3Store(documents) : null
  const [database, mail, scanner, stored, signOn, disks, stamp] = await Promise.all([
    examineDatabase(given, project),
    mailState(smtp && smtpMail(smtp.url, smtp.from)),
    scannerAnswers(scan),
    store && storeTrial(store, randomIds),
    signOnState(singleSignOn),
    examineDisks(given, project),
    tsaUrl ? stampLine(tsaUrl, systemClock) : null,
  ])
  store?.close()
  return [
    settingsLine(misspelt(process.env)),
    ...database.lines,
    ...(database.clockAheadMs === null ? [] : [clockLine(database.clockAheadMs)]),
    ...(given.backupFolder ? [backupLine(newestBackup(given.backupFolder) ?? null, systemClock())] : []),
    ...disks,
    mailLine(mail),
    scannerLine(scanner),
    stored
      ? storeLine(stored)
      : { what: 'Store of documents', well: null, message: 'Documents are kept in the database' },
    signOnLine(signOn),
    stamp ?? {
      what: 'Time stamps',
      well: null,
      message: 'No authority stamps checkpoints. For one, set TSA_URL',
    },
  ]
}

async function examineDisks(given: GivenSettings, project: string): Promise<HealthLine[]> {
  try {
    return diskLines(await disksOf(foldersOf(project, given)), null, systemClock())
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [{ what: 'Data folder', well: false, message: error.message }]
  }
}

interface DatabaseExamined {
  lines: HealthLine[]
  clockAheadMs: number | null
}

async function examineDatabase({ database }: GivenSettings, project: string): Promise<DatabaseExamined> {
  if (database) {
    const { url, ownerUrl, readUrl } = database
    return accountLines(
      {
        app: { setting: 'DATABASE_URL', url },
        owner: { setting: ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', url: ownerUrl },
        replica: readUrl === url ? null : { setting: 'DATABASE_READ_URL', url: readUrl },
      },
      systemClock,
    )
  }
  if (existingData(project) === null) {
    const message = 'There is none yet: "npm start" creates it, or set DATABASE_URL'
    return { lines: [{ what: 'Database', well: null, message }], clockAheadMs: null }
  }
  const server = await joinOrStartEmbedded({ checkout: project }).catch((error: Error) => error)
  if (server instanceof Error)
    return { lines: [{ what: 'Database', well: false, message: server.message }], clockAheadMs: null }
  try {
    return await accountLines(
      {
        app: { setting: 'FUNDESK_DATA', url: server.url },
        owner: { setting: 'FUNDESK_DATA', url: server.ownerUrl },
        replica: null,
      },
      systemClock,
    )
  } finally {
    await server.stop()
  }
}
