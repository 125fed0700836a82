import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { clientOptions } from '../connection'
import { type DataLocation, dataLocation } from './data-location'
import { livingPostmaster } from './postmaster'
import type { Embedded } from './start'

/** A backup that cannot be made or restored; the message says what to do. */
export class BackupTrouble extends Error {
  override name = 'BackupTrouble'
}

/** Files of the data folder that only a running server needs. */
const RUNNING = /\/(postmaster\.(pid|opts)|pg_wal\/.*|pg_replslot\/.*|pgsql_tmp[^/]*)$/
/** In addition to the data: the passwords of its accounts, and the mark that these were made. */
const BESIDE = ['passwords.json', 'accounts-made']

/**
 * Copies the bundled database into a new folder, while people work: its files, and the part of its write-ahead log that
 * brings them to one state, that at the end of the copy. The folder is complete or does not exist.
 * @throws BackupTrouble
 */
export async function backUp(server: Pick<Embedded, 'adminUrl' | 'folder'>, to: string): Promise<void> {
  if (existsSync(to)) throw new BackupTrouble(`${to} exists already. Name a folder that does not.`)
  const place = dataLocation('.', { ...process.env, FUNDESK_DATA: server.folder })
  const half = `${to}.half`
  try {
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw writeTrouble(to, error)
  }
  const admin = postgres({ ...clientOptions(server.adminUrl), max: 1, onnotice: () => {} })
  try {
    // Retains the write-ahead log from the start of the backup, while this connection lives.
    await admin`select pg_create_physical_replication_slot('fundesk_backup', true, true)`
    const [start] =
      await admin`select pg_walfile_name(pg_backup_start('fundesk backup', fast => true)) as first`
    // Asynchronously: a scheduled backup runs in a process that serves people.
    await cp(place.data, join(half, 'data'), { recursive: true, filter: (path) => !RUNNING.test(path) })
    const [stop] = await admin`select labelfile, spcmapfile, pg_walfile_name(lsn) as last
      from pg_backup_stop(wait_for_archive => false)`
    writeFileSync(join(half, 'data/backup_label'), stop?.labelfile)
    if (stop?.spcmapfile) writeFileSync(join(half, 'data/tablespace_map'), stop.spcmapfile)
    mkdirSync(join(half, 'data/pg_wal/archive_status'), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(join(place.data, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name) && name >= start?.first && name <= stop?.last)
        copyFileSync(join(place.data, 'pg_wal', name), join(half, 'data/pg_wal', name))
    for (const name of BESIDE) copyFileSync(join(place.folder, name), join(half, name))
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw writeTrouble(to, error)
  } finally {
    await admin.end({ timeout: 1 })
  }
}

/** A backup in a folder: one of ours, or a file that a program of the site's own database wrote there. */
interface FoundBackup {
  name: string
  /** When it was complete. */
  at: Date
}

/** The backups in a folder, newest first; none if the folder cannot be read. */
export function backupsIn(folder: string): FoundBackup[] {
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.endsWith('.half')) return []
    const path = join(folder, entry.name)
    const complete = entry.isDirectory() ? join(path, 'data/backup_label') : path
    const at = statSync(complete, { throwIfNoEntry: false })?.mtime
    return at ? [{ name: entry.name, at }] : []
  })
  return found.sort((a, b) => b.at.getTime() - a.at.getTime())
}

const NAME_OF_DAY = /^fundesk-\d{4}-\d\d-\d\d$/

/** The backups of a site that are made by setting. */
export interface DailyBackups {
  folder: string
  /** How many are left; older ones are removed. */
  kept: number
  /** Makes one in a folder that does not exist yet. */
  make(to: string): Promise<void>
}

/**
 * Makes the backup of a day unless there is one, and removes those that are more than the site keeps.
 * @param day "2026-11-29"
 * @returns its name, or null when there was one
 * @throws BackupTrouble
 */
export async function backUpOfDay({ folder, kept, make }: DailyBackups, day: string): Promise<string | null> {
  const name = `fundesk-${day}`
  if (existsSync(join(folder, name))) return null
  await make(join(folder, name))
  const ours = readdirSync(folder).filter((each) => NAME_OF_DAY.test(each))
  const old = ours.sort().slice(0, -kept)
  for (const each of old) await rm(join(folder, each), { recursive: true, force: true })
  return name
}

/** A failure of the file system while a backup is written, as a sentence; any other error is returned unchanged. */
function writeTrouble(to: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!(error instanceof Error) || syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupTrouble(`The disk of ${to} is full. Make room on it, or name a folder on another disk.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupTrouble(
      `${to} may not be written. Give its folder the right owner, or name another one.`,
    )
  if (code === 'ENOENT')
    return new BackupTrouble('A file of the database was removed while it was copied. Make the backup again.')
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new BackupTrouble(`${to} is below a file. Name a folder that does not exist yet.`)
  return new BackupTrouble(`${to} cannot be written (${code}). Name another folder.`)
}

/**
 * Replaces this checkout's database with a backup; the next start recovers it. The previous data is kept.
 * @returns where the previous data is now; null if there was none
 * @throws BackupTrouble while a server runs there, or without a backup
 */
export function restore(from: string, checkout: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const data = join(resolve(from), 'data')
  if (!existsSync(join(data, 'backup_label')))
    throw new BackupTrouble(`${from} is no backup: it has no data/backup_label.`)
  const place = dataLocation(checkout, env)
  if (livingPostmaster(place.data))
    throw new BackupTrouble(`Fundesk runs on the data in ${place.folder}. Stop it first.`)
  const before = existsSync(place.data) ? `${place.data}-before-${Date.now()}` : null
  const half = `${place.data}.half`
  rmSync(half, { recursive: true, force: true })
  cpSync(data, half, { recursive: true })
  owned(half, place)
  if (before) renameSync(place.data, before)
  for (const name of BESIDE) {
    writeFileSync(join(place.folder, name), readFileSync(join(from, name)), { mode: 0o600 })
    chmodSync(join(place.folder, name), 0o600)
  }
  renameSync(half, place.data)
  return before
}

/** PostgreSQL starts only on data that its own user owns and no one else can read. */
function owned(folder: string, { runAs }: DataLocation): void {
  chmodSync(folder, 0o700)
  if (!runAs) return
  chownSync(folder, runAs.uid, runAs.gid)
  for (const name of readdirSync(folder, { recursive: true }) as string[])
    chownSync(join(folder, name), runAs.uid, runAs.gid)
}
