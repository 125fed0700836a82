import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Where a checkout keeps its database, and the user that PostgreSQL runs as (null: our own). */
export interface DataLocation {
  folder: string
  data: string
  log: string
  runAs: { uid: number; gid: number } | null
}

/** The environment of PostgreSQL's programs: no PG* variables, no foreign language or time zone. */
export const plainEnv: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
}

const isRoot = () => process.getuid?.() === 0

/**
 * The folder of a checkout's data, whether it exists or not: `FUNDESK_DATA` if set, else under /var/lib/fundesk for root
 * and ~/.local/share/fundesk for others, named by a hash of the checkout's path.
 */
function dataFolderOf(checkout: string, env: NodeJS.ProcessEnv): string {
  const given = env.FUNDESK_DATA?.trim()
  if (given) return resolve(given)
  const shelf = isRoot()
    ? '/var/lib/fundesk'
    : join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'fundesk')
  return join(shelf, createHash('sha256').update(realpathSync(checkout)).digest('hex').slice(0, 12))
}

/** The folder in which a checkout's database was made; null before its first start. Creates nothing. */
export function existingData(checkout: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = dataFolderOf(checkout, env)
  return existsSync(join(folder, 'data', 'PG_VERSION')) ? folder : null
}

/**
 * The location of a checkout's data. Creates the folder. PostgreSQL refuses to run as root, so root runs it as the user
 * `postgres`, or `nobody`.
 * @throws DataFolderTrouble with a sentence that says why the folder cannot be used
 */
export function dataLocation(checkout: string, env: NodeJS.ProcessEnv = process.env): DataLocation {
  const root = isRoot()
  const location = dataFolderOf(checkout, env)
  // The database user can pass through to its own folders below, but not list the other files.
  const mode = root ? 0o711 : 0o700
  const runAs = root ? databaseUser() : null
  try {
    if (makeFolder(location, mode)) chmodSync(location, mode)
    const folder = realpathSync(location)
    accessSync(folder, constants.W_OK | constants.X_OK)
    const data = join(folder, 'data')
    refuseForeignData(data, runAs?.uid ?? process.getuid?.())
    return { folder, data, log: join(folder, 'postgres.log'), runAs }
  } catch (error) {
    throw folderTrouble(location, error)
  }
}

/**
 * Creates a folder and its parents, one at a time: Node's recursive option never returns where a folder cannot be
 * created, as below /proc.
 * @returns false if it already exists
 */
function makeFolder(folder: string, mode: number): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  const above = dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  mkdirSync(folder, { mode })
  return true
}

/** The data folder cannot be used; the message is for the user at the terminal. */
export class DataFolderTrouble extends Error {
  override name = 'DataFolderTrouble'
}

const ANOTHER = 'Give it the right owner, or set FUNDESK_DATA to another folder.'

/** PostgreSQL starts only on data that its own user owns. */
function refuseForeignData(data: string, uid: number | undefined): void {
  const owner = statSync(data, { throwIfNoEntry: false })?.uid
  if (owner === undefined || uid === undefined || owner === uid) return
  throw new DataFolderTrouble(
    `The data in ${data} belongs to the user with the id ${owner}, and the database runs as the one with the id ${uid}. ${ANOTHER}`,
  )
}

/** A file system error below the data folder, as a sentence; any other error is returned unchanged. */
export function folderTrouble(folder: string, error: unknown): unknown {
  const { code, path, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!(error instanceof Error) || typeof code !== 'string' || syscall === undefined) return error
  const at = path ?? folder
  const why = WHY[code]?.(at) ?? `${at} cannot be used (${code}).`
  return new DataFolderTrouble(`Fundesk cannot keep its data in ${folder}: ${why}`)
}

/** A user id need not have a name. */
function me(): string {
  try {
    return `the user ${userInfo().username}`
  } catch {
    return `the user with the id ${process.getuid?.()}`
  }
}
const notAllowed = (at: string) => `${me()} may not write to ${at}. ${ANOTHER}`
const noFolder = (at: string) =>
  `${at} is not a folder, or is below a file. Set FUNDESK_DATA to the path of a folder.`
const WHY: Record<string, (at: string) => string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  ENOENT: (at) =>
    `${at} cannot be made, as what it is in is missing. Make that folder, or set FUNDESK_DATA to another.`,
  EROFS: (at) => `${at} is on a disk that can only be read. Set FUNDESK_DATA to a folder on another.`,
  ENOSPC: (at) => `the disk of ${at} is full. Make room on it and start again.`,
  ELOOP: (at) => `${at} is a link that leads back to itself. Set FUNDESK_DATA to the path of a folder.`,
}

function databaseUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user: try the next.
    }
  }
  throw new Error(
    'Started as root, but there is neither a user "postgres" nor "nobody" to run the database as.',
  )
}
