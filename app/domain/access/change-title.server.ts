import { type SQL, sql } from 'drizzle-orm'

/**
 * Parts of the titles of changes. They are told in SQL, of a row called "change", so that a list of thousands is searched
 * and sorted by what people read.
 */

/** What is changed: as it is before, or what is new. */
export const CHANGED = sql`coalesce(nullif(change.before, 'null'::jsonb), change.after)`

/** A field of it as text. */
export const changedField = (field: string): SQL => sql`(${CHANGED} ->> ${field}::text)`

/** dd/MM/yyyy of a day as text; empty for none. */
export const titleDay = (day: SQL): SQL =>
  sql`coalesce(regexp_replace(${day}, '^(\\d+)-(\\d\\d)-(\\d\\d)$', '\\3/\\2/\\1'), '')`

/** #,##0.00 of a decimal as text; empty for none. */
export const titleAmount = (amount: SQL): SQL =>
  sql`coalesce(to_char((${amount})::numeric, 'FM999,999,999,999,999,990.00'), '')`

/** An account number in groups of four. */
export const titleIban = (iban: SQL): SQL => sql`regexp_replace(${iban}, '(.{4})(?=.)', '\\1 ', 'g')`

/** The words that stand for a text that is one of these keys; the text itself for any other. */
export function titleWords(key: SQL, words: readonly (readonly [key: string, words: string])[]): SQL {
  const cases = words.map(([each, told]) => sql`when ${each}::text then ${told}::text`)
  return sql`(case ${key} ${sql.join(cases, sql` `)} else ${key} end)`
}
