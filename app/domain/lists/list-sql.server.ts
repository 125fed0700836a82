import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type ListFilter, type ListKind, type ListQuery } from './list-query'

/** A column that a list may be sorted, filtered and searched by, with the SQL that gives its value. */
export interface SqlColumn {
  kind: ListKind
  sql: SQLWrapper
}

/** The allow-list of a list's columns: what is not in it cannot reach the database. */
export type SqlColumns = Readonly<Record<string, SqlColumn>>

/** LIKE's own signs taken as text. */
const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The WHERE of a query's filters and search; undefined for none. */
export function whereOf(query: ListQuery, columns: SqlColumns, timeZone: string): SQL | undefined {
  const conditions = query.filters.flatMap((filter) => {
    const column = columnIn(columns, filter.column)
    return column ? [conditionOf(column, filter, timeZone)] : []
  })
  if (query.search !== '') {
    const searched = Object.values(columns).filter(({ kind }) => kind === 'text')
    const found = searched.map((column) => sql`${column.sql} ilike ${likeText(query.search)}`)
    if (found.length > 0) conditions.push(sql`(${sql.join(found, sql` or `)})`)
  }
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `)
}

/** The ORDER BY of a query, ending with the key so that pages never overlap. */
export function orderOf(query: ListQuery, columns: SqlColumns, key: SQLWrapper): SQL[] {
  const order = query.sort.flatMap(({ column, descending }) => {
    const known = columnIn(columns, column)
    return known ? [descending ? sql`${known.sql} desc nulls last` : sql`${known.sql} asc nulls last`] : []
  })
  return [...order, sql`${key} asc`]
}

function conditionOf(
  { kind, sql: value }: SqlColumn,
  { operator, values }: ListFilter,
  timeZone: string,
): SQL {
  const [first = '', last = ''] = values
  const left = leftOf(kind, value, timeZone)
  const right = (text: string) => rightOf(kind, text)
  switch (operator) {
    case 'empty':
      return kind === 'text' ? sql`coalesce(${value}, '') = ''` : sql`${value} is null`
    case 'filled':
      return kind === 'text' ? sql`coalesce(${value}, '') <> ''` : sql`${value} is not null`
    case 'contains':
      return sql`${kind === 'text' ? value : sql`(${left})::text`} ilike ${likeText(first)}`
    case 'equals':
      return sql`${left} = ${right(first)}`
    case 'differs':
      return sql`${left} is distinct from ${right(first)}`
    case 'greater':
      return sql`${left} > ${right(first)}`
    case 'at-least':
      return sql`${left} >= ${right(first)}`
    case 'less':
      return sql`${left} < ${right(first)}`
    case 'at-most':
      return sql`${left} <= ${right(first)}`
    case 'between':
      return sql`${left} between ${right(first)} and ${right(last)}`
    case 'in':
      if (values.length === 0) return sql`false`
      return sql`${left} in (${sql.join(values.map(right), sql`, `)})`
  }
}

function leftOf(kind: ListKind, value: SQLWrapper, timeZone: string): SQL {
  if (kind === 'instant') return sql`(${value} at time zone ${timeZone})::date`
  if (kind === 'text') return sql`lower(${value})`
  return sql`${value}`
}

function rightOf(kind: ListKind, text: string): SQL {
  if (kind === 'number') return sql`${text}::numeric`
  // A boolean, not its text: the driver would send every text as false.
  if (kind === 'boolean') return sql`${text === 'true'}::boolean`
  if (kind === 'text') return sql`lower(${text})`
  return sql`${text}::date`
}
