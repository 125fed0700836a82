import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import {
  clientValidator,
  expenseType,
  fund,
  kpiComment,
  kpiMethod,
  legalEntity,
  routineType,
} from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { and, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { List, ListQuery } from '~/platform/lists/list'
import { fieldsOfRows, type ListTables, left } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { ownValue } from '~/platform/values/own-value'
import { eventHash } from '~/platform/workflow/event-hash'
import { AUDIT_COLUMNS, type AuditBounds, auditScope, eventsIn, MAX_SEARCHED } from './audit-scope.server'
import { type EventContext, eventValues } from './event-diff'
import { type AuditEvent, EVENT_ROW, event } from './fields.server'

/**
 * Whether an event still has the content that was hashed when it happened, and follows the one before it; null when
 * there is none.
 */
export async function hashAgrees(read: Read, eventId: number): Promise<boolean | null> {
  const [event] = await read.select().from(workflowEvent).where(eq(workflowEvent.id, eventId))
  if (!event) return null
  const { id, previousHash, hash, ...content } = event
  const [before] = await read
    .select({ hash: workflowEvent.hash })
    .from(workflowEvent)
    .where(and(eq(workflowEvent.objectId, event.objectId), inArray(workflowEvent.seq, [event.seq - 1])))
  return previousHash === (before?.hash ?? '') && eventHash(content, previousHash) === hash
}

type Names = ReadonlyMap<number, string>
type Lookup = (read: Read, ids: number[]) => Promise<{ id: number; name: string }[]>

/** The names of the rows of a table, from one of its columns. */
function named(table: PgTable & { id: AnyPgColumn }, name: AnyPgColumn | SQL): Lookup {
  return async (read, ids) => {
    const rows: unknown = await read
      .select({ id: table.id, name })
      .from(table as PgTable)
      .where(inArray(table.id, ids))
    return rows as { id: number; name: string }[]
  }
}

const { firstName, lastName } = clientValidator
const entities = named(legalEntity, legalEntity.name)
const expenses = named(expenseType, expenseType.name)
const routines = named(routineType, routineType.name)
const validators = named(clientValidator, sql<string>`concat(${firstName}, ' ', ${lastName})`)
const users = named(appUser, appUser.userName)
const funds = named(fund, fund.code)
const methods = named(kpiMethod, kpiMethod.name)
const comments = named(kpiComment, kpiComment.value)

/** Field of an event's data → the table that its number refers to. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  invoicedLegalEntity: entities,
  invoicedFundLegalEntity: entities,
  settlementLegalEntity: entities,
  settlingLegalEntity: entities,
  supplier_id: entities,
  settling_legal_entity_id: entities,
  legalEntityId: entities,
  legalEntity: entities,
  managementCompanyId: entities,
  entityId: entities,
  expenseType: expenses,
  expense_type_id: expenses,
  routineType: routines,
  routine_type_id: routines,
  validatingUserA: validators,
  validatingUserB: validators,
  userId: users,
  user_id: users,
  fundId: funds,
  kpiMethodId: methods,
  kpiCommentId: comments,
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 2 ** 31

/** The names behind the numbers in these events' data, read once for all of them. */
async function namedValues(read: Read, datas: readonly unknown[]): Promise<EventContext['nameOf']> {
  const wanted = new Map<Lookup, Set<number>>()
  for (const data of datas) collect('', data, wanted)
  const found = new Map<Lookup, Names>()
  await Promise.all(
    [...wanted].map(async ([lookup, ids]) => {
      const rows = await lookup(read, [...ids])
      found.set(lookup, new Map(rows.map(({ id, name }) => [id, name])))
    }),
  )
  return (field, value) => {
    const lookup = lookupOf(field)
    return (lookup && isId(value) && found.get(lookup)?.get(value)) || null
  }
}

const lookupOf = (field: string): Lookup | undefined => {
  const name = field.split(', ').at(-1) ?? ''
  return ownValue(LOOKUPS, name)
}

function collect(field: string, given: unknown, wanted: Map<Lookup, Set<number>>): void {
  const value = typeof given === 'string' && given.startsWith('{') ? parsed(given) : given
  if (value !== null && typeof value === 'object')
    for (const [name, each] of Object.entries(value)) collect(name, each, wanted)
  const lookup = lookupOf(field)
  if (!lookup || !isId(value)) return
  const ids = wanted.get(lookup) ?? new Set()
  wanted.set(lookup, ids.add(value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const columns = sqlColumns(AUDIT_COLUMNS, EVENT_ROW)

const TABLES: ListTables = { table: event, joins: [left(appUser, eq(appUser.id, event.userId))] }

/** The text that is searched: put into lower case once for each event, not once for each column. */
const TEXTS = sql`lower(concat_ws(' ', ${event.log}, ${event.data}::text, ${event.whoName}, ${event.name}, ${event.status}, ${event.queue}))`

/**
 * All events of the site. Days, people, kinds and objects are found by indexes; anything else is searched for among the
 * newest of the events that these leave (`MAX_SEARCHED`), so that a million events are searched as quickly as a
 * thousand.
 */
export function auditList(
  context: Context,
  { before = null, most = MAX_SEARCHED }: AuditBounds = {},
): List<AuditEvent> {
  async function listFor(query: ListQuery) {
    const scope = await auditScope(context, query, before)
    const definition = {
      columns,
      from: sql`${eventsIn(context.read, scope, most)}`,
      found: (words: SQL) => like(TEXTS, words),
      key: event.id,
      keyOf: ({ id }: AuditEvent) => id,
      rows: (ids: readonly number[]) => auditEvents(context, ids),
    }
    return { list: sqlList(context, definition), rest: scope.rest }
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

/** These events with their values as text, in any order. */
async function auditEvents({ read, timeZone }: Context, ids: readonly number[]): Promise<AuditEvent[]> {
  const rows = await fieldsOfRows(read, TABLES, EVENT_ROW, inArray(event.id, [...ids]))
  const events = rows.map((row) => ({ row, data: JSON.parse(row.values) as Record<string, unknown> }))
  const nameOf = await namedValues(
    read,
    events.map(({ data }) => data),
  )
  return events.map(({ row, data }) => ({
    ...row,
    values: eventValues(data, { timeZone, nameOf }),
    table: typeof data.table === 'string' ? data.table : null,
  }))
}
