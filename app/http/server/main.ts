import cluster from 'node:cluster'
import { join } from 'node:path'
import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import type { RequestHandler } from 'express'
import { DEMO_USERS } from '~/areas/access/demo-users'
import { noteSingleSignOn } from '~/areas/access/site-setting.server'
import { knowsLastSignature } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { type AppOptions, createApp } from './app'
import { readAssets } from './assets'
import {
  appServer,
  endOnSignals,
  finishRequests,
  freePort,
  listen,
  type Place,
  refuseTakenPort,
  stopping,
} from './listen'
import { createLog } from './log'
import { type OpenServices, openServices } from './open-services'
import { startScheduler } from './scheduler'
import type { Services } from './services'
import { readSettings, StartError } from './settings'
import { startTraces } from './traces'
import { handedOver, startWorkers, workerCount } from './workers'

interface Listening {
  siteUrl: string | null
  host: string | null
  port: number
  /** The demo data is loaded. */
  demo: boolean
}

/** What the user who started Fundesk reads at the end: its address, and which users can log in to the demo data. */
export function welcome({ siteUrl, host, port, demo }: Listening): string {
  const address = siteUrl ?? `http://${nameOf(host)}:${port}`
  if (!demo) return `Fundesk is ready: ${address}`
  const users = DEMO_USERS.map(([names]) => `  ${names}`).join('\n')
  return `Fundesk is ready: ${address}\nDemo users (password fundesk-demo):\n${users}`
}

function nameOf(host: string | null): string {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export interface MainOptions {
  /** The checkout: migrations, data and built files are found from here. */
  project: string
  /** Shows a line to the user who starts the app. */
  say: (line: string) => void
  /** Loads Remix's build while the database starts. */
  build: () => Promise<AppOptions['build']>
  /** Vite's middleware while developing. */
  vite?: RequestHandler
}

/**
 * Starts Fundesk: settings, database with its tables, data, server. It runs until the process gets a signal to end.
 * With more workers than one, this process runs the database, and the workers serve.
 * @throws StartError with a sentence for the user at the terminal
 */
export async function main(options: MainOptions): Promise<void> {
  if (cluster.isWorker) return work(options)
  const { project, say, build, vite } = options
  const given = readSettings(process.env)
  const place = { port: given.port, host: given.host ?? (given.database ? null : '127.0.0.1') }
  await refuseTakenPort(place)
  const count = vite ? 1 : workerCount(given.workers)
  const log = createLog(given.logLevel)
  if (!given.database) say('Starting PostgreSQL…')
  const opening = openServices(given, { project, log, fromSource: vite !== undefined })
  const [open, routes] = await Promise.all([opening, count === 1 ? build() : null])
  const { services, database, close } = open
  const { settings } = services
  if (given.database) await refuseForeignKey(services)
  await seed(services, { demo: database.embedded, say })
  await services.uploads.sweep().catch((cause: Error) => {
    const { folder } = services.uploads
    throw new StartError(
      `Large uploads cannot be kept in ${folder} (${cause.message}). Set UPLOAD_FOLDER to a folder that Fundesk may write to.`,
      { cause },
    )
  })
  await services.database.transaction((tx) => noteSingleSignOn(tx, settings.singleSignOn !== undefined))
  const port = routes ? await serve(open, { ...options, routes, place }) : await share(open, place, count)
  log.info({ port, host: place.host, pid: process.pid, workers: count }, 'listening')
  say(welcome({ siteUrl: settings.siteUrl, host: place.host, port, demo: database.embedded }))

  /** Lets workers serve, and returns their port. */
  async function share({ database }: OpenServices, { host }: Place, count: number): Promise<number> {
    // The threads that made the demo data are not needed here any more.
    await Promise.all([services.workers.close(), services.files.close()])
    const { url, ownerUrl, embedded, firstStart } = database
    const port = await freePort(place)
    const running = { url, ownerUrl, embedded, firstStart }
    const workers = await startWorkers({ database: running, place: { port, host }, count }, log)
    const end = stopping(log, { finish: workers.stop, close, giveUpMs: PARENT_GIVES_UP_MS })
    endOnSignals(end, log)
    return port
  }
}

/** Longer than workers take at most, so that the database ends after them. */
const PARENT_GIVES_UP_MS = 40_000

/** A worker: its parent opened the database and chose the port. */
async function work(options: MainOptions): Promise<void> {
  const { project, build } = options
  const given = readSettings(process.env)
  const log = createLog(given.logLevel).child({ worker: process.pid })
  const [{ database: running, place, count: processes }, routes] = await Promise.all([handedOver(), build()])
  const open = await openServices(given, { project, log, running, processes })
  await serve(open, { ...options, routes, place })
  log.info('a worker is ready')
}

interface Serving extends Pick<MainOptions, 'project' | 'vite'> {
  routes: AppOptions['build']
  place: Place
}

/** Serves the site in this process, and returns its port. */
async function serve({ services, close }: OpenServices, serving: Serving): Promise<number> {
  const { project, vite, routes, place } = serving
  const { log } = services
  const endTraces = services.settings.traces ? await startTraces() : null
  const endTimers = startScheduler(services)
  const end = stopping(log, {
    finish: () => finishRequests(server),
    async close() {
      await endTimers()
      await close()
      await endTraces?.().catch((err: unknown) => log.warn({ err }, 'the last traces could not be sent'))
    },
  })
  const app = createApp(services, {
    build: routes,
    assets: vite ? undefined : readAssets(join(project, 'build/client')),
    isStopping: end.isStopping,
    vite,
  })
  const server = appServer(app)
  const port = await listen(server, place)
  endOnSignals(end, log)
  return port
}

const LOST = 'lost'

/**
 * Checkpoints that instances sign with keys of their own could never be verified again.
 * @throws StartError where another key signed the newest one
 */
export async function refuseForeignKey({
  database,
  settings,
}: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const before = settings.auditKeysBefore ?? []
  const { all } = openSigning(settings.signingKey, settings.signingKeysBefore)
  const keys = [...all, settings.auditKey, ...before]
  if (before.includes(LOST) || (await knowsLastSignature(database.read, keys))) return
  throw new StartError(
    `The newest checkpoint of the audit trail was signed with another AUDIT_KEY or SIGNING_KEY. Give all instances that one. To change the key, name the one before in AUDIT_KEYS_BEFORE or its public key in SIGNING_KEYS_BEFORE, or give "${LOST}" as AUDIT_KEYS_BEFORE where nobody has it any more: "npm run audit:verify" will then not accept what it signed.`,
  )
}

interface Seeding {
  /** Only the app's own database gets the demo data. */
  demo: boolean
  say: (line: string) => void
}

/** Fills the tables before the first request: base data always, demo data once. */
async function seed({ database, workers, files, clock }: Services, { demo, say }: Seeding): Promise<void> {
  await database.transaction((tx) => seedBase(tx, clock()))
  if (demo) await seedDemo(database, { workers, files, say })
}
