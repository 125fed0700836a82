import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { inArray, not, type SQL, sql } from 'drizzle-orm'
import type { ListFilter } from '~/platform/lists/list-query'
import { likeText } from '~/platform/lists/sql-search.server'

/**
 * The events that a filter of "By" asks for: by the name as it was then, which each event holds, or by the user name,
 * which never changes. Both are found by indexes. Names that are chosen from the list count exactly as they are.
 */
export async function byPeople(read: Read, { operator, values }: ListFilter): Promise<SQL> {
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

/** The names in events that fit, each once: the index is asked for the next name, not for every event. */
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
