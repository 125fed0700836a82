import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { placeOf } from 'db/embedded/place'
import { type OpenDatabase, openDatabase } from 'db/open'
import { findOffice } from '~/domain/documents/office/find-office'
import { officeToPdf } from '~/domain/documents/office/office-to-pdf'
import { FILE_ADVICE, type FileWorkers } from '~/domain/documents/worker/file-workers'
import { openExports } from '~/domain/exports/worker/open-exports'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import { workerPool } from '~/domain/threads/pool'
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
 * @throws StartError when the database cannot be opened
 */
export async function openServices(given: GivenSettings, opening: Opening): Promise<OpenServices> {
  const { project, log, joinRunning, fromSource } = opening
  const database = await openDatabase({
    checkout: project,
    migrations: join(project, 'db/migrations'),
    join: joinRunning,
    log: (message, err) => (err ? log.warn({ err }, message) : log.info(message)),
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
      clock: systemClock,
      ids: randomIds,
      settings: withKeptSecrets(given, () => placeOf(project).folder),
      log,
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

/** The message with that of its cause, which names the reason ("password authentication failed …"). */
function whole({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message
}
