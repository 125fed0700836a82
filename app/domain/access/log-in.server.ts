import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import { isPassword } from './password.server'

const WRONG = 'User name or password is wrong. Check both and try again.'

/** The id of the user with this name and password. The refusal says the same whatever was wrong. */
export async function logIn(
  read: Read,
  { username, password }: { username: string; password: string },
): Promise<number> {
  const [user] = await read
    .select({ id: appUser.id, passwordHash: appUser.passwordHash, disabledAt: appUser.disabledAt })
    .from(appUser)
    .where(eq(appUser.userName, username))
  const right = await isPassword(password, user?.passwordHash ?? null)
  if (!user || !right || user.disabledAt) throw new DomainError('invalid', WRONG, { title: 'Not logged in' })
  return user.id
}
