import { seedBase } from 'db/seed/base/seed-base'
import { contextOf } from 'tests/support/context'
import type { TestDatabase } from 'tests/support/postgres/database'
import { openThreads } from 'tests/support/threads'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { workOf } from '~/areas/access/user-work.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import { DomainError } from '~/platform/values/domain-error'
import { type Book, bookFile } from './reference-book'

export const NOW = new Date('2026-11-20T09:00:00Z')

/** Stores the base data; returns helpers for import tests: users, and runs with a worker pool. */
export async function importsInto(database: TestDatabase) {
  const { workers } = openThreads()
  const settings = { timeZone: 'Europe/Luxembourg' }
  const services = { database, workers, clock: () => NOW, settings }
  await database.transaction((tx) => seedBase(tx, NOW))

  /** A user with all rights for administration by default. */
  async function user(userName: string, rights = { add: true, update: true, delete: true }): Promise<Actor> {
    const [row] = await database.ownerSql`
      insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
      values (${userName}, ${userName}, 'Test', 'ADMIN', '', now()) returning id`
    await database.ownerSql`
      insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
      values (${row?.id}, 'administration', ${rights.add}, ${rights.update}, ${rights.delete})`
    const actor = await actorById(contextOf({ read: database.read, now: NOW }), Number(row?.id))
    if (!actor) throw new Error('no such user')
    return actor
  }

  return {
    services,
    user,
    run: async (book: Book, actor: Actor | null = null, dryRun = false) =>
      runImport(workOf(services, actor), services, await bookFile(book), { dryRun }),
  }
}

/** The errors that an import was refused with. */
export async function faultsOf(run: Promise<unknown>): Promise<string[]> {
  try {
    await run
  } catch (error) {
    if (error instanceof DomainError) return error.options.list ?? [error.message]
    throw error
  }
  return []
}
