import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import type { TestSite } from 'tests/support/site'
import type { Actor } from '~/areas/access/actor'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import type { RowValues, TableRow } from '~/platform/tables/table-column'
import type { PostedRow } from '~/platform/tables/table-row'
import { DomainError } from '~/platform/values/domain-error'

/** The verbs of a site’s lookup tables, each by a user, with a new form key unless given. */
export async function lookupTables(site: TestSite) {
  const [second] = await site.ownerSql`
    insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
    values ('admin9', 'Ada', 'Second', 'ADMIN', '', now()) returning id`
  const other = { ...site.actor('admin'), id: Number(second?.id), fullName: 'Ada Second' }
  const by = (actor: Actor = site.actor('admin'), key: string = randomUUID()) => ({
    actor,
    now: site.clock(),
    timeZone: 'Europe/Luxembourg',
    key,
  })
  return {
    other,
    by,
    create: (table: string, posted: PostedRow, who = by()) =>
      site.transaction((tx) => createRow(contextOf({ tx, ...who }), lookupTableNamed(table), posted)),
    update: (table: string, key: string, posted: PostedRow, seen: RowValues | null = null, who = by()) =>
      site.transaction((tx) =>
        updateRow(contextOf({ tx, ...who }), lookupTableNamed(table), { key, posted, seen }),
      ),
    delete: (table: string, key: string, seen: RowValues | null = null, who = by()) =>
      site.transaction((tx) => deleteRow(contextOf({ tx, ...who }), lookupTableNamed(table), { key, seen })),
    load: (table: string): Promise<TableRow[]> =>
      lookupTableNamed(table).load(contextOf({ read: site.read })),
    find: (table: string, key: string) => lookupTableNamed(table).find(contextOf({ read: site.read }), key),
    /** The events of rows, newest first. */
    events: async () =>
      (await site.ownerSql`
        select name, status, who_name, log, data from workflow_event
        where object_id = 1 and name like '% row' order by seq desc`) as unknown as RowEvent[],
  }
}

interface RowEvent {
  name: string
  status: string
  who_name: string
  log: string
  data: { table: string; key: string; before: string; after: string }
}

/** The refusal that a verb ends with. */
export async function refusal(run: Promise<unknown>): Promise<DomainError> {
  try {
    await run
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('It was not refused.')
}
