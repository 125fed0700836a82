import { type SQL, sql } from 'drizzle-orm'

/** References of one bill as different people write them: case, punctuation, and zeros in front of numbers differ. */

/** Only letters and digits. */
const compact = (reference: SQL) => sql`upper(regexp_replace(${reference}, '[^[:alnum:]]+', '', 'g'))`

/**
 * A pattern of the compact spellings of a reference: "DUP-2026-77" matches "DUP2026077". Zeros may stand wherever a
 * number begins, or a new part.
 */
const patternOf = (reference: SQL) => {
  const parted = sql`regexp_replace(upper(${reference}), '([[:alpha:]])(?=[[:digit:]])', '\\1 ', 'g')`
  const spaced = sql`regexp_replace(${parted}, '([[:digit:]])(?=[[:alpha:]])', '\\1 ', 'g')`
  const trimmed = sql`trim(regexp_replace(${spaced}, '(^|[^[:alnum:]]+)0*', ' ', 'g'))`
  return sql`('^0*' || regexp_replace(${trimmed}, ' +', '0*', 'g') || '$')`
}

/** Whether two references may name the same bill, in SQL. Those without a letter or digit name none. */
export const sameReferenceSql = (a: SQL, b: SQL): SQL => sql`(${compact(a)} <> '' and ${compact(b)} <> ''
  and (${compact(a)} ~ ${patternOf(b)} or ${compact(b)} ~ ${patternOf(a)}))`

const withoutSuffix = (reference: SQL) =>
  sql`regexp_replace(${reference}, '([[:digit:]])[^[:alnum:]]*[[:alpha:]]$', '\\1')`

/** The same, but for a letter after the last number: "DUP-2026-77" and "DUP-2026-77A". */
export const similarReferenceSql = (a: SQL, b: SQL): SQL =>
  sameReferenceSql(withoutSuffix(a), withoutSuffix(b))
