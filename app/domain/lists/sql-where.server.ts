import { type SQL, sql } from 'drizzle-orm'
import { columnIn, type ListFilter, type ListQuery } from './list-query'
import { periodOf } from './period'
import { comparedSql, exactlySql, type SqlColumn, type SqlColumns, valueSql } from './sql-columns.server'

/** LIKE's own signs taken as text. */
export const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The conditions of a query's filters and search; none for all rows. */
export function conditionsOf(query: ListQuery, columns: SqlColumns, timeZone: string): SQL[] {
  const conditions = query.filters.flatMap((filter) => {
    const column = columnIn(columns, filter.column)
    return column ? [conditionOf(column, filter, timeZone)] : []
  })
  const searched = Object.values(columns).filter(({ kind, unsearched }) => kind === 'text' && !unsearched)
  if (query.search !== '' && searched.length > 0) {
    const found = searched.map((column) => sql`${column.sql} ilike ${likeText(query.search)}`)
    conditions.push(sql`(${sql.join(found, sql` or `)})`)
  }
  return conditions
}

/** WHERE of conditions that all hold; nothing for none. */
export function whereSql(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join([...conditions], sql` and `)}`
}

function conditionOf(column: SqlColumn, { operator, values }: ListFilter, timeZone: string): SQL {
  const { kind, sql: value } = column
  const [first = '', last = ''] = values
  const left = comparedSql(column, timeZone)
  const right = (text: string) => valueSql(kind, text)
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
      return anyOf(column, values, timeZone)
  }
}

function anyOf(column: SqlColumn, values: readonly string[], timeZone: string): SQL {
  const { kind, sql: value } = column
  const left = comparedSql(column, timeZone)
  const given = values.filter((text) => text !== '')
  const some = given.length < values.length ? [exactlySql(column, '', timeZone)] : []
  const listed = (texts: readonly SQL[]) => sql.join([...texts], sql`, `)
  if (kind === 'text' && given.length > 0)
    some.push(
      sql`(${left} in (${listed(given.map((text) => sql`lower(${text})`))}) and ${value} in (${listed(given.map((text) => sql`${text}`))}))`,
    )
  else if (kind === 'day' || kind === 'instant')
    for (const text of given) {
      const period = periodOf(text)
      if (period) some.push(sql`${left} between ${period.first}::date and ${period.last}::date`)
    }
  else if (given.length > 0) some.push(sql`${left} in (${listed(given.map((text) => valueSql(kind, text)))})`)
  return some.length === 0 ? sql`false` : sql`(${sql.join(some, sql` or `)})`
}
