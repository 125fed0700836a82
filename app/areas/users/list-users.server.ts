import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { asc, sql } from 'drizzle-orm'
import { readUsers } from './import-users.server'

export interface ListedUser {
  userName: string
  fullName: string
  role: string
  queues: string[]
  disabled: boolean
  hasPassword: boolean
}

/** Everybody, by name. */
export async function listUsers(read: Read): Promise<ListedUser[]> {
  const [users, rows] = await Promise.all([
    readUsers(read),
    read
      .select({
        userName: appUser.userName,
        disabled: sql<boolean>`${appUser.disabledAt} is not null`,
        hasPassword: sql<boolean>`${appUser.passwordHash} is not null`,
      })
      .from(appUser)
      .orderBy(asc(appUser.userName)),
  ])
  return rows.flatMap((row) => {
    const user = users.get(row.userName)
    if (!user) return []
    return [
      { ...row, fullName: `${user.firstName} ${user.lastName}`.trim(), role: user.role, queues: user.queues },
    ]
  })
}
