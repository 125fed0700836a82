import type { Read, Transaction } from 'db/database'
import { entityProcess, entityProcessDate } from 'db/schema/processes'
import { sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { administrators } from '~/areas/access/administrators.server'
import { decidesAlone } from '~/areas/access/second-person.server'
import { concernsUser } from '~/platform/approvals/change-title.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { DomainError } from '~/platform/values/domain-error'
import { type Reset, resetAccess } from './reset-access.server'
import { resetTarget } from './reset-change-kind.server'
import { ADMINISTRATION } from './user-change-kinds.server'
import type { ChangedUser } from './user-for-change.server'

/**
 * Whether one administrator alone may not let this user in anew: they have a queue, a right to change something in
 * Administration, a process that is theirs to do, or rights that wait for approval.
 */
export async function isTrusted(
  read: Read,
  { id, userName }: { id: number; userName: string },
): Promise<boolean> {
  const [row] = (await read.execute(sql`
    select exists (select from user_queue q where q.user_id = ${id})
      or exists (select from authorisation a where a.user_id = ${id} and a.function_id = 'administration'
        and (a.may_add or a.may_update or a.may_delete))
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
 * Lets a user in anew, or lets that wait for a second administrator. Answers what became of it, in words that follow
 * "One-time password of marie: "; null where it took effect as nobody had to approve it.
 * The caller holds `oneAtATime` and the user's row.
 * @throws DomainError refused where it would wait for nobody
 */
export async function resetOrRequest(
  tx: Transaction,
  actor: Actor,
  user: ChangedUser,
  { reset, passwordHash }: Wanted,
  now: Date,
): Promise<string | null> {
  if (!(await isTrusted(tx, user))) {
    const by = { requestedBy: actor, approvedBy: null, now }
    await resetAccess(tx, user, { reset, passwordHash: passwordHash ?? null }, by)
    return null
  }
  await requireDecider(tx, actor, user, now)
  const change = {
    kind: 'reset',
    target: resetTarget(reset, user.userName),
    before: null,
    // Each is a wish of its own: a second one-time password takes the place of the first.
    after: { reset, at: now.toISOString() },
    ...(passwordHash === undefined ? {} : { secret: passwordHash }),
  } as const
  return requestChange(tx, change, { actor, now })
}

/** Nothing is left to wait where nobody could ever approve it. */
async function requireDecider(tx: Transaction, actor: Actor, user: ChangedUser, now: Date): Promise<void> {
  if (await decidesAlone(tx, actor.id, ADMINISTRATION)) return
  const others = (await administrators(tx, now)).filter(
    ({ id, keptOut }) => id !== actor.id && id !== user.id && keptOut === null,
  )
  if (others.length > 0) return
  throw new DomainError(
    'refused',
    `A second administrator must approve this, and nobody but you${actor.id === user.id ? '' : ` and ${user.userName}`} could. The operator of the server sets the password: npm run user -- password ${user.userName}`,
  )
}
