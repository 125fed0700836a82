import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DataFolderTrouble, placeOf } from 'db/embedded/place'
import { type OpenDatabase, openDatabase } from 'db/open'
import { clamdScan } from '~/domain/documents/clamd'
import { findOffice } from '~/domain/documents/office/find-office'
import { officeToPdf } from '~/domain/documents/office/office-to-pdf'
import { FILE_ADVICE, type FileWorkers } from '~/domain/documents/worker/file-workers'
import { openExports } from '~/domain/exports/worker/open-exports'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import { type DiskTrouble, isDiskFull } from '~/domain/system/disks.server'
import { workerPool } from '~/domain/threads/pool'
import { openUploads } from '../uploads'
import { withKeptSecrets } from './kept-secrets'
import type { Log } from './log'
import { readRunning } from './running'
import { randomIds, type Services, systemClock } from './services'
import type { GivenSettings } from './settings'
import { StartError } from './start-error'

interface Opening {
  project: string
  log: Log
  /** Commands use the database of the app that runs already. */
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
 * Everything that the domain works with, tables up to date; for the server and for commands.
 * @throws StartError when the database cannot be opened, or the data folder not be used
 */
export async function openServices(given: GivenSettings, opening: Opening): Promise<OpenServices> {
  const { project, log, joinRunning, fromSource } = opening
  const diskTrouble: DiskTrouble = { fullAt: null }
  const hear = (message: string, err?: unknown) => {
    if (err === undefined) return log.info(message)
    if (isDiskFull(err)) diskTrouble.fullAt = systemClock()
    log.error({ err }, message)
  }
  // A folder that cannot be used is told before anything runs that would have to be ended.
  const settings = withKeptSecrets(given, () => dataFolder(project))
  const uploadFolder = given.uploadFolder ?? join(dataFolder(project), 'uploads')
  const database = await openDatabase({
    checkout: project,
    migrations: join(project, 'db/migrations'),
    join: joinRunning,
    log: hear,
  }).catch((error: Error) => {
    throw new StartError(
      given.database ? `${whole(error)} Check DATABASE_URL and its server.` : whole(error),
      { cause: error },
    )
  })
  const entry = (area: string, built: string) =>
    pathToFileURL(
      join(project, fromSource ? `app/domain/${area}/worker/from-source.mjs` : `build/server/${built}.js`),
    )
  const workers: ControlWorkers = workerPool({ url: entry('navs', 'worker') })
  const files: FileWorkers = workerPool({ url: entry('documents', 'file-worker'), advice: FILE_ADVICE })
  const office = findOffice(given.office ?? null, process.env.PATH ?? '')
  const exports = openExports({
    url: entry('exports', 'export-worker'),
    onFault: (err) => log.error({ err }, 'an export broke off'),
  })
  return {
    services: {
      doors: database.doors,
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
function whole({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message
}
