import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import type { ListQuery } from '~/platform/lists/list-query'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { EventClass } from '~/platform/workflow/types'
import type { AuditEvent } from './audit-event'
import { type AuditBounds, auditScope, eventsIn, MOST_SEARCHED } from './audit-scope.server'
import { toldValues } from './event-diff'
import { namedValues } from './named-values.server'

const columns: SqlColumns = {
  id: { kind: 'number', sql: sql`event.id`, required: true },
  at: { kind: 'instant', sql: sql`event.at`, required: true },
  who_name: { kind: 'text', sql: sql`event.who_name`, required: true },
  object_kind: { kind: 'text', sql: sql`event.object_kind`, lower: sql`event.object_kind`, required: true },
  object_id: { kind: 'number', sql: sql`event.object_id`, required: true },
  type: { kind: 'text', sql: sql`event.type`, required: true },
  name: { kind: 'text', sql: sql`event.name`, required: true },
  status: { kind: 'text', sql: sql`event.status`, required: true },
  queue: { kind: 'text', sql: sql`event.queue`, required: true },
  log: { kind: 'text', sql: sql`event.log`, required: true },
  values: { kind: 'text', sql: sql`event.data::text`, required: true },
  hash: { kind: 'text', sql: sql`event.hash`, required: true },
}

/** Where the search looks: put into lower case once an event, not once a column. */
const TEXTS = sql`lower(concat_ws(' ', event.log, event.data::text, event.who_name, event.name, event.status, event.queue))`

/**
 * All events of the site. Days, people, kinds and objects are found by indexes; anything else is looked for among the
 * newest of what these leave (`MOST_SEARCHED`), so that a million events are asked as quickly as a thousand.
 */
export function auditList(
  read: Read,
  timeZone: string,
  { before = null, most = MOST_SEARCHED }: AuditBounds = {},
): List<AuditEvent> {
  async function listFor(query: ListQuery) {
    const scope = await auditScope(read, query, timeZone, before)
    const definition = {
      columns,
      from: eventsIn(scope, most),
      found: (like: SQL) => sql`${TEXTS} like ${like}`,
      key: sql`event.id`,
      keyOf: ({ id }: AuditEvent) => id,
      rows: (ids: readonly number[]) => auditEvents(read, ids, timeZone),
    }
    return { list: sqlList(read, definition, timeZone), rest: scope.rest }
  }
  return {
    async page(query) {
      const { list, rest } = await listFor(query)
      return list.page(rest)
    },
    async values(query, column, search) {
      const others = { ...query, filters: query.filters.filter((filter) => filter.column !== column) }
      const { list, rest } = await listFor(others)
      return list.values(rest, column, search)
    },
    async *rows(query, keys) {
      const { list, rest } = await listFor(query)
      yield* list.rows(rest, keys)
    },
    async groups(query, keys) {
      const { list, rest } = await listFor(query)
      return list.groups(rest, keys)
    },
  }
}

/** These events with their values in words, in any order. */
export async function auditEvents(
  read: Read,
  ids: readonly number[],
  timeZone: string,
): Promise<AuditEvent[]> {
  const event = workflowEvent
  const rows = await read
    .select({
      ...{ id: event.id, at: event.at, who_name: event.whoName, user_name: appUser.userName },
      ...{ object_kind: event.objectKind, object_id: event.objectId, seq: event.seq, round: event.round },
      ...{ type: event.type, name: event.name, from_queue: event.fromQueue, from_status: event.fromStatus },
      ...{ queue: event.queue, status: event.status, class: event.class, log: event.log },
      ...{ hash: event.hash, previous_hash: event.previousHash, data: event.data },
    })
    .from(event)
    .leftJoin(appUser, eq(appUser.id, event.userId))
    .where(inArray(event.id, [...ids]))
  const nameOf = await namedValues(
    read,
    rows.map(({ data }) => data),
  )
  return rows.map(({ data, ...row }) => {
    const fields = data as Record<string, unknown>
    return {
      ...row,
      class: row.class as EventClass,
      values: toldValues(fields, { timeZone, nameOf }),
      table: typeof fields.table === 'string' ? fields.table : null,
    }
  })
}
