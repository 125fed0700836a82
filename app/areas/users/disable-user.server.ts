import { appUser, authorisation } from 'db/schema/access'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { revokeTokensOf } from '~/areas/access/api-tokens.server'
import { userNamed } from '~/areas/access/log-in.server'
import { oneAtATime } from '~/areas/access/second-person.server'
import { deleteSessionsOf } from '~/areas/access/session-rows.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { counted } from '~/platform/values/show'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { administrators, requireAdministrator } from './administrators.server'
import { resetOrRequest } from './reset-access.server'
import { userForChange } from './user-for-change.server'

const TITLE = 'The user was not disabled'

/** Why this person may not disable that user, in a sentence; null when they may try. */
export function whyNotDisabled(actor: Pick<Actor, 'id'>, userId: number): string | null {
  return actor.id === userId ? 'You cannot disable yourself: ask another administrator.' : null
}

/**
 * Bars a user from now on: no login; their sessions and personal tokens end. Their past actions stay.
 * @throws DomainError not-found; forbidden for oneself; refused when no user could administer the site any more
 */
export async function disableUser(
  context: UserWriteContext,
  { userId, comment }: { userId: number; comment: string },
): Promise<string> {
  const { tx, actor, now } = context
  const why = whyNotDisabled(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  await oneAtATime(tx)
  const before = await administrators(context)
  const user = await userForChange(tx, userId)
  if (user.disabledAt) return `User ${user.userName} was already disabled`
  await tx.update(appUser).set({ disabledAt: now }).where(eq(appUser.id, user.id))
  await requireAdministrator(context, before)
  await deleteSessionsOf(context, user.id)
  await revokeTokensOf(context, user.id)
  await recordAct(tx, userSubject(user.id), {
    name: 'disable user',
    to: inAdministration('DISABLED', 'failed'),
    log: `User ${user.userName} disabled; sessions and tokens ended${comment === '' ? '' : `: ${comment}`}`,
    data: { comment },
    who: actor,
    now,
  })
  return `User ${user.userName} disabled; their sessions and tokens were ended`
}

/**
 * Enables a disabled user again, with their former rights and without a password: they log in with a new one-time
 * password, or by single sign-on. A user with important rights waits for a second administrator. Returns the outcome.
 * @throws DomainError not-found, refused
 */
export async function enableUser(context: UserWriteContext, userId: number): Promise<string> {
  const { tx } = context
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  if (!user.disabledAt) return `User ${user.userName} was already enabled`
  const becomes = await resetOrRequest(context, user, { reset: 'enable' })
  return becomes === null
    ? `User ${user.userName} enabled; the old password no longer works`
    : `Enabling of ${user.userName}: ${becomes}`
}

/**
 * Frees a user to be linked to another person of single sign-on, under the same rule. Returns the outcome.
 * @throws DomainError not-found; refused for oneself
 */
export async function unlinkUser(context: UserWriteContext, userId: number): Promise<string> {
  const { tx, actor } = context
  if (actor.id === userId)
    throw new DomainError('refused', 'You cannot unlink yourself: ask another administrator.', {
      title: 'The user was not unlinked',
    })
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  const becomes = await resetOrRequest(context, user, { reset: 'unlink' })
  return becomes === null
    ? `User ${user.userName} is no longer linked to single sign-on`
    : `Unlinking of ${user.userName}: ${becomes}`
}

/** Logs a user out everywhere; returns the result. @throws DomainError not-found; refused for oneself */
export const endSessions = (context: UserWriteContext, userId: number) =>
  endAccess(context, userId, {
    name: 'end sessions',
    state: 'SESSIONS ENDED',
    end: deleteSessionsOf,
    one: 'session',
    ended: 'ended',
  })

/** Ends all personal tokens of a user permanently. @throws DomainError not-found; refused for oneself */
export const endTokens = (context: UserWriteContext, userId: number) =>
  endAccess(context, userId, {
    name: 'revoke tokens',
    state: 'TOKENS REVOKED',
    end: revokeTokensOf,
    one: 'token',
    ended: 'revoked',
  })

interface EndedAccess {
  /** Of the event. */
  name: string
  state: string
  end(context: TransactionAt, userId: number): Promise<number>
  one: 'session' | 'token'
  ended: string
}

async function endAccess(
  context: UserWriteContext,
  userId: number,
  { name, state, end, one, ended }: EndedAccess,
): Promise<string> {
  const { tx, actor, now } = context
  if (actor.id === userId)
    throw new DomainError('refused', `Your own ${one}s are in the menu under your name, at the top right.`)
  const user = await userForChange(tx, userId)
  const log = `User ${user.userName}: ${counted(await end(context, user.id), one)} ${ended}`
  const to = inAdministration(state, 'success')
  await recordAct(tx, userSubject(user.id), { name, to, log, who: actor, now })
  return log
}

/**
 * Takes the update permission on Administration from a disabled user: a way out, on the server, for a site whose second
 * administrator has left. Recorded in the user's chain.
 * @throws DomainError not-found; refused for a user who is not disabled
 */
export async function resignAdministrator({ tx, now }: TransactionAt, userName: string): Promise<void> {
  await oneAtATime(tx)
  const user = await userNamed(tx, userName)
  if (!user.disabledAt)
    throw new DomainError(
      'refused',
      `${userName} is not disabled: another administrator can remove the permission under Administration, Users.`,
    )
  await tx
    .update(authorisation)
    .set({ update: false })
    .where(and(eq(authorisation.userId, user.id), eq(authorisation.functionId, 'administration')))
  await recordAct(tx, userSubject(user.id), {
    name: 'resign administrator',
    to: inAdministration('RESIGNED', 'warning'),
    log: `Update of Administration removed from ${userName} on the command line`,
    who: null,
    now,
  })
}
