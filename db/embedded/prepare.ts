import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { clientOptions } from '../address'
import { allowApp } from '../app-role'
import { type Place, plainEnv } from './place'
import type { Secrets } from './secrets'

/** Makes the data folder unless there is one. It appears whole or not at all, and on the disk if `durable`. */
export async function makeData(
  { initdb, major }: { initdb: string; major: string },
  place: Place,
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

function checkVersion(place: Place, major: string): void {
  const kept = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
  if (kept !== major)
    throw new Error(
      `The data in ${place.folder} was written by PostgreSQL ${kept}; this version of Fundesk brings PostgreSQL ${major}. Dump and reload it, or set FUNDESK_DATA to another folder.`,
    )
}

/** Makes the two roles and the database, unless a former start did: the owner changes tables, the app only rows. */
export async function makeAccounts(adminUrl: string, ownerUrl: string, secrets: Secrets): Promise<void> {
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
