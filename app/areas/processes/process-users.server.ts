import type { Read } from 'db/database'
import { appUser, authorisation } from 'db/schema/access'
import { and, asc, eq, isNull } from 'drizzle-orm'

export interface ProcessUser {
  id: number
  userName: string
  /** First and last name. */
  name: string
}

/**
 * Whom a process date may be assigned to: users who are not disabled and may open Processes, by name.
 * @param only the one of this id, if they are among them
 */
export async function enabledProcessUsers(read: Read, only?: number): Promise<ProcessUser[]> {
  const { id, userName, firstName, lastName } = appUser
  const rows = await read
    .select({ id, userName, firstName, lastName })
    .from(appUser)
    .innerJoin(authorisation, eq(authorisation.userId, id))
    .where(
      and(
        eq(authorisation.functionId, 'processdashboard'),
        isNull(appUser.disabledAt),
        only === undefined ? undefined : eq(id, only),
      ),
    )
    .orderBy(asc(firstName), asc(lastName), asc(userName))
  return rows.map((row) => ({
    id: row.id,
    userName: row.userName,
    name: `${row.firstName} ${row.lastName}`.trim(),
  }))
}
