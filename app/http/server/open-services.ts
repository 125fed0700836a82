import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DataFolderTrouble, placeOf } from 'db/embedded/place'
import { type OpenDatabase, openDatabase } from 'db/open'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { openExports } from '~/platform/exports/worker/open-exports'
import { clamdScan } from '~/platform/files/clamd'
import { type DiskTrouble, isDiskFull } from '~/platform/files/disks.server'
import { findOffice, officeToPdf } from '~/platform/files/office/office-to-pdf'
import { FILE_ADVICE, type FileWorkers } from '~/platform/files/worker/file-workers'
import { workerPool } from '~/platform/threads/pool'
import { openUploads } from '../uploads/uploads'
import { withKeptSecrets } from './kept-secrets'
import type { Log } from './log'
import { registerAreas } from './register-areas'
import { readRunning } from './running'
import { randomIds, type Services, systemClock } from './services'
import type { GivenSettings } from './settings'
import { StartError } from './start-error'

interface Opening {
  project: string
  log: Log
  /** Commands use the database of an app that is already running. */
  joinRunning?: boolean
  /** The worker is read from its source, not from the build. */
  fromSource?: boolean
}

export interface OpenServices {
  services: Services
  database: OpenDatabase
  close(): Promise<void>
}

/**
 * Everything that the domain works with, with tables up to date; for the server and for commands.
 * @throws StartError when the database cannot be opened, or the data folder cannot be used
 */
export async function openServices(given: GivenSettings, opening: Opening): Promise<OpenServices> {
  registerAreas()
  const { project, log, joinRunning, fromSource } = opening
  const diskTrouble: DiskTrouble = { fullAt: null }
  const logMessage = (message: string, err?: unknown) => {
    if (err === undefined) return log.info(message)
    if (isDiskFull(err)) diskTrouble.fullAt = systemClock()
    log.error({ err }, message)
  }
  // A data folder that cannot be used is reported before anything runs that would have to be ended.
  const settings = withKeptSecrets(given, () => dataFolder(project))
  const uploadFolder = given.uploadFolder ?? join(dataFolder(project), 'uploads')
  const database = await openDatabase({
    checkout: project,
    migrations: join(project, 'db/migrations'),
    join: joinRunning,
    log: logMessage,
  }).catch((error: Error) => {
    throw new StartError(
      given.database ? `${fullMessage(error)} Check DATABASE_URL and its server.` : fullMessage(error),
      { cause: error },
    )
  })
  const entry = (engine: string, built: string) =>
    pathToFileURL(
      join(project, fromSource ? `app/${engine}/worker/from-source.mjs` : `build/server/${built}.js`),
    )
  const workers: ControlWorkers = workerPool({ url: entry('areas/navs', 'worker') })
  const files: FileWorkers = workerPool({ url: entry('platform/files', 'file-worker'), advice: FILE_ADVICE })
  const office = findOffice(given.office ?? null, process.env.PATH ?? '')
  const exports = openExports({
    url: entry('platform/exports', 'export-worker'),
    onFault: (err) => log.error({ err }, 'an export broke off'),
  })
  return {
    services: {
      database,
      workers,
      files,
      ...(office ? { office: officeToPdf(office) } : {}),
      exports,
      uploads: openUploads({ folder: uploadFolder, scan: given.clamd ? clamdScan(given.clamd) : null }),
      clock: systemClock,
      ids: randomIds,
      settings,
      log,
      folders: {
        ...(database.embedded ? { 'Disk of the database': dataFolder(project) } : {}),
        'Disk of uploads': uploadFolder,
        'Disk of temporary files': tmpdir(),
      },
      diskTrouble,
      running: readRunning(project, systemClock()),
    },
    database,
    async close() {
      await exports.close()
      await workers.close()
      await files.close()
      await database.close()
    },
  }
}

/** Where secrets and uploads are kept. @throws StartError when it cannot be used */
function dataFolder(project: string): string {
  try {
    return placeOf(project).folder
  } catch (error) {
    if (error instanceof DataFolderTrouble) throw new StartError(error.message, { cause: error })
    throw error
  }
}

/** The message with that of its cause, which names the reason ("password authentication failed …"). */
function fullMessage({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message
}
