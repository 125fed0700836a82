import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Connection } from './connection'
import type { Read } from './database'
import { coverTables, noteRelease, type Sign, sealTransaction } from './evidence/seal'

/**
 * Lets the app's role use objects that the connected owner creates: rows of its tables, numbers of its sequences,
 * nothing else. It only affects tables created later, so it runs before the first migration; migrations revoke rights
 * on append-only tables.
 * @param run sends one statement on the owner's connection
 */
export async function allowApp(
  run: (text: string, values: string[]) => PromiseLike<unknown>,
  role: string,
): Promise<void> {
  await run("select set_config('fundesk.app_role', $1, false)", [role])
  await run(
    `do $$ declare app text := current_setting('fundesk.app_role'); begin
      execute format('grant usage on schema public to %I', app);
      execute format('alter default privileges in schema public grant select, insert, update, delete on tables to %I', app);
      execute format('alter default privileges in schema public grant usage, select on sequences to %I', app);
    end $$`,
    [],
  )
}

export interface MigrateOptions {
  /** Address of the account that owns the tables. */
  url: string
  /** The folder that drizzle-kit generates into, with meta/_journal.json. */
  folder: string
  /** The app's account, if different from the owner; it may use rows of the tables, not change tables. */
  appRole?: string
  /** Seals the changes of migrations, and the rows of newly covered tables. */
  sign?: Sign
  /** The instant from which the rows of a first installation count; by default the database's. */
  installedAt?: Date
  log?: (message: string) => void
}

const journal = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`,
  // Lets an older Fundesk report the name of a migration that it does not have.
  'alter table drizzle.__drizzle_migrations add column if not exists name text',
]

const send = { limitMs: 30 * 60_000 }
const sendAsIs = { ...send, simple: true }

/**
 * Brings the tables up to date: applies the pending migrations in one transaction. Several processes may call it at the
 * same time; one works, the others wait.
 * @returns how many were applied
 * @throws Error when a migration fails, with nothing applied; when an applied one was changed afterwards; when the
 * database has one that this code does not have, because a newer version was started on it
 */
export async function migrate({
  url,
  folder,
  appRole,
  sign,
  installedAt,
  log,
}: MigrateOptions): Promise<number> {
  const names = namesIn(folder)
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const connection = await Connection.open({ url, connectMs: 10_000, settings: {} })
  try {
    const run = (text: string, params: unknown[] = []) => connection.send(text, params, send)
    await connection.send('begin read write', [], sendAsIs)
    await run("select pg_advisory_xact_lock(hashtext('fundesk migrations'))")
    for (const statement of journal) await run(statement)
    if (appRole) await allowApp(run, appRole)
    const rows = await run(
      'select hash, created_at, name from drizzle.__drizzle_migrations order by created_at',
    )
    refuseNewer(rows, names)
    const applied = new Map(rows.map((row) => [Number(row.created_at), row.hash]))
    // Earlier versions stored no names.
    for (const { created_at: at, name } of rows)
      if (name === null)
        await run('update drizzle.__drizzle_migrations set name = $2 where created_at = $1', [
          at,
          names.get(Number(at)) ?? null,
        ])
    const pending = migrations.filter(({ folderMillis }) => !applied.has(folderMillis))
    if (applied.size > 0) await lockTables(connection, pending.flatMap(({ sql }) => sql).join('\n'))
    let count = 0
    for (const { sql, hash, folderMillis } of migrations) {
      const before = applied.get(folderMillis)
      if (before === hash) continue
      if (before !== undefined)
        throw new Error(
          `A migration (of ${new Date(folderMillis).toISOString()}) was changed after it was applied here. Put it back and add a new one, or start with an empty database.`,
        )
      for (const statement of sql) if (statement.trim()) await connection.send(statement, [], sendAsIs)
      await run('insert into drizzle.__drizzle_migrations (hash, created_at, name) values ($1, $2, $3)', [
        hash,
        folderMillis,
        names.get(folderMillis) ?? null,
      ])
      count += 1
    }
    await coverTables(connection, send.limitMs)
    if (sign) {
      await noteRelease(connection, { release: [...names.values()].at(-1), limitMs: send.limitMs })
      const now = applied.size === 0 ? installedAt : undefined
      await sealTransaction(connection, { sign, now }, send.limitMs)
    }
    const { command } = await connection.send('commit', [], sendAsIs)
    if (command !== 'COMMIT') throw new Error('The database undid the migrations.')
    if (count > 0) log?.(`Applied ${count} database migration${count === 1 ? '' : 's'}`)
    return count
  } finally {
    await connection.end()
  }
}

/** Whether a database has the migrations of this release, all of them and no others. */
export async function isOfRelease(read: Read, folder: string): Promise<boolean> {
  const [there] = await read.execute<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  )
  if (!there?.found) return false
  const applied = await read.execute<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  const hashes = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
  return (
    applied
      .map(({ hash }) => hash)
      .sort()
      .join() === hashes.sort().join()
  )
}

const MAX_LOCK_ATTEMPTS = 20

/**
 * Locks the tables that these statements name, all at once or not at all. The instances of the previous version go on
 * reading while the migrations run: a reader that waits for one table and holds another would be the victim of a
 * deadlock. An attempt ends sooner than the server looks for deadlocks; after the last one the migrations begin anyway.
 */
async function lockTables(connection: Connection, statements: string): Promise<void> {
  const tables = await connection.send(
    "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname",
    [],
    send,
  )
  const words = new Set(statements.match(/\w+/g))
  const named = tables.map(({ relname }) => String(relname)).filter((name) => words.has(name))
  if (named.length === 0) return
  for (let attempt = 1; attempt <= MAX_LOCK_ATTEMPTS; attempt += 1) {
    await connection.send("savepoint locks; set local statement_timeout = '500ms'", [], sendAsIs)
    const tables = named.map((name) => `public."${name}"`).join(', ')
    const isLocked = await connection
      .send(`lock table ${tables} in access exclusive mode`, [], sendAsIs)
      .then(
        () => true,
        () => false,
      )
    // Rows that are written inside a savepoint have its own transaction number, and would not be sealed.
    const first = isLocked ? 'reset statement_timeout' : 'rollback to savepoint locks'
    await connection.send(`${first}; release savepoint locks`, [], sendAsIs)
    if (isLocked) return
    await setTimeout(250)
  }
}

/** The names of the migrations in a folder, oldest first, by the instant that identifies them. */
function namesIn(folder: string): Map<number, string> {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  return new Map(entries.map(({ when, tag }) => [when, tag]))
}

/**
 * Refuses a database with a migration that is not among our files: this code would damage or misread the data that it
 * changed.
 */
function refuseNewer(rows: readonly Record<string, unknown>[], names: ReadonlyMap<number, string>): void {
  const unknown = rows.filter(({ created_at }) => !names.has(Number(created_at))).at(-1)
  if (!unknown) return
  const made = new Date(Number(unknown.created_at)).toISOString().slice(0, 10)
  const theirs = typeof unknown.name === 'string' ? `${unknown.name} (${made})` : `one of ${made}`
  throw new Error(
    `The database is newer than this Fundesk: it has the migration ${theirs}, and this version knows up to ${[...names.values()].at(-1) ?? 'none'}. Start the newer version again, or restore the backup from before it was installed.`,
  )
}
