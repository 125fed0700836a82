import { join } from 'node:path'
import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import type { RequestHandler } from 'express'
import { DEMO_USERS } from '~/areas/access/demo-users'
import { noteSingleSignOn } from '~/areas/access/site-setting.server'
import { knowsLastSignature } from '~/platform/workflow/checkpoint.server'
import { type AppOptions, createApp } from './app'
import { readAssets } from './assets'
import { endOnSignals, httpServer, listen, refuseTakenPort, stopping } from './listen'
import { createLog } from './log'
import { openServices } from './open-services'
import { startScheduler } from './scheduler'
import type { Services } from './services'
import { readSettings, StartError } from './settings'

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
 * @throws StartError with a sentence for the user at the terminal
 */
export async function main({ project, say, build, vite }: MainOptions): Promise<void> {
  const given = readSettings(process.env)
  const place = { port: given.port, host: given.host ?? (given.database ? null : '127.0.0.1') }
  await refuseTakenPort(place)
  const log = createLog(given.logLevel)
  if (!given.database) say('Starting PostgreSQL…')
  const opening = openServices(given, { project, log, fromSource: vite !== undefined })
  const [{ services, database: opened, close }, routes] = await Promise.all([opening, build()])
  if (given.database) await refuseForeignKey(services)
  await seed(services, { demo: opened.embedded, say })
  await services.uploads.sweep().catch((cause: Error) => {
    const { folder } = services.uploads
    throw new StartError(
      `Large uploads cannot be kept in ${folder} (${cause.message}). Set UPLOAD_FOLDER to a folder that Fundesk may write to.`,
      { cause },
    )
  })
  const { database, settings } = services
  await database.transaction((tx) => noteSingleSignOn(tx, settings.singleSignOn !== undefined))
  const endTimers = startScheduler(services)

  const server = httpServer((req, res) => app(req, res))
  const end = stopping(server, log, async () => {
    await endTimers()
    await close()
  })
  const app = createApp(services, {
    build: routes,
    assets: vite ? undefined : readAssets(join(project, 'build/client')),
    isStopping: end.isStopping,
    vite,
  })
  const port = await listen(server, place)
  endOnSignals(end, log)
  log.info({ port, host: place.host, pid: process.pid }, 'listening')
  say(welcome({ siteUrl: settings.siteUrl, host: place.host, port, demo: opened.embedded }))
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
  if (before.includes(LOST) || (await knowsLastSignature(database.read, [settings.auditKey, ...before])))
    return
  throw new StartError(
    `The newest checkpoint of the audit trail was signed with another AUDIT_KEY. Give all instances that one. To change the key, name the one before in AUDIT_KEYS_BEFORE, or "${LOST}" where nobody has it any more: "npm run audit:verify" will then not accept what it signed.`,
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
