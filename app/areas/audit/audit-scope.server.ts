import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { ListFilter, ListQuery } from '~/platform/lists/list-query'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { conditionsOf, whereSql } from '~/platform/lists/sql-where.server'
import { type AuditMark, beforeMark } from './audit-mark.server'
import { byPeople } from './people-named.server'

/** Events that a text is looked for in: as many as are read in a fraction of a second, whatever their age. */
export const MOST_SEARCHED = 50_000

/** What an index finds; everything else is looked for event by event. */
const INDEXED = ['id', 'at', 'object_kind', 'object_id'] as const
const indexedColumns: SqlColumns = {
  id: { kind: 'number', sql: workflowEvent.id, required: true },
  at: { kind: 'instant', sql: workflowEvent.at, required: true },
  object_kind: {
    kind: 'text',
    sql: workflowEvent.objectKind,
    lower: workflowEvent.objectKind,
    required: true,
  },
  object_id: { kind: 'number', sql: workflowEvent.objectId, required: true },
}

/** The events that a query may find, and what is still to be looked for among them. */
export interface AuditScope {
  /** Conditions that indexes serve, over workflow_event. */
  where: SQL[]
  /** The query without these. */
  rest: ListQuery
  /** True when something is looked for event by event: in the newest of the scope only. */
  bounded: boolean
}

/** How far a search goes. */
export interface AuditBounds {
  /** Only events before this one are looked at; null or none for all. */
  before?: AuditMark | null
  /** Events that are looked through one by one. */
  most?: number
}

/** Splits a query into what indexes find and what is looked for event by event. */
export async function auditScope(
  read: Read,
  query: ListQuery,
  timeZone: string,
  before: AuditMark | null = null,
): Promise<AuditScope> {
  const served = query.filters.filter(({ column }) => (INDEXED as readonly string[]).includes(column))
  const who = query.filters.filter(({ column }) => column === 'who_name')
  const others = query.filters.filter((filter) => !served.includes(filter) && !who.includes(filter))
  const found = served.map(
    (filter) =>
      byNumber(filter) ??
      conditionsOf({ ...query, filters: [filter], search: '' }, { columns: indexedColumns }, timeZone),
  )
  const people = await Promise.all(who.map((filter) => byPeople(read, filter)))
  return {
    where: [...(before ? [beforeMark(before)] : []), ...found.flat(), ...people],
    rest: { ...query, filters: others },
    bounded: others.length > 0 || query.search !== '',
  }
}

/**
 * The events of a scope as a table called "event": all, or the newest of them.
 * @param most events that are looked through one by one
 */
export function eventsIn({ where, bounded }: Pick<AuditScope, 'where' | 'bounded'>, most: number): SQL {
  const events = sql`select * from ${workflowEvent}${whereSql(where)}`
  if (!bounded) return sql`(${events}) as event`
  const { at, id } = workflowEvent
  return sql`(${events} order by ${at} desc, ${id} desc limit ${most}) as event`
}

/** The events of these numbers as the index knows them, which holds no decimals; null for any other question. */
function byNumber({ column, operator, values }: ListFilter): SQL | null {
  const numbers = column === 'object_id' ? workflowEvent.objectId : column === 'id' ? workflowEvent.id : null
  if (numbers === null || !['equals', 'in'].includes(operator)) return null
  if (values.length === 0 || !values.every((value) => /^\d{1,15}$/.test(value))) return null
  return inArray(numbers, values.map(Number))
}
