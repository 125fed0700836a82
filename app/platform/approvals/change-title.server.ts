import { uxFunction } from 'db/schema/access'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

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

/** Whose authorisation, or access, it is: what follows the function, or the reset, in its target. */
export const AUTHORISED = sql`substr(change.target, strpos(change.target, ' ') + 1)`

/** The name of the page that a function id stands for; the id itself where there is no such page. */
const pageNamed = (functionId: SQL): SQL =>
  sql`coalesce((select f.name from ${uxFunction} f where f.id = ${functionId}), ${functionId})`

/** The page that an authorisation is for: the first word of its target is its function. */
export const AUTHORISED_PAGE = pageNamed(sql`split_part(change.target, ' ', 1)`)

/** Name of the user whose rights or access a row called "change" is about; null for what is no user's. */
const SUBJECT: SQL = sql`(case when change.kind in ('user', 'new user') then change.target
  when change.kind in ('authorisation', 'reset') then ${AUTHORISED} end)`

/** The changes of this user's rights and access, of rows called "change". */
export const concernsUser = (userName: string | SQL | AnyColumn): SQL => sql`(${SUBJECT} = ${userName})`
