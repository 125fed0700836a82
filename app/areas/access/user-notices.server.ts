import { batches } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { appUser, userNotice } from 'db/schema/access'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'

/** A notice to a user about access to the site. */
export interface UserNotice {
  id: number
  at: Date
  text: string
  /**
   * It cannot be dismissed before this: an intruder who got in through a reset might dismiss it for the user.
   */
  closableFrom: Date
  closedAt: Date | null
}

const COLUMNS = {
  id: userNotice.id,
  at: userNotice.at,
  text: userNotice.text,
  closableFrom: userNotice.closableFrom,
  closedAt: userNotice.closedAt,
}

/** Shows a user a notice on every page, until they close it. @param closableFrom at once unless given */
export async function notifyUser(
  tx: Transaction,
  userId: number,
  text: string,
  at: Date,
  closableFrom = at,
): Promise<void> {
  await tx.insert(userNotice).values({ userId, text, at, closableFrom })
}

/** The same for all users who are not disabled, except one. */
export async function notifyAllUsers(tx: Transaction, text: string, at: Date, but: number): Promise<void> {
  const users = await tx
    .select({ userId: appUser.id })
    .from(appUser)
    .where(and(isNull(appUser.disabledAt), ne(appUser.id, but)))
  for (const batch of batches(users))
    await tx.insert(userNotice).values(batch.map(({ userId }) => ({ userId, text, at, closableFrom: at })))
}

/** The notices that a user has not closed, newest first. */
export function openNotices(read: Read, userId: number): Promise<UserNotice[]> {
  return read
    .select(COLUMNS)
    .from(userNotice)
    .where(and(eq(userNotice.userId, userId), isNull(userNotice.closedAt)))
    .orderBy(desc(userNotice.at), desc(userNotice.id))
}

/** All notices of a user, newest first. */
export function noticesOf(read: Read, userId: number): Promise<UserNotice[]> {
  return read
    .select(COLUMNS)
    .from(userNotice)
    .where(eq(userNotice.userId, userId))
    .orderBy(desc(userNotice.at), desc(userNotice.id))
}

/**
 * Closes one of a user's own notices; does nothing when it is closed already.
 * @throws DomainError not-found; refused before its time
 */
export async function closeNotice({ tx, now }: TransactionAt, userId: number, id: number): Promise<void> {
  const own = and(eq(userNotice.id, id), eq(userNotice.userId, userId))
  const [notice] = await tx.select(COLUMNS).from(userNotice).where(own).for('update')
  if (!notice) throw new DomainError('not-found', 'You have no such notice. Reload the page.')
  if (notice.closableFrom > now)
    throw new DomainError(
      'refused',
      'This notice stays for 24 hours, so that you see it even if someone else logs in as you.',
    )
  if (notice.closedAt === null) await tx.update(userNotice).set({ closedAt: now }).where(own)
}
