import { readMigrationFiles } from 'drizzle-orm/migrator'
import { allowApp } from './app-role'
import { Lane } from './lane'

export interface MigrateOptions {
  /** Address of the account that owns the tables. */
  url: string
  /** The folder drizzle-kit generates into, with meta/_journal.json. */
  folder: string
  /** The app's account when it is another than the owner; it may use rows of the tables, not change tables. */
  appRole?: string
  log?: (message: string) => void
}

const journal = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`,
]

const send = { limitMs: 30 * 60_000 }

/**
 * Brings the tables up to date: applies, in one transaction, the migrations that were not applied yet. Several
 * processes may call it at once; one works, the others wait.
 * @returns how many were applied
 * @throws Error when a migration fails, with nothing applied, or when an applied one was changed afterwards
 */
export async function migrate({ url, folder, appRole, log }: MigrateOptions): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const lane = await Lane.open({ url, connectMs: 10_000, settings: {} })
  try {
    const run = (text: string, params: unknown[] = []) => lane.send(text, params, send)
    await lane.send('begin read write', [], { ...send, simple: true })
    await run("select pg_advisory_xact_lock(hashtext('fundesk migrations'))")
    for (const statement of journal) await run(statement)
    if (appRole) await allowApp(run, appRole)
    const applied = new Map(
      (await run('select hash, created_at from drizzle.__drizzle_migrations')).map((row) => [
        Number(row.created_at),
        row.hash,
      ]),
    )
    let count = 0
    for (const { sql, hash, folderMillis } of migrations) {
      const before = applied.get(folderMillis)
      if (before === hash) continue
      if (before !== undefined)
        throw new Error(
          `A migration (of ${new Date(folderMillis).toISOString()}) was changed after it was applied here. Put it back and add a new one, or start with an empty database.`,
        )
      for (const statement of sql)
        if (statement.trim()) await lane.send(statement, [], { ...send, simple: true })
      await run('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
      count += 1
    }
    const { command } = await lane.send('commit', [], { ...send, simple: true })
    if (command !== 'COMMIT') throw new Error('The database undid the migrations.')
    if (count > 0) log?.(`Applied ${count} database migration${count === 1 ? '' : 's'}`)
    return count
  } finally {
    await lane.end()
  }
}
