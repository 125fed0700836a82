import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq, sql } from 'drizzle-orm'

/** The id of a user by name, or null. */
export async function userIdOf(read: Read, userName: string): Promise<number | null> {
  const [user] = await read.select({ id: appUser.id }).from(appUser).where(eq(appUser.userName, userName))
  return user?.id ?? null
}

/** The ids of users by name; names without a user are not among them. */
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
