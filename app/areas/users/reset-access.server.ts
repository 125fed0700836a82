import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { entityProcess, entityProcessDate } from 'db/schema/processes'
import { eq, sql } from 'drizzle-orm'
import { type Actor, holdEndsAt } from '~/areas/access/actor'
import { unlinkFromProvider } from '~/areas/access/log-in.server'
import {
  ADMINISTRATION,
  decidesAlone,
  oneAtATime,
  onlyAdministratorsWork,
} from '~/areas/access/second-person.server'
import { setPassword } from '~/areas/access/set-password.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { notifyAllUsers, notifyUser } from '~/areas/access/user-notices.server'
import { userNames } from '~/areas/access/users.server'
import {
  type ChangeKind,
  concernsUser,
  DECIDED_BY_ADMINISTRATORS,
  keyLabel,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { administrators } from './administrators.server'
import { type ChangedUser, userForChange } from './user-for-change.server'

/**
 * The ways in which another user restores a user's access: a one-time password, enabling, another person at the
 * provider.
 */
const RESETS = ['password', 'enable', 'unlink'] as const
export type Reset = (typeof RESETS)[number]

interface Person {
  id: number
  fullName: string
}

/** Who resets a user's access, and when. */
interface ResetBy {
  requestedBy: Person
  /** Null where no approval was needed; the same person where no other user could approve. */
  approvedBy: Person | null
}

/**
 * Restores a user's access, ends all their logins, and notifies them: who did it, when, and that four-eyes steps are
 * closed to them for a day. A reset by one administrator alone is announced to all users, and closes payments and bank
 * accounts.
 * @param user as they are now, locked
 * @param passwordHash of a one-time password
 * @throws DomainError refused where the user is not in a state for it
 */
async function resetAccess(
  context: TransactionAt,
  user: { id: number; userName: string; disabledAt: Date | null; signOnSubject: string | null },
  { reset, passwordHash }: { reset: Reset; passwordHash: string | null },
  { requestedBy, approvedBy }: ResetBy,
): Promise<void> {
  const { tx, now } = context
  const { id, userName } = user
  const isHeld = reset !== 'password' || (await hadAccess(tx, id)) || !(await onlyAdministratorsWork(tx))
  if (reset === 'password') {
    if (user.disabledAt)
      throw refused(`${userName} is disabled: first approve the request to enable this user.`)
    if (passwordHash === null) throw new Error('A one-time password is given by its hash')
    await setPassword(context, { userName, passwordHash, oneTime: true }, requestedBy)
  } else if (reset === 'enable') {
    if (!user.disabledAt) throw refused(`${userName} is already enabled. Refuse this change.`)
    await enable(context, user, requestedBy)
  } else {
    if (user.signOnSubject === null)
      throw refused(`${userName} is not linked to single sign-on. Refuse this change.`)
    await unlinkFromProvider(context, userName, requestedBy)
  }
  const alone = approvedBy?.id === requestedBy.id
  // A password that two people agreed on ends the hold after a reset by one; the other ways open a way in, and prove
  // nothing.
  const resetAlone = reset === 'password' ? alone : alone || undefined
  await tx
    .update(appUser)
    .set({ resetAt: isHeld ? now : null, resetAlone })
    .where(eq(appUser.id, id))
  const [toYou, toAll] = WORDS[reset]
  const how = alone
    ? ', without a second administrator'
    : approvedBy
      ? `, approved by ${approvedBy.fullName}`
      : ''
  await notifyUser(tx, id, `${requestedBy.fullName} ${toYou}${how}.`, now, holdEndsAt(now))
  if (alone) await notifyAllUsers(tx, `${requestedBy.fullName} ${toAll(userName)}${how}.`, now, id)
}

/** Whether the user ever had a password of their own, or was linked to single sign-on. */
async function hadAccess(read: Read, id: number): Promise<boolean> {
  const [user] = await read
    .select({
      passwordHash: appUser.passwordHash,
      mustChangePassword: appUser.mustChangePassword,
      resetAt: appUser.resetAt,
      signOnSubject: appUser.signOnSubject,
    })
    .from(appUser)
    .where(eq(appUser.id, id))
  if (!user) return false
  const { passwordHash, mustChangePassword, resetAt, signOnSubject } = user
  return resetAt !== null || signOnSubject !== null || (passwordHash !== null && !mustChangePassword)
}

const WORDS: Readonly<Record<Reset, [toYou: string, toAll: (userName: string) => string]>> = {
  password: ['gave you a one-time password', (name) => `gave the user ${name} a one-time password`],
  enable: ['enabled your user again', (name) => `enabled the user ${name} again`],
  unlink: [
    'removed your link to single sign-on',
    (name) => `removed the link of the user ${name} to single sign-on`,
  ],
}

/** Enables a disabled user again. Others may know the earlier password by now: it is no longer valid. */
async function enable(
  { tx, now }: TransactionAt,
  { id, userName }: { id: number; userName: string },
  who: Person,
): Promise<void> {
  await tx
    .update(appUser)
    .set({ disabledAt: null, passwordHash: null, mustChangePassword: false, passwordSetAt: null })
    .where(eq(appUser.id, id))
  await recordAct(tx, userSubject(id), {
    name: 'enable user',
    to: inAdministration('ENABLED', 'success'),
    log: `User ${userName} enabled again; the old password no longer works`,
    who,
    now,
  })
}

const refused = (message: string) => new DomainError('refused', message)

/** The target of a reset among waiting changes: all after the first blank is the user name. */
export const resetTarget = (reset: Reset, userName: string): string => `${reset} ${userName}`

function readTarget(target: string): { reset: Reset; userName: string } {
  const blank = target.indexOf(' ')
  const reset = RESETS.find((each) => each === target.slice(0, blank))
  if (!reset) throw new Error(`Nothing is known of the reset ${target}`)
  return { reset, userName: target.slice(blank + 1) }
}

const EFFECTS: Readonly<Record<Reset, string>> = {
  password: 'A one-time password replaces the current one; sessions and personal tokens end',
  enable: 'Disabled → enabled, with the previous rights and without a password',
  unlink: 'Linked to single sign-on → not linked; sessions and personal tokens end',
}

/** How resets of a user's access wait for a second administrator and take effect. */
export const resetKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat(${keyLabel(sql`split_part(change.target, ' ', 1)`, [
    ['password', 'One-time password of '],
    ['enable', 'Enabling of '],
    ['unlink', 'Single sign-on of '],
  ])}, substr(change.target, strpos(change.target, ' ') + 1))`,
  describe: (_, after) => EFFECTS[after.reset as Reset],
  userName: (target) => readTarget(target).userName,
  // The value that it replaces is a secret: whether it still fits is checked when it takes effect.
  current: async () => null,
  async apply(context, target, _, { requestedBy, approvedBy, secret }) {
    const { tx } = context
    const { reset, userName } = readTarget(target)
    const [user] = await tx
      .select({
        id: appUser.id,
        userName: appUser.userName,
        disabledAt: appUser.disabledAt,
        signOnSubject: appUser.signOnSubject,
      })
      .from(appUser)
      .where(eq(appUser.userName, userName))
      .for('update')
    if (!user) throw new DomainError('refused', `There is no user ${userName}. Refuse this change.`)
    const who = await person(tx, requestedBy)
    if (!who) throw new Error('A reset has no requester')
    const by = { requestedBy: who, approvedBy: await person(tx, approvedBy) }
    await resetAccess(context, user, { reset, passwordHash: secret }, by)
  },
}

async function person(read: Read, id: number | null): Promise<{ id: number; fullName: string } | null> {
  const name = id === null ? undefined : (await userNames(read, [id])).get(id)
  return id !== null && name ? { id, fullName: `${name.firstName} ${name.lastName}`.trim() } : null
}

/**
 * Whether one administrator alone may not restore this user's access: they have a queue, read everything there is
 * (auditors and administrators: Administration or Evidence), have a process assigned to them, or rights that wait for
 * approval.
 */
export async function isTrusted(
  read: Read,
  { id, userName }: { id: number; userName: string },
): Promise<boolean> {
  const [row] = (await read.execute(sql`
    select exists (select from user_queue q where q.user_id = ${id})
      or exists (select from authorisation a
        where a.user_id = ${id} and a.function_id in ('administration', 'evidence'))
      or exists (select from ${entityProcess} p where p.user_id = ${id})
      or exists (select from ${entityProcessDate} d where d.user_id = ${id})
      or exists (select from pending_change change where change.decision is null and change.kind <> 'reset'
        and ${concernsUser(userName)}) as trusted`)) as unknown as [{ trusted: boolean }]
  return row.trusted
}

/** Whether a reset of this kind waits for this user. */
export async function waitsFor(read: Read, reset: Reset, userName: string): Promise<boolean> {
  const target = resetTarget(reset, userName)
  const found = await pendingChanges(read, sql`(change.kind = 'reset' and change.target = ${target})`)
  return found.length > 0
}

interface Wanted {
  reset: Reset
  /** Of a one-time password. */
  passwordHash?: string
}

/**
 * Restores a user's access, or submits that to a second administrator. Returns the outcome, worded to follow "One-time
 * password of marie: "; null where it took effect because no approval was needed. The caller holds `oneAtATime` and the
 * user's row.
 * @throws DomainError refused where there is no user who could approve it
 */
export async function resetOrRequest(
  context: UserWriteContext,
  user: ChangedUser,
  { reset, passwordHash }: Wanted,
): Promise<string | null> {
  const { tx, actor, now } = context
  if (!(await isTrusted(tx, user))) {
    const by = { requestedBy: actor, approvedBy: null }
    await resetAccess(context, user, { reset, passwordHash: passwordHash ?? null }, by)
    return null
  }
  await requireDecider(context, user)
  const change = {
    kind: 'reset',
    target: resetTarget(reset, user.userName),
    before: null,
    // Each is its own request: a second one-time password replaces the first.
    after: { reset, at: now.toISOString() },
    ...(passwordHash === undefined ? {} : { secret: passwordHash }),
  } as const
  return requestChange(context, change)
}

/** No request is left to wait where no user could ever approve it. */
async function requireDecider(context: UserWriteContext, user: ChangedUser): Promise<void> {
  const { tx, actor } = context
  if (await decidesAlone(tx, actor.id, ADMINISTRATION)) return
  const others = (await administrators(context)).filter(
    ({ id, keptOut }) => id !== actor.id && id !== user.id && keptOut === null,
  )
  if (others.length > 0) return
  throw new DomainError(
    'refused',
    `A second administrator must approve this, and no one but you${actor.id === user.id ? '' : ` and ${user.userName}`} could. The server operator can set the password: npm run user -- password ${user.userName}`,
  )
}

const TITLE = 'No one-time password was created'

/** Why this person may not give that user a one-time password, in a sentence; null when they may try. */
export function whyNoOneTimePassword(
  actor: Pick<Actor, 'id'>,
  user: { id: number; isDisabled: boolean; isToBeEnabled: boolean },
): string | null {
  if (actor.id === user.id) return 'Your own password is in the menu under your name, at the top right.'
  return user.isDisabled && !user.isToBeEnabled ? 'This user is disabled: enable them first.' : null
}

/** The owner of the one-time password, and the outcome for it. */
export interface IssuedPassword {
  userId: number
  userName: string
  /** A sentence that it waits for a second administrator; null where it is valid at once. */
  waits: string | null
}

/**
 * Replaces a user's password with a one-time password, which ends their sessions and personal tokens; for a user with
 * important rights it waits for a second administrator.
 * @param passwordHash made before the transaction
 * @throws DomainError not-found, refused
 */
export async function giveOneTimePassword(
  context: UserWriteContext,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<IssuedPassword> {
  const { tx, actor } = context
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  const { userName } = user
  const isDisabled = user.disabledAt !== null
  const isToBeEnabled = isDisabled && (await waitsFor(tx, 'enable', userName))
  const why = whyNoOneTimePassword(actor, { id: userId, isDisabled, isToBeEnabled })
  if (why) throw new DomainError('refused', why, { title: TITLE })
  const waits = await resetOrRequest(context, user, { reset: 'password', passwordHash })
  const stillWaits = waits !== null && (await waitsFor(tx, 'password', userName))
  return { userId, userName, waits: stillWaits ? waits : null }
}
