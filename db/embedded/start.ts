import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { clientOptions, socketAddress } from '../connection'
import { allowApp } from '../migrate'
import { binariesFor } from './binaries'
import { DataFolderTrouble, type DataLocation, dataLocation, folderTrouble, plainEnv } from './data-location'
import { livingPostmaster, postmasterIn, removeStalePostmaster, type Secrets, secretsIn } from './postmaster'
import { type Run, run } from './run'

/** Creates the data folder if missing. It appears complete or not at all, and is synced to disk if `durable`. */
async function makeData(
  { initdb, major }: { initdb: string; major: string },
  place: DataLocation,
  secrets: Secrets,
  durable: boolean,
): Promise<void> {
  if (existsSync(place.data)) return checkVersion(place, major)
  const half = `${place.data}.${randomUUID()}`
  const password = `${half}.password`
  try {
    mkdirSync(half, { mode: 0o700 })
    writeFileSync(password, secrets.admin, { mode: 0o600 })
    if (place.runAs) for (const path of [half, password]) chownSync(path, place.runAs.uid, place.runAs.gid)
    const options = [
      '--username=fundesk_admin',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    await promisify(execFile)(initdb, ['-D', half, ...options], {
      ...(place.runAs ?? {}),
      cwd: '/',
      env: plainEnv,
    })
    renameSync(half, place.data)
  } catch (error) {
    if (existsSync(place.data)) return // another start was faster
    const why = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new Error(
      `Cannot make the database in ${place.folder}: ${why} (the user the database runs as must be able to enter this folder; FUNDESK_DATA names another)`,
    )
  } finally {
    rmSync(half, { recursive: true, force: true })
    rmSync(password, { force: true })
  }
}

function checkVersion(place: DataLocation, major: string): void {
  const kept = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
  if (kept !== major)
    throw new Error(
      `The data in ${place.folder} was written by PostgreSQL ${kept}; this version of Fundesk brings PostgreSQL ${major}. Dump and reload it, or set FUNDESK_DATA to another folder.`,
    )
}

/** Creates the two roles and the database, unless an earlier start did: the owner changes tables, the app only rows. */
async function makeAccounts(adminUrl: string, ownerUrl: string, secrets: Secrets): Promise<void> {
  const admin = postgres({ ...clientOptions(adminUrl), max: 1, onnotice: () => {} })
  try {
    await admin`select set_config('fundesk.owner', ${secrets.owner}, false), set_config('fundesk.app', ${secrets.app}, false)`
    await admin`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'fundesk_owner') then
          execute format('create role fundesk_owner login password %L', current_setting('fundesk.owner'));
        end if;
        if not exists (select from pg_roles where rolname = 'fundesk_app') then
          execute format('create role fundesk_app login password %L', current_setting('fundesk.app'));
        end if;
      end $$`.simple()
    const [found] = await admin`select from pg_database where datname = 'fundesk'`
    if (!found) await admin`create database fundesk owner fundesk_owner`
    await admin`revoke temporary on database fundesk from public`
  } finally {
    await admin.end({ timeout: 1 })
  }
  const owner = postgres({ ...clientOptions(ownerUrl), max: 1, onnotice: () => {} })
  try {
    await allowApp((text, values) => owner.unsafe(text, values), 'fundesk_app')
  } finally {
    await owner.end({ timeout: 1 })
  }
}

export interface EmbeddedOptions {
  /** The checkout that the data belongs to, and whose node_modules hold the binaries. */
  checkout: string
  /** Called with progress messages, and with the error if something failed. */
  log?: (message: string, error?: unknown) => void
  env?: NodeJS.ProcessEnv
  /** Additional settings for PostgreSQL, such as `{ fsync: 'off' }` in tests. */
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
  /** Resolves when the server that we run has ended, for any reason. */
  ended: Promise<void>
  /** The latest part of PostgreSQL's log since this start. */
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

/** How long a database may take to stop after its app was killed, in milliseconds. */
const farewell = 2_000
/** Time to become ready, including crash recovery, in milliseconds. */
export const patience = 60_000

/**
 * Starts the app's own PostgreSQL, creating its data on the first start, and waits until it is ready. It ends with
 * stop(), and also when this process ends in any way.
 * @throws AlreadyRunning when another copy runs on the same data, DataFolderTrouble when its folder cannot be used
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = dataLocation(options.checkout, options.env)
  try {
    return await startedIn(place, options)
  } catch (error) {
    throw folderTrouble(place.folder, error)
  }
}

/**
 * PostgreSQL's programs write to the null device as their own user; where they may not, they end with words about other
 * things. @throws DataFolderTrouble
 */
export function refuseWithoutNullDevice(device = '/dev/null'): void {
  if (process.platform === 'win32') return
  const { mode = 0 } = statSync(device, { throwIfNoEntry: false }) ?? {}
  if ((mode & 0o006) === 0o006) return
  throw new DataFolderTrouble(
    `The database cannot start, as its user may not read and write ${device}. As root run: rm -f ${device}; mknod -m 666 ${device} c 1 3`,
  )
}

async function startedIn(place: DataLocation, options: EmbeddedOptions): Promise<Embedded> {
  refuseWithoutNullDevice()
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
  const firstStart = !existsSync(accountsMarker(place))
  try {
    if (firstStart) {
      await makeAccounts(addresses.adminUrl, addresses.ownerUrl, secrets)
      writeFileSync(accountsMarker(place), '')
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
    said: () => logSince(place, logged),
    stop: server.stop,
  }
}

/** The file that marks a completed first start. */
export const accountsMarker = (place: DataLocation) => join(place.folder, 'accounts-made')

async function waitForFarewell(place: DataLocation): Promise<void> {
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

async function untilReady(place: DataLocation, server: Run, before: string | undefined) {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  const until = Date.now() + patience
  while (!over && Date.now() < until) {
    const found = postmasterIn(place.data)
    if (found && found.text !== before && found.status === 'ready' && !over && isOurs(place, server))
      return found
    await sleep(4)
  }
  if (!over) throw new Error(`The database in ${place.folder} did not become ready; see ${place.log}.`)
  return undefined
}

/** Whether the server running on the data is ours: of two simultaneous first starts only one wins. */
function isOurs(place: DataLocation, { mark }: Run): boolean {
  const options = join(place.data, 'postmaster.opts')
  return existsSync(options) && readFileSync(options, 'utf8').includes(mark)
}

function failure(place: DataLocation, logged: number): Error {
  const said = logSince(place, logged)
  const living = livingPostmaster(place.data)
  if (living || /lock file "postmaster.pid"/.test(said))
    return new AlreadyRunning(place.folder, living?.pid ?? 'unknown')
  const why = DISK_FULL.test(said) ? ', as the disk is full. Make room on it' : ''
  return new Error(`The database in ${place.folder} did not start${why}: ${said || 'it said nothing'}`)
}

const DISK_FULL = /No space left on device/

/** More than any start or crash writes. */
const ENOUGH = 32_768

/** Complete lines of PostgreSQL's log from a position on. */
function logSince(place: DataLocation, from: number): string {
  try {
    const log = readFileSync(place.log)
    // A log that grew too long was restarted.
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
