import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { revokeTokensOf } from '~/areas/access/api-token-revoke.server'
import { deleteSessionsOf } from '~/areas/access/session-rows.server'
import { counted } from '~/platform/values/counted'
import { DomainError } from '~/platform/values/domain-error'
import { recordUserAct } from './user-event.server'
import { userForChange } from './user-for-change.server'

/** Logs a user out everywhere; answers what was done. @throws DomainError not-found; refused for oneself */
export async function endSessions(tx: Transaction, actor: Actor, userId: number, now: Date): Promise<string> {
  requireOther(actor, userId, 'sessions')
  const user = await userForChange(tx, userId)
  const ended = counted(await deleteSessionsOf(tx, user.id, now), 'session')
  const log = `User ${user.userName}: ${ended} ended`
  await recordUserAct(
    tx,
    user.id,
    { name: 'end sessions', status: 'SESSIONS ENDED', class: 'success', log },
    { actor, now },
  )
  return log
}

/** Ends all personal tokens of a user for good. @throws DomainError not-found; refused for oneself */
export async function endTokens(tx: Transaction, actor: Actor, userId: number, now: Date): Promise<string> {
  requireOther(actor, userId, 'tokens')
  const user = await userForChange(tx, userId)
  const ended = counted(await revokeTokensOf(tx, user.id, now), 'token')
  const log = `User ${user.userName}: ${ended} revoked`
  await recordUserAct(
    tx,
    user.id,
    { name: 'revoke tokens', status: 'TOKENS REVOKED', class: 'success', log },
    { actor, now },
  )
  return log
}

function requireOther(actor: Actor, userId: number, what: 'sessions' | 'tokens'): void {
  if (actor.id === userId)
    throw new DomainError('refused', `Your own ${what} are in the menu under your name, at the top right.`)
}
