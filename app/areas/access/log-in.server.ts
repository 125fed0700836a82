import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { ONE_TIME_HOURS, oneTimeEnd } from './one-time-password'
import { isPassword } from './password.server'

const WRONG = 'User name or password is wrong. Check both and try again.'
const EXPIRED = `This one-time password was valid for ${ONE_TIME_HOURS} hours, which are over. Ask an administrator for a new one.`

/** Whose name and password they were. */
export interface LoggedIn {
  userId: number
  /** The password is one that somebody else gave: it opens only the page that changes it. */
  mustChangePassword: boolean
  /** The stored hash that the password was held against; null for who came without one, by single sign-on. */
  passwordHash: string | null
}

/** The user with this name and password. The refusal says the same whatever was wrong with either. */
export async function logIn(
  read: Read,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<LoggedIn> {
  const [user] = await read
    .select({
      id: appUser.id,
      passwordHash: appUser.passwordHash,
      mustChangePassword: appUser.mustChangePassword,
      passwordSetAt: appUser.passwordSetAt,
      disabledAt: appUser.disabledAt,
    })
    .from(appUser)
    .where(eq(appUser.userName, username))
  const right = await isPassword(password, user?.passwordHash ?? null)
  if (!user || !right || user.disabledAt) throw new DomainError('invalid', WRONG, { title: 'Not logged in' })
  const { id: userId, mustChangePassword, passwordHash } = user
  // Only who has the right password is told that it is too late for it.
  if (mustChangePassword && oneTimeEnd(user.passwordSetAt) <= now)
    throw new DomainError('refused', EXPIRED, { title: 'Not logged in' })
  return { userId, mustChangePassword, passwordHash }
}
