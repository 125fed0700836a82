import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { ListFilter, ListQuery } from '~/platform/lists/list'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { conditionsOf, likeText } from '~/platform/lists/sql-where.server'
import type { Context } from '~/platform/values/context.server'
import type { ListColumn } from '~/ui/grid/columns'
import { AUDIT_DECLARED, type AuditEvent } from './fields.server'
import { auditColumns } from './list'

/** The last event that a search read: it continues with the events before that. */
export interface AuditMark {
  id: number
  at: Date
}

/** The event of this id as a mark; null where there is none. */
export async function auditMark(read: Read, id: number | null): Promise<AuditMark | null> {
  if (id === null) return null
  const [event] = await read
    .select({ id: workflowEvent.id, at: workflowEvent.at })
    .from(workflowEvent)
    .where(eq(workflowEvent.id, id))
  return event ?? null
}

/** The events before it, in the order in which they are searched: one day may hold more than one search takes. */
function beforeMark({ id }: AuditMark): SQL {
  // Queried again, as dates hold milliseconds and the database microseconds.
  return sql`(${workflowEvent.at}, ${workflowEvent.id}) < (select mark.at, mark.id from ${workflowEvent} mark where mark.id = ${id})`
}

/**
 * The events that a filter of "By" selects: by the name at that time, which each event stores, or by the user name,
 * which never changes. Both are found by indexes. Names that are chosen from the list must match exactly.
 */
async function byPeople(read: Read, { operator, values }: ListFilter): Promise<SQL> {
  const { whoName, userId } = workflowEvent
  if (operator === 'empty') return sql`${whoName} = ''`
  if (operator === 'filled') return sql`${whoName} <> ''`
  if (operator === 'in') return inArray(whoName, [...values])
  const [text = ''] = values
  const fits = (name: SQL) =>
    operator === 'contains'
      ? sql`lower(${name}) like lower(${likeText(text)})`
      : sql`lower(${name}) = lower(${text})`
  const [names, ids] = await Promise.all([
    storedNames(read, fits),
    read
      .select({ id: appUser.id })
      .from(appUser)
      .where(fits(sql`${appUser.userName}`)),
  ])
  const byName = inArray(whoName, names)
  const found =
    ids.length === 0
      ? byName
      : sql`(${byName} or ${inArray(
          userId,
          ids.map(({ id }) => id),
        )})`
  return operator === 'differs' ? sql`(${not(found)}) is not false` : found
}

/** The distinct names in events that match: the index is queried for the next name, not for every event. */
async function storedNames(read: Read, fits: (name: SQL) => SQL): Promise<string[]> {
  const { whoName } = workflowEvent
  const found: unknown = await read.execute(sql`
    with recursive names (name) as (
      (select ${whoName} from ${workflowEvent} order by ${whoName} limit 1)
      union all
      select (
        select ${whoName} from ${workflowEvent} where ${whoName} > names.name order by ${whoName} limit 1
      ) from names where names.name is not null
    )
    select name from names where name is not null and ${fits(sql`name`)}`)
  return (found as { name: string }[]).map(({ name }) => name)
}

/** How many events a text search reads at most: a fraction of a second's work, whatever their age. */
export const MAX_SEARCHED = 50_000

/** Columns of the audit trail. */
export const AUDIT_COLUMNS = auditColumns(AUDIT_DECLARED)

/** The conditions that an index serves; all others are searched event by event. */
const INDEXED = ['id', 'at', 'object_kind', 'object_id'] as const
type Indexed = ListColumn<AuditEvent, (typeof INDEXED)[number]>
const indexedColumns = sqlColumns(
  AUDIT_COLUMNS.filter((column): column is Indexed & typeof column =>
    (INDEXED as readonly string[]).includes(column.id),
  ),
  {
    id: { sql: workflowEvent.id, required: true },
    at: { sql: workflowEvent.at, required: true },
    object_kind: { sql: workflowEvent.objectKind, lower: workflowEvent.objectKind, required: true },
    object_id: { sql: workflowEvent.objectId, required: true },
  },
)

/** The events that a query may find, and what must still be searched for among them. */
export interface AuditScope {
  /** Conditions that indexes serve, over workflow_event. */
  where: SQL[]
  /** The query without these. */
  rest: ListQuery
  /** True when a condition is searched event by event: in the newest of the scope only. */
  bounded: boolean
}

/** The range of a search. */
export interface AuditBounds {
  /** Only events before this one are searched; null or none for all. */
  before?: AuditMark | null
  /** The number of events that are searched one by one. */
  most?: number
}

/** Splits a query into what indexes find and what is searched for event by event. */
export async function auditScope(
  { read, timeZone }: Context,
  query: ListQuery,
  before: AuditMark | null = null,
): Promise<AuditScope> {
  const served = query.filters.filter(({ column }) => (INDEXED as readonly string[]).includes(column))
  const who = query.filters.filter(({ column }) => column === 'who_name')
  const others = query.filters.filter((filter) => !served.includes(filter) && !who.includes(filter))
  const found = served.map(
    (filter) =>
      byNumber(filter) ??
      conditionsOf(
        { ...query, filters: [filter], any: [], search: '' },
        { columns: indexedColumns },
        timeZone,
      ),
  )
  const people = await Promise.all(who.map((filter) => byPeople(read, filter)))
  return {
    where: [...(before ? [beforeMark(before)] : []), ...found.flat(), ...people],
    rest: { ...query, filters: others },
    bounded: others.length + (query.any?.length ?? 0) > 0 || query.search !== '',
  }
}

/**
 * The events of a scope, as rows of `event`: all, or the newest of them.
 * @param most the most events that are searched one by one
 */
export function eventsIn(
  read: Read,
  { where, bounded }: Pick<AuditScope, 'where' | 'bounded'>,
  most: number,
) {
  const { at, id } = workflowEvent
  const events = read
    .select()
    .from(workflowEvent)
    .where(and(...where))
    .$dynamic()
  return (bounded ? events.orderBy(desc(at), desc(id)).limit(most) : events).as('event')
}

/** The events with these numbers, as the index has them without decimals; null for any other query. */
function byNumber({ column, operator, values }: ListFilter): SQL | null {
  const numbers = column === 'object_id' ? workflowEvent.objectId : column === 'id' ? workflowEvent.id : null
  if (numbers === null || !['equals', 'in'].includes(operator)) return null
  if (values.length === 0 || !values.every((value) => /^\d{1,15}$/.test(value))) return null
  return inArray(numbers, values.map(Number))
}

/** How far back a text was searched for. */
export interface AuditReach {
  /** The number of events that the other filters leave. */
  events: number
  searched: number
  /** The oldest event searched, from which a search may continue; null when these were all. */
  back: AuditMark | null
}

/** How far back a query searches for a text; null when it searches for none, and so finds all there are. */
export async function auditReach(
  context: Context,
  query: ListQuery,
  { before = null, most = MAX_SEARCHED }: AuditBounds = {},
): Promise<AuditReach | null> {
  const { read } = context
  const { where, bounded } = await auditScope(context, query, before)
  if (!bounded) return null
  const { at, id } = workflowEvent
  const found = and(...where)
  const [events, [last]] = await Promise.all([
    read.$count(workflowEvent, found),
    read
      .select({ id, at })
      .from(workflowEvent)
      .where(found)
      .orderBy(desc(at), desc(id))
      .limit(1)
      .offset(most - 1),
  ])
  return {
    events,
    searched: Math.min(events, most),
    back: last && events > most ? last : null,
  }
}
