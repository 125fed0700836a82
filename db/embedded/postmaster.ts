import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Passwords of the database's three accounts, made once and readable only by the app's own user. */
export interface Secrets {
  admin: string
  owner: string
  app: string
}

/** Reads the passwords in `folder`, or creates them. Two simultaneous starts get the same ones. */
export function secretsIn(folder: string): Secrets {
  const file = join(folder, 'passwords.json')
  const existing = read(file)
  if (existing) return existing
  const fresh = () => randomBytes(24).toString('base64url')
  const half = `${file}.${randomUUID()}`
  writeFileSync(half, JSON.stringify({ admin: fresh(), owner: fresh(), app: fresh() }), { mode: 0o600 })
  try {
    linkSync(half, file) // complete or not at all, and only for the first
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  const made = read(file)
  if (!made) throw new Error(`Cannot read the database's passwords in ${file}.`)
  return made
}

function read(file: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The server's own record in postmaster.pid. `status` is "starting", "ready" or "stopping". */
export interface Postmaster {
  pid: number
  socketFolder: string
  status: string
  text: string
}

/** The server described in a data folder's postmaster.pid, dead or alive; undefined without a complete file. */
export function postmasterIn(data: string): Postmaster | undefined {
  try {
    const text = readFileSync(join(data, 'postmaster.pid'), 'utf8')
    const lines = text.split('\n').map((line) => line.trim())
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketFolder: lines[4] ?? '', status: lines[7] ?? '', text }
  } catch {
    return undefined
  }
}

/**
 * The server that is actually running on this data folder. A file left by a dead one does not count, even if its
 * process id now belongs to another process: a server's working directory is its data folder.
 */
export function livingPostmaster(data: string): Postmaster | undefined {
  const found = postmasterIn(data)
  return found && worksIn(found.pid, data) ? found : undefined
}

/**
 * Removes a postmaster.pid whose process id now belongs to another process, because PostgreSQL would refuse to start.
 * If the process is dead, PostgreSQL itself handles the file, as it also knows about remaining backends.
 */
export function removeStalePostmaster(data: string): void {
  const found = postmasterIn(data)
  if (!found || !exists(found.pid) || worksIn(found.pid, data)) return
  if (processes().some((pid) => workingFolder(pid) === data)) return
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

function worksIn(pid: number, data: string): boolean {
  if (!exists(pid)) return false
  if (process.platform === 'linux') return workingFolder(pid) === data
  return commandOf(pid).includes(data)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** For systems without /proc: the server's command line contains its data folder. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
