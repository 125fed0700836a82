import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketAddress } from '../address'
import { binariesFor } from './binaries'
import { folderTrouble, type Place, placeOf } from './place'
import { livingPostmaster, postmasterIn, removeStalePostmaster } from './postmaster'
import { makeAccounts, makeData } from './prepare'
import { type Run, run } from './run'
import { type Secrets, secretsIn } from './secrets'

export interface EmbeddedOptions {
  /** The checkout whose data it is, and whose node_modules hold the binaries. */
  checkout: string
  /** Hears what happens, and why where something went wrong. */
  log?: (message: string, error?: unknown) => void
  env?: NodeJS.ProcessEnv
  /** More settings for PostgreSQL, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>
}

export interface Embedded {
  /** Addresses of the app's account, of the tables' owner, and of the superuser (tests and backups only). */
  url: string
  ownerUrl: string
  adminUrl: string
  folder: string
  pid: number
  /** True when this start made the database. */
  firstStart: boolean
  /** True when another process runs the server; stop() then does nothing. */
  joined: boolean
  /** Resolves when the server we run has ended, asked or not. */
  ended: Promise<void>
  /** What PostgreSQL wrote to its log since this start, the newest of it. */
  said(): string
  stop(): Promise<void>
}

/** Another copy of the app runs on the same data. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
  constructor(folder: string, pid: number | string) {
    super(
      `Fundesk already runs on the data in ${folder} (database process ${pid}). Stop that copy first, or set FUNDESK_DATA to another folder for this one.`,
    )
  }
}

/** Time a database gets to disappear after its app was killed, in milliseconds. */
const farewell = 2_000
/** Time to become ready, recovery after a crash included, in milliseconds. */
export const patience = 60_000

/**
 * Starts the PostgreSQL that comes along, making its data on the first start, and waits until it is ready.
 * It ends with stop(), and also when this process ends in whatever way.
 * @throws AlreadyRunning when another copy runs on the same data, DataFolderTrouble when its folder cannot be used
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = placeOf(options.checkout, options.env)
  try {
    return await startedIn(place, options)
  } catch (error) {
    throw folderTrouble(place.folder, error)
  }
}

async function startedIn(place: Place, options: EmbeddedOptions): Promise<Embedded> {
  const binaries = binariesFor(options.checkout, place)
  await waitForFarewell(place)
  const secrets = secretsIn(place.folder)
  await makeData(binaries, place, secrets, options.settings?.fsync !== 'off')
  removeStalePostmaster(place.data)
  const before = postmasterIn(place.data)?.text
  const logged = statSync(place.log, { throwIfNoEntry: false })?.size ?? 0
  const server = run(binaries.postgres, place, options.settings)
  const ready = await untilReady(place, server, before).catch(async (error) => {
    await server.stop()
    throw error
  })
  if (!ready) throw failure(place, logged)
  const addresses = addressesOf(ready.socketFolder, secrets)
  const firstStart = !existsSync(accountsMade(place))
  try {
    if (firstStart) {
      await makeAccounts(addresses.adminUrl, addresses.ownerUrl, secrets)
      writeFileSync(accountsMade(place), '')
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  options.log?.(`The database runs in ${place.folder}`)
  return {
    ...addresses,
    folder: place.folder,
    pid: ready.pid,
    firstStart,
    joined: false,
    ended: server.ended,
    said: () => saidSince(place, logged),
    stop: server.stop,
  }
}

/** The file that tells that the first start came to its end. */
export const accountsMade = (place: Place) => join(place.folder, 'accounts-made')

async function waitForFarewell(place: Place): Promise<void> {
  const until = Date.now() + farewell
  const stopping = Date.now() + 10 * farewell
  for (;;) {
    const living = livingPostmaster(place.data)
    if (!living) return
    if (Date.now() > (living.status === 'stopping' ? stopping : until))
      throw new AlreadyRunning(place.folder, living.pid)
    await sleep(25)
  }
}

async function untilReady(place: Place, server: Run, before: string | undefined) {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  const until = Date.now() + patience
  while (!over && Date.now() < until) {
    const found = postmasterIn(place.data)
    if (found && found.text !== before && found.status === 'ready' && !over) return found
    await sleep(4)
  }
  if (!over) throw new Error(`The database in ${place.folder} did not become ready; see ${place.log}.`)
  return undefined
}

function failure(place: Place, logged: number): Error {
  const said = saidSince(place, logged)
  const living = livingPostmaster(place.data)
  if (living || /lock file "postmaster.pid"/.test(said))
    return new AlreadyRunning(place.folder, living?.pid ?? 'unknown')
  const why = DISK_FULL.test(said) ? ', as the disk is full. Make room on it' : ''
  return new Error(`The database in ${place.folder} did not start${why}: ${said || 'it said nothing'}`)
}

const DISK_FULL = /No space left on device/

/** More than any start or crash says. */
const ENOUGH = 32_768

/** Whole lines of PostgreSQL's log from a place in it on. */
function saidSince(place: Place, from: number): string {
  try {
    const log = readFileSync(place.log)
    // A log that grew too long was begun anew.
    const lines = log.subarray(from > log.length ? 0 : from)
    const newest = lines.subarray(-ENOUGH).toString('utf8')
    return (lines.length > ENOUGH ? newest.slice(newest.indexOf('\n') + 1) : newest).trim()
  } catch {
    return ''
  }
}

/** The addresses of the three accounts behind a socket. */
export function addressesOf(folder: string, secrets: Secrets) {
  return {
    url: socketAddress(folder, 'fundesk_app', secrets.app, 'fundesk'),
    ownerUrl: socketAddress(folder, 'fundesk_owner', secrets.owner, 'fundesk'),
    adminUrl: socketAddress(folder, 'fundesk_admin', secrets.admin, 'postgres'),
  }
}
