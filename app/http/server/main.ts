import cluster from 'node:cluster'
import { join } from 'node:path'
import { backdateChanges } from 'db/evidence/seal'
import { seedBase } from 'db/seed/base/seed-base'
import { demoIsDue, excludeDemo } from 'db/seed/demo/seed-demo'
import type { RequestHandler } from 'express'
import type { DemoProgress } from '~/areas/access/demo-progress'
import { DEMO_BEGINS } from '~/areas/access/demo-time'
import { DEMO_USERS } from '~/areas/access/demo-users'
import { FIRST_PASSWORD, isWithoutPasswords } from '~/areas/access/first-password.server'
import { noteSingleSignOn } from '~/areas/access/site-setting.server'
import { siteHealth } from '~/areas/system/site-health.server'
import { isDiskFull } from '~/platform/files/disks.server'
import { auditKeysOf, hasKeyOfLastSignature, isKeyLost } from '~/platform/workflow/checkpoint.server'
import { isOutage } from '../outcome'
import { type AppOptions, createApp } from './app'
import { readAssets } from './assets'
import { type DemoLoad, type DemoState, demoState, openDemoLoad } from './demo-load'
import {
  appServer,
  endOnSignals,
  finishRequests,
  freePort,
  type ListenAddress,
  listen,
  refusePortInUse,
  type Stopping,
  stopping,
} from './listen'
import { createLog, type Log } from './log'
import { type OpenServices, openServices } from './open-services'
import { startScheduler } from './scheduler'
import type { Services } from './services'
import { type GivenSettings, misspelt, readSettings, StartError } from './settings'
import { startTraces } from './traces'
import { demoOfParent, handedOver, startWorkers, workerCount } from './workers'

interface Address {
  siteUrl: string | null
  host: string | null
  port: number
}

interface Listening extends Address {
  /** The demo data is loaded. */
  demo: boolean
  /** No user has a password yet. */
  firstLogin: boolean
}

/** The final message to the user who started Fundesk: its address, and which users can log in to the demo data. */
export function welcome({ demo, firstLogin, ...listening }: Listening): string {
  const address = addressOf(listening)
  if (firstLogin) return `Fundesk is ready: ${address}\n${FIRST_PASSWORD}`
  if (!demo) return `Fundesk is ready: ${address}`
  const users = DEMO_USERS.map(([names]) => `  ${names}`).join('\n')
  return `Fundesk is ready: ${address}\nDemo users (password fundesk-demo):\n${users}`
}

/** The earlier message, if the site responds while the demo data is still loading. */
export function answersAlready(listening: Address): string {
  return `Fundesk answers at ${addressOf(listening)}; its users can log in when all of the demo data is loaded.`
}

function addressOf({ siteUrl, host, port }: Address): string {
  return siteUrl ?? `http://${nameOf(host)}:${port}`
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
  /** Vite's middleware during development. */
  vite?: RequestHandler
  /** The time of the machine unless given. */
  clock?: () => Date
}

/**
 * Starts Fundesk: settings, database with its tables, data, server. It runs until the process receives a signal to end.
 * While the demo data is loading, the server responds but admits no one. With several workers, this process runs the
 * database, and the workers serve.
 * @throws StartError with a sentence for the user at the terminal
 */
export async function main(options: MainOptions): Promise<void> {
  if (cluster.isWorker) return work(options)
  try {
    await start(options)
  } catch (error) {
    throw asStartError(error)
  }
}

/** A database that is full, or goes away during the start, is no fault of the program: it needs no stack. */
export function asStartError(error: unknown): unknown {
  if (error instanceof StartError) return error
  if (isDiskFull(error))
    return new StartError('The disk of the database is full. Make room on it, and start Fundesk again.', {
      cause: error,
    })
  if (isOutage(error))
    return new StartError(
      'The database stopped answering while Fundesk was starting. Look at the log of PostgreSQL, and start Fundesk again.',
      { cause: error },
    )
  return error
}

async function start(options: MainOptions): Promise<void> {
  const { project, say, build, vite, clock } = options
  const given = readSettings(process.env)
  for (const { name, meant } of misspelt(process.env)) say(`${name} is no setting: did you mean ${meant}?`)
  const place = { port: given.port, host: given.host ?? (given.database ? null : '127.0.0.1') }
  await refusePortInUse(place)
  const monitors = monitorsAt(given)
  if (monitors) await refusePortInUse(monitors)
  const count = vite ? 1 : workerCount(given.workers)
  const log = logOf(given)
  if (!given.database) say('Starting PostgreSQL…')
  const opening = openServices(given, {
    project,
    log,
    fromSource: vite !== undefined,
    servesDemo: given.demo,
    clock,
  })
  const [open, routes] = await Promise.all([opening, count === 1 ? build() : null])
  const { services, database, close } = open
  const { settings } = services
  if (given.database) await refuseForeignKey(services)
  const beginsDemo = services.inDemoTime === true && (await demoIsDue(database.read))
  await database.transaction(async (tx) => {
    // The demo's story uses it from the beginning.
    if (beginsDemo) await tx.execute(backdateChanges(DEMO_BEGINS))
    await seedBase(tx, services.clock())
  })
  await services.uploads.sweep().catch((cause: Error) => {
    const { folder } = services.uploads
    throw new StartError(
      `Large uploads cannot be kept in ${folder} (${cause.message}). Set UPLOAD_FOLDER to a folder that Fundesk may write to.`,
      { cause },
    )
  })
  await services.database.transaction((tx) => noteSingleSignOn(tx, settings.singleSignOn !== undefined))
  if (database.embedded && !settings.demo) await refuseDemoData(services)
  const demo = settings.demo ? await openDemoLoad(services, say) : null
  const { port, end, tellDemo } = routes
    ? await serve(open, { ...options, routes, place, demo: demo ?? LOADED })
    : await share(open, place, count)
  log.info({ port, host: place.host, pid: process.pid, workers: count }, 'listening')
  const listening = { siteUrl: settings.siteUrl, host: place.host, port }
  if (demo?.progress()) {
    say(answersAlready(listening))
    try {
      await demo.run(tellDemo)
    } catch (err) {
      if (end.isStopping()) return
      log.fatal({ err }, 'the demo data could not be loaded; the next start goes on where this one ends')
      return end.stop(1)
    }
  }
  // With workers, the threads that made the demo data are no longer needed here.
  if (!routes) await Promise.all([services.workers.close(), services.files.close()])
  void warnOfFaults(services)
  const firstLogin = await isWithoutPasswords(database.read)
  say(welcome({ ...listening, demo: settings.demo, firstLogin }))

  /** Lets workers serve. */
  async function share({ database }: OpenServices, { host }: ListenAddress, count: number): Promise<Site> {
    const { url, ownerUrl, embedded, firstStart } = database
    const port = await freePort(place)
    const workers = await startWorkers(
      {
        database: { url, ownerUrl, embedded, firstStart },
        place: { port, host },
        count,
        demo: demo?.progress() ?? null,
      },
      log,
    )
    const end = stopping(log, {
      finish: async () => {
        await Promise.all([workers.stop(), demo?.stop()])
      },
      close,
      giveUpMs: PARENT_GIVES_UP_MS,
    })
    endOnSignals(end, log)
    return { port, end, tellDemo: workers.tellDemo }
  }
}

/** Logs each part of the site that does not work at the start, which does not keep the site from serving. */
export async function warnOfFaults(services: Services): Promise<void> {
  try {
    for (const { what, well, message } of await siteHealth(services))
      if (well === false) services.log.warn({ part: what, said: message }, 'a part of the site does not work')
  } catch (err) {
    services.log.warn({ err }, 'the parts of the site could not be tried')
  }
}

/** Where monitors of this machine ask without a token; null where the settings name no port for them. */
function monitorsAt({ metricsPort }: Pick<GivenSettings, 'metricsPort'>): ListenAddress | null {
  return metricsPort === undefined ? null : { port: metricsPort, host: '127.0.0.1', setting: 'METRICS_PORT' }
}

function logOf({ logLevel, logsPseudonyms, sessionSecret }: GivenSettings): Log {
  const people = logsPseudonyms && sessionSecret !== null ? { key: sessionSecret } : 'named'
  return createLog(logLevel, undefined, people)
}

/** A running site. */
interface Site {
  port: number
  end: Stopping
  /** Reports the progress of the demo data to the processes that serve it. */
  tellDemo: (now: DemoProgress | null) => void
}

/**
 * Everyone knows the passwords of the demo data: a site that does not ask for it must not serve it.
 * @throws StartError when the data folder has it
 */
async function refuseDemoData({ database, folders }: Pick<Services, 'database' | 'folders'>): Promise<void> {
  if (await excludeDemo(database)) return
  throw new StartError(
    `The data in ${folders?.['Disk of the database']} is the demo data, whose passwords everyone knows. Set DEMO=yes to serve it, or FUNDESK_DATA to another folder.`,
  )
}

/** For a site without demo data. */
const LOADED = demoState(null)

/** Longer than workers take at most, so that the database ends after them. */
const PARENT_GIVES_UP_MS = 40_000

/** A worker: its parent opened the database and chose the port. */
async function work(options: MainOptions): Promise<void> {
  const { project, build, clock } = options
  const given = readSettings(process.env)
  const log = logOf(given).child({ worker: process.pid })
  const demo = demoOfParent()
  const [{ database: running, place, count: processes }, routes] = await Promise.all([handedOver(), build()])
  const open = await openServices(given, { project, log, running, processes, clock })
  await serve(open, { ...options, routes, place, demo })
  log.info('a worker is ready')
}

interface Serving extends Pick<MainOptions, 'project' | 'vite'> {
  routes: AppOptions['build']
  place: ListenAddress
  /** Loaded by this process, or by its parent. */
  demo: DemoState & Partial<Pick<DemoLoad, 'stop'>>
}

/** Serves the site in this process. */
async function serve({ services, close }: OpenServices, serving: Serving): Promise<Site> {
  const { project, vite, routes, place, demo } = serving
  const { log } = services
  const endTraces = services.settings.traces ? await startTraces() : null
  let endTimers = async () => {}
  // Scheduled work would consider the keys of data being loaded too old, and see only half of its objects.
  void demo.loaded.then(() => {
    if (!end.isStopping()) endTimers = startScheduler(services)
  })
  const end = stopping(log, {
    finish: async () => {
      monitored?.close()
      await Promise.all([finishRequests(server), demo.stop?.()])
    },
    async close() {
      await endTimers()
      await close()
      await endTraces?.().catch((err: unknown) => log.warn({ err }, 'the last traces could not be sent'))
    },
  })
  services.demoProgress = demo.progress
  const app = createApp(services, {
    build: routes,
    assets: vite ? undefined : readAssets(join(project, 'build/client')),
    isStopping: end.isStopping,
    vite,
  })
  const server = appServer(app)
  const port = await listen(server, place)
  const monitors = monitorsAt(services.settings)
  const monitored = monitors && appServer(app)
  if (monitors && monitored) await listen(monitored, monitors)
  endOnSignals(end, log)
  return { port, end, tellDemo: () => {} }
}

/**
 * Checkpoints that instances sign with different keys could never be verified again.
 * @throws StartError if another key signed the newest one
 */
export async function refuseForeignKey({
  database,
  settings,
}: Pick<Services, 'database' | 'settings'>): Promise<void> {
  if (isKeyLost(settings) || (await hasKeyOfLastSignature(database.read, auditKeysOf(settings)))) return
  throw new StartError(
    `The newest checkpoint of the audit trail was signed with another AUDIT_KEY or SIGNING_KEY. Give all instances that one. To change the key, name the one before in AUDIT_KEYS_BEFORE or its public key in SIGNING_KEYS_BEFORE, or give "lost" as AUDIT_KEYS_BEFORE if it is lost: "npm run audit:verify" will then not accept what it signed.`,
  )
}
