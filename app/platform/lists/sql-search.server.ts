import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { comparedSql, type SqlColumn } from './sql-columns.server'
import type { SqlListDefinition } from './sql-list-definition.server'

/** LIKE's own signs taken as text. */
export const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Where the conditions of a list look. */
export type Searched = Pick<SqlListDefinition<never>, 'columns' | 'search' | 'found'>

/** The rows that have these words in one of their texts. */
export function searchSql(words: string, { columns, search, found: findRows }: Searched): SQL[] {
  if (search) return [foundSql(search, words)]
  // Put into lower case once, not for each row.
  if (findRows) return [findRows(sql`(select lower(${likeText(words)}))`)]
  const searched = Object.values(columns).filter(({ kind, unsearched }) => kind === 'text' && !unsearched)
  const found = searched.map((column) => sql`${column.sql} ilike ${likeText(words)}`)
  return found.length > 0 ? [sql`(${sql.join(found, sql` or `)})`] : []
}

/**
 * The rows whose searched text has these words. What is shorter than the three letters that its index goes by is kept
 * from the index, which would read all of itself for them.
 */
function foundSql(search: SQLWrapper, words: string): SQL {
  const found = sql`${search} like lower(${likeText(words)})`
  return hasTrigram(words) ? found : sql`(${found}) is true`
}

const hasTrigram = (words: string) => /[\p{L}\p{N}]{3}/u.test(words)

/** The rows whose column has these words. What one column has, the text of all has too: its index finds the rows. */
export function containedSql(
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
