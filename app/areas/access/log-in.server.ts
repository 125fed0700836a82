import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { and, eq, ne } from 'drizzle-orm'
import type { ReadAt, TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { revokeTokensOf } from './api-tokens.server'
import { ONE_TIME_HOURS, oneTimeEnd } from './one-time-password'
import { deleteSessionsOf } from './session-rows.server'
import { isPassword } from './set-password.server'
import { notifyUser } from './user-notices.server'

const WRONG = 'User name or password is wrong. Check both and try again.'
const EXPIRED = `This one-time password has expired: it was valid for ${ONE_TIME_HOURS} hours. Ask an administrator for a new one.`

/** The user with that name and password. */
export interface LoggedIn {
  userId: number
  /** Another user set the password: it opens only the page that changes it. */
  mustChangePassword: boolean
  /** The stored hash that the password was checked against; null for a login without one, by single sign-on. */
  passwordHash: string | null
}

/** The user with this name and password. The refusal reads the same whichever of the two was wrong. */
export async function logIn(
  { read, now }: ReadAt,
  { username, password }: { username: string; password: string },
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
  // Only a user with the right password learns that it has expired.
  if (mustChangePassword && oneTimeEnd(user.passwordSetAt) <= now)
    throw new DomainError('refused', EXPIRED, { title: 'Not logged in' })
  return { userId, mustChangePassword, passwordHash }
}

const TITLE = 'Not logged in'

/** A person whom the identity provider vouches for, by the provider's own id for them, which it never reuses. */
export interface ProviderIdentity {
  issuer: string
  subject: string
}

/**
 * The user linked to this person; null while there is none. The names that people use at the provider give no access.
 * @throws DomainError forbidden for a disabled user
 */
export async function logInByProvider(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
): Promise<{ userId: number; userName: string } | null> {
  const [user] = await tx
    .select({ userId: appUser.id, userName: appUser.userName, disabledAt: appUser.disabledAt })
    .from(appUser)
    .where(and(eq(appUser.signOnIssuer, issuer), eq(appUser.signOnSubject, subject)))
    .for('no key update')
  if (!user) return null
  const { disabledAt, ...found } = user
  if (disabledAt)
    throw new DomainError(
      'forbidden',
      `The user ${found.userName} is disabled in Fundesk. Ask an administrator to enable it.`,
      { title: TITLE },
    )
  return found
}

/**
 * Links the user who entered a one-time password to the person that the provider vouches for. The password is used up.
 * @param loggedIn of the one-time password, which an administrator gave to the user of that name
 * @throws DomainError refused for a password of their own, and where either is linked already
 */
export async function linkByOneTimePassword(
  context: TransactionAt,
  { userId, passwordHash, mustChangePassword }: LoggedIn,
  identity: ProviderIdentity,
): Promise<void> {
  const { tx, now } = context
  if (!mustChangePassword || passwordHash === null)
    throw refused(
      'This is your own password. Linking needs a one-time password: ask an administrator for one.',
    )
  const [user] = await tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, userId), eq(appUser.passwordHash, passwordHash)))
    .for('update')
  if (!user || user.disabledAt)
    throw refused('Your user or your password was changed in the meantime. Ask an administrator.')
  await link(tx, user, identity)
  await tx
    .update(appUser)
    .set({ passwordHash: null, mustChangePassword: false, passwordSetAt: null })
    .where(eq(appUser.id, userId))
  await deleteSessionsOf(context, userId)
  const who = { id: userId, fullName: `${user.firstName} ${user.lastName}`.trim() }
  await recordLink(tx, user, identity, { who, how: 'with a one-time password', now })
}

/** The same by the operator of the server, who knows both names. @throws DomainError not-found, refused */
export async function linkToProvider(
  { tx, now }: TransactionAt,
  userName: string,
  identity: ProviderIdentity,
): Promise<void> {
  const user = await userNamed(tx, userName)
  await link(tx, user, identity)
  await recordLink(tx, user, identity, { who: null, how: 'on the command line', now })
  await notifyUser(tx, user.id, 'The server operator linked you to single sign-on.', now)
}

/**
 * Unlinks a user, so that they can be linked to another person; their current logins end. Does nothing where they are
 * not linked.
 * @param who null for the command line
 * @throws DomainError not-found
 */
export async function unlinkFromProvider(
  context: TransactionAt,
  userName: string,
  who: { id: number; fullName: string } | null,
): Promise<void> {
  const { tx, now } = context
  const user = await userNamed(tx, userName)
  if (user.signOnSubject === null) return
  await tx.update(appUser).set({ signOnIssuer: null, signOnSubject: null }).where(eq(appUser.id, user.id))
  await deleteSessionsOf(context, user.id)
  await revokeTokensOf(context, user.id)
  if (who === null)
    await notifyUser(tx, user.id, 'The server operator removed your link to single sign-on.', now)
  const log = `User ${userName}: no longer linked to single sign-on; sessions and tokens ended${who ? '' : ' (command line)'}`
  await recordAct(tx, userSubject(user.id), {
    name: 'unlink from provider',
    to: inAdministration('UNLINKED', 'invalidated'),
    who,
    log,
    now,
  })
}

/** The user of this name, locked until the transaction ends. @throws DomainError not-found */
export async function userNamed(tx: Transaction, userName: string) {
  const [user] = await tx.select().from(appUser).where(eq(appUser.userName, userName)).for('update')
  if (!user) throw new DomainError('not-found', `There is no user ${userName}.`)
  return user
}

async function link(
  tx: Transaction,
  { id, userName, signOnSubject }: typeof appUser.$inferSelect,
  { issuer, subject }: ProviderIdentity,
): Promise<void> {
  if (signOnSubject !== null)
    throw refused(
      `${userName} is already linked to single sign-on. An administrator must unlink this user first.`,
    )
  const [other] = await tx
    .select({ userName: appUser.userName })
    .from(appUser)
    .where(and(eq(appUser.signOnIssuer, issuer), eq(appUser.signOnSubject, subject), ne(appUser.id, id)))
  if (other)
    throw refused(
      `This single sign-on identity is already linked to the user ${other.userName}. An administrator must unlink that user first.`,
    )
  await tx.update(appUser).set({ signOnIssuer: issuer, signOnSubject: subject }).where(eq(appUser.id, id))
}

const refused = (message: string) => new DomainError('refused', message, { title: 'Not linked' })

function recordLink(
  tx: Transaction,
  { id, userName }: { id: number; userName: string },
  { issuer, subject }: ProviderIdentity,
  { who, how, now }: { who: { id: number; fullName: string } | null; how: string; now: Date },
): Promise<void> {
  const log = `User ${userName}: linked to single sign-on ${how}`
  return recordAct(tx, userSubject(id), {
    name: 'link to provider',
    to: inAdministration('LINKED', 'success'),
    who,
    log,
    data: { issuer, subject },
    now,
  })
}
