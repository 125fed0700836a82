import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { isNotNull, or } from 'drizzle-orm'

/** What an administrator of a new site does first. */
export const FIRST_PASSWORD =
  'The user admin has no password yet. Set one on the server with: npm run user -- password admin'

/** Whether no one can log in yet: no user has a password or an account at the identity provider. */
export async function isWithoutPasswords(read: Read): Promise<boolean> {
  const [user] = await read
    .select({ id: appUser.id })
    .from(appUser)
    .where(or(isNotNull(appUser.passwordHash), isNotNull(appUser.signOnSubject)))
    .limit(1)
  return user === undefined
}
