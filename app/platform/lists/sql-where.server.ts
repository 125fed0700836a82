import { plannedForValues } from 'db/session'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type ListFilter, type ListOperator, type ListQuery } from './list'
import { periodOf } from './row-values'
import {
  anyHundredthsSql,
  anyTextSql,
  beginSql,
  comparedSql,
  exactlySql,
  hundredthsSql,
  type SqlColumn,
  type SqlListDefinition,
  valueSql,
  withinDaysSql,
} from './sql-columns.server'

/** Escapes LIKE's special characters. */
export const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The parts of a list that its conditions use. */
export type Searched = Pick<SqlListDefinition<never>, 'columns' | 'search' | 'found'>

/** The rows with this text in one of their columns. */
function searchSql(words: string, { columns, search, found: findRows }: Searched): SQL[] {
  if (search) return [foundSql(search, words)]
  // Lower-cased once, not for each row.
  if (findRows) return [findRows(sql`(select lower(${likeText(words)}))`)]
  const searched = Object.values(columns).filter(({ kind, unsearched }) => kind === 'text' && !unsearched)
  const found = searched.map((column) => sql`${column.sql} ilike ${likeText(words)}`)
  return found.length > 0 ? [sql`(${sql.join(found, sql` or `)})`] : []
}

/**
 * The rows whose searched text contains these words. A text shorter than the three letters of a trigram bypasses the
 * index, which would have to be read completely.
 */
function foundSql(search: SQLWrapper, words: string): SQL {
  const found = sql`${search} like lower(${likeText(words)})`
  return hasTrigram(words) ? found : sql`(${found}) is true`
}

const hasTrigram = (words: string) => /[\p{L}\p{N}]{3}/u.test(words)

/**
 * The rows whose column contains these words. A text in one column is also in the text of all columns, whose index
 * finds the rows.
 */
function containedSql(
  column: SqlColumn,
  words: string,
  timeZone: string,
  search: SQLWrapper | undefined,
): SQL {
  const { kind, sql: value, lower, unsearched } = column
  if (kind !== 'text') return sql`(${comparedSql(column, timeZone)})::text ilike ${likeText(words)}`
  const contained = lower
    ? sql`${lower} like lower(${likeText(words)})`
    : sql`${value} ilike ${likeText(words)}`
  const indexed = search && !unsearched && hasTrigram(words)
  return indexed ? sql`(${foundSql(search, words)} and ${contained})` : contained
}

/** The conditions of a query's filters and search; none for all rows. */
export function conditionsOf(query: ListQuery, list: Searched, timeZone: string): SQL[] {
  const conditions = filtersSql(query.filters, list, timeZone)
  const any = (query.any ?? []).map(
    (each) => sql`(${sql.join([sql`true`, ...filtersSql(each, list, timeZone)], sql` and `)})`,
  )
  if (any.length > 0) conditions.push(sql`(${sql.join(any, sql` or `)})`)
  return query.search === '' ? conditions : [...conditions, ...searchSql(query.search, list)]
}

/**
 * A statement with the conditions of a query: PostgreSQL plans it for their values, because the number of matching rows
 * determines the best plan. Without conditions the plan is cached.
 */
export function plannedFor({ filters, any, search }: ListQuery, statement: SQL): SQL {
  const all = filters.length === 0 && !any?.length && search === ''
  return all ? statement : plannedForValues(statement)
}

function filtersSql(filters: readonly ListFilter[], list: Searched, timeZone: string): SQL[] {
  return filters.flatMap((filter) => {
    const column = columnIn(list.columns, filter.column)
    if (!column) return []
    const own = conditionOf(column, filter, timeZone, list.search)
    const condition = column.joined && takesText(filter) ? sql`(${column.joined} and ${own})` : own
    // An index finds the rows with any value; the condition then selects some of them.
    return column.filled && takesFilled(filter)
      ? [filter.operator === 'filled' ? sql`${column.filled}` : sql`(${column.filled} and ${condition})`]
      : [condition]
  })
}

/** Whether a filter only selects rows with a value. */
export const takesFilled = ({ operator }: ListFilter) =>
  operator !== 'empty' && operator !== 'differs' && operator !== 'in'

/** Whether a filter only selects rows whose text is not empty. */
const takesText = ({ operator, values }: ListFilter) =>
  ['contains', 'equals', 'in', 'filled'].includes(operator) && !values.includes('')

/** WHERE with all conditions; nothing if there are none. */
export function whereSql(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join([...conditions], sql` and `)}`
}

function conditionOf(
  column: SqlColumn,
  { operator, values }: ListFilter,
  timeZone: string,
  search?: SQLWrapper,
): SQL {
  const { kind, sql: value } = column
  const [first = '', last = ''] = values
  switch (operator) {
    case 'empty':
      return kind === 'text' ? sql`coalesce(${value}, '') = ''` : sql`${value} is null`
    case 'filled':
      return kind === 'text' ? sql`coalesce(${value}, '') <> ''` : sql`${value} is not null`
    case 'contains':
      return containedSql(column, first, timeZone, search)
    case 'in':
      return anyOf(column, values, timeZone)
  }
  if (kind === 'instant') return instantSql(value, operator, first, last, timeZone)
  if (column.hundredths) return hundredthsSql(column.hundredths, operator, first, last)
  const left = comparedSql(column, timeZone)
  const right = valueSql(kind, first)
  switch (operator) {
    case 'equals':
      return sql`${left} = ${right}`
    case 'differs':
      return sql`${left} is distinct from ${right}`
    case 'greater':
      return sql`${left} > ${right}`
    case 'at-least':
      return sql`${left} >= ${right}`
    case 'less':
      return sql`${left} < ${right}`
    case 'at-most':
      return sql`${left} <= ${right}`
    case 'between':
      return sql`${left} between ${right} and ${valueSql(kind, last)}`
  }
}

/** Days are compared by the instants at which they begin, which are indexed. */
function instantSql(
  value: SQLWrapper,
  operator: Exclude<ListOperator, 'empty' | 'filled' | 'contains' | 'in'>,
  first: string,
  last: string,
  timeZone: string,
): SQL {
  const begin = beginSql(first, timeZone)
  const end = beginSql(first, timeZone, 1)
  switch (operator) {
    case 'equals':
      return withinDaysSql(value, first, first, timeZone)
    case 'differs':
      return sql`(${withinDaysSql(value, first, first, timeZone)}) is not true`
    case 'greater':
      return sql`${value} >= ${end}`
    case 'at-least':
      return sql`${value} >= ${begin}`
    case 'less':
      return sql`${value} < ${begin}`
    case 'at-most':
      return sql`${value} < ${end}`
    case 'between':
      return withinDaysSql(value, first, last, timeZone)
  }
}

function anyOf(column: SqlColumn, values: readonly string[], timeZone: string): SQL {
  const { kind, sql: value } = column
  const left = comparedSql(column, timeZone)
  const given = values.filter((text) => text !== '')
  const some = given.length < values.length ? [exactlySql(column, '', timeZone)] : []
  if (kind === 'text' && given.length > 0) some.push(anyTextSql(column, given))
  else if (kind === 'day' || kind === 'instant')
    for (const text of given) {
      const period = periodOf(text)
      if (!period) continue
      some.push(
        kind === 'instant'
          ? withinDaysSql(value, period.first, period.last, timeZone)
          : sql`${left} between ${period.first}::date and ${period.last}::date`,
      )
    }
  else if (column.hundredths) some.push(anyHundredthsSql(column.hundredths, given))
  else if (given.length > 0)
    some.push(
      sql`${left} in (${sql.join(
        given.map((text) => valueSql(kind, text)),
        sql`, `,
      )})`,
    )
  return some.length === 0 ? sql`false` : sql`(${sql.join(some, sql` or `)})`
}
