import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'

/**
 * For whoever opens a session: a password takes a tenth of a second to check, and the user may be disabled or given
 * another password meanwhile. Their row is held until the transaction ends, so that whoever does that afterwards finds the
 * session and ends it.
 * @param passwordHash what the password was held against; null for a login without one
 * @throws DomainError refused
 */
export async function admitUser(tx: Transaction, userId: number, passwordHash: string | null): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: appUser.passwordHash, disabledAt: appUser.disabledAt })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('share')
  if (user && !user.disabledAt && (passwordHash === null || user.passwordHash === passwordHash)) return
  throw new DomainError(
    'refused',
    'Your user or your password was changed while you logged in. Log in again, or ask an administrator.',
    { title: 'Not logged in' },
  )
}
