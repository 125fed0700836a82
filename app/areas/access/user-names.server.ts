import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { inArray } from 'drizzle-orm'

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
