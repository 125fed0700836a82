import type { Read } from 'db/database'
import { appUser, userQueue, uxFunction } from 'db/schema/access'
import { workflowStep } from 'db/schema/workflow'
import { asc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { isMemberlessQueue, PRODUCT_QUEUES } from '~/platform/workflow/kind-rules'
import { FUNCTION_IDS, type FunctionId } from './actor'

/** The full name of a joined person; null without a person, or without names. */
export const fullNameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string | null>`nullif(trim(concat(${firstName}, ' ', ${lastName})), '')`

/** The name of a joined user. */
export const fullName = fullNameOf(appUser)

/** Who a user is, with their role and first page. */
export const userColumns = {
  id: appUser.id,
  userName: appUser.userName,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  role: appUser.role,
  homepage: appUser.homepage,
}

/** The id of a user by name, or null. */
export async function userIdOf(read: Read, userName: string): Promise<number | null> {
  const [user] = await read.select({ id: appUser.id }).from(appUser).where(eq(appUser.userName, userName))
  return user?.id ?? null
}

/** The ids of users by name; names without a user are left out. */
export async function userIdsOf(read: Read, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { id, userName } = appUser
  const rows = await read
    .select({ id, userName })
    .from(appUser)
    .where(
      sql`${userName} in (select jsonb_array_elements_text(${JSON.stringify([...new Set(names)])}::jsonb))`,
    )
  return new Map(rows.map((row) => [row.userName, row.id]))
}

export interface UserName {
  firstName: string
  lastName: string
}

/** First and last names of users, as they are now, by id. */
export async function userNames(read: Read, ids: readonly (number | null)[]): Promise<Map<number, UserName>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await read
    .select({ id: appUser.id, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(appUser)
    .where(inArray(appUser.id, wanted))
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** A page of the product for which users are authorised. */
export interface FunctionChoice {
  id: FunctionId
  name: string
}

/** All of them, in the order of the menus. */
export async function functionChoices(read: Read): Promise<FunctionChoice[]> {
  const rows = await read
    .select({ id: uxFunction.id, name: uxFunction.name })
    .from(uxFunction)
    .orderBy(asc(uxFunction.uxSortOrder))
  return rows.flatMap(({ id, name }) => {
    const functionId = FUNCTION_IDS.find((each) => each === id)
    return functionId ? [{ id: functionId, name }] : []
  })
}

/**
 * Queues that a user may be a member of and a task may be given to, in alphabetical order: the product's, those that
 * act in some workflow of the site, and those that have members.
 */
export async function queueChoices(read: Read): Promise<string[]> {
  const [steps, members] = await Promise.all([
    read.selectDistinct({ queue: workflowStep.actingQueue }).from(workflowStep),
    read.selectDistinct({ queue: userQueue.queue }).from(userQueue),
  ])
  const all = new Set([...PRODUCT_QUEUES, ...[...steps, ...members].map(({ queue }) => queue)])
  return [...all].filter((queue) => !isMemberlessQueue(queue)).sort()
}
