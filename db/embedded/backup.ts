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
  writeFileSync,
} from 'node:fs'
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
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  const admin = postgres({ ...clientOptions(server.adminUrl), max: 1, onnotice: () => {} })
  try {
    // Retains the write-ahead log from the start of the backup, while this connection lives.
    await admin`select pg_create_physical_replication_slot('fundesk_backup', true, true)`
    const [start] =
      await admin`select pg_walfile_name(pg_backup_start('fundesk backup', fast => true)) as first`
    cpSync(place.data, join(half, 'data'), { recursive: true, filter: (path) => !RUNNING.test(path) })
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
    throw error
  } finally {
    await admin.end({ timeout: 1 })
  }
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
