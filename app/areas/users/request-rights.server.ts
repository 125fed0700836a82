import { sql } from 'drizzle-orm'
import type { Actor, FunctionId } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DELETED } from '~/platform/approvals/change-kind.server'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import {
  requestChange,
  requestChanges,
  whatBecomes,
} from '~/platform/approvals/pending-change-request.server'
import { type PendingChange, pendingChanges } from '~/platform/approvals/pending-changes.server'
import { DomainError } from '~/platform/values/domain-error'
import { readAuthorisations, readUsers } from './import-users.server'
import { authorisationTarget, type FunctionRights, readAuthorisationTarget, type UserRights } from './user'
import { type NewUserRights, NO_RIGHTS } from './user-change-kinds.server'
import { grantedRightsText, memberlessQueueFault, rightsText } from './user-fields'
import { userForChange } from './user-for-change.server'
import { rightsOf } from './user-view.server'

const TITLE = 'The queues were not requested'

/** Why this person may not request other rights for that user, in a sentence; null when they may. */
function whyNotRequested(actor: Pick<Actor, 'id'>, userId: number): string | null {
  return actor.id === userId
    ? 'You cannot change your own rights: ask another administrator to request them.'
    : null
}

/**
 * Requests other queues for a user; returns the outcome in a short line.
 * @param queues in their one spelling, in alphabetical order, each once
 * @param seen the queues that the form showed, "ACCOUNTANT, TEAM LEADER"
 * @throws DomainError not-found; forbidden for one's own; invalid when nothing would change; conflict when there are
 * others by now than the form showed
 */
export async function requestQueues(
  context: UserWriteContext,
  { userId, queues, seen }: { userId: number; queues: readonly string[]; seen: string },
): Promise<string> {
  const { tx, actor } = context
  const why = whyNotRequested(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  const fields = memberlessQueueFault(queues)
  if (fields.more) throw new DomainError('invalid', `${fields.more} Leave it out.`, { title: TITLE, fields })
  // Locked before the user's row, as in all other code that changes users.
  await oneAtATime(tx)
  const { userName } = await userForChange(tx, userId)
  const before = (await readUsers(tx, [userName])).get(userName)
  if (!before) throw new Error(`User ${userName} is locked and yet not there`)
  if (before.queues.join(', ') !== seen)
    throw new DomainError(
      'conflict',
      `The queues of ${userName} changed after you opened this page: ${before.queues.join(', ') || 'none'} now. The boxes show your choice: check it, then request again.`,
      { title: TITLE },
    )
  if (before.queues.join() === queues.join())
    throw new DomainError('invalid', 'This user already has these queues. Choose others first.', {
      title: TITLE,
    })
  const wanted = { queues: [...queues] }
  const asNew = await requestOfNewUser(context, userName, wanted)
  return `Queues of ${userName}: ${asNew ?? (await requestUserChange(context, userName, wanted))}`
}

/**
 * Requests other names or queues for a user. A request that already waits for them continues to wait, joined with this
 * one. Returns the outcome as a sentence.
 */
export async function requestUserChange(
  context: UserWriteContext,
  userName: string,
  wanted: Partial<UserRights>,
): Promise<string> {
  const { tx } = context
  const before = (await readUsers(tx, [userName])).get(userName)
  if (!before) throw new Error(`User ${userName} is locked and yet not there`)
  const waiting = await pendingChanges(tx, sql`(change.kind = 'user' and change.target = ${userName})`)
  const others = Object.assign({}, ...waiting.map(changedIn)) as Partial<UserRights>
  const change = {
    kind: 'user',
    target: userName,
    before,
    after: { ...before, ...others, ...wanted },
  } as const
  return requestChange(context, change)
}

/**
 * Adds other queues or authorisations to the request of a new user, while that waits: it is decided as a whole. Returns
 * the outcome as a sentence; null where no such request waits.
 */
async function requestOfNewUser(
  context: UserWriteContext,
  userName: string,
  wanted: Partial<NewUserRights>,
): Promise<string | null> {
  const { tx } = context
  const [waiting] = await pendingChanges(tx, sql`(change.kind = 'new user' and change.target = ${userName})`)
  if (!waiting) return null
  const requested = { ...NO_RIGHTS, ...waiting.after }
  const authorisations = { ...requested.authorisations, ...wanted.authorisations }
  const after: NewUserRights = { ...requested, ...wanted, authorisations }
  const change = { kind: 'new user', target: userName, before: waiting.before, after } as const
  return requestChange(context, change)
}

/** The fields that a change is about, with their requested values. */
function changedIn({ before, after }: PendingChange): Partial<UserRights> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => before !== null && String(value) !== String(before[field]),
    ),
  )
}

const AUTHORISATIONS_TITLE = 'The authorisations were not requested'

export interface RightsRequest {
  userId: number
  /** All functions of the form; null for no authorisation. */
  rights: Readonly<Partial<Record<FunctionId, FunctionRights | null>>>
  /** `grantedRightsText` of what the form showed. */
  seen: string
}

/**
 * Requests the differences from the authorisations that a user has; returns the outcome in a short line.
 * @throws DomainError not-found; forbidden for one's own; invalid when nothing would change; conflict when the
 * authorisations are others by now than the form showed
 */
export async function requestAuthorisations(
  context: UserWriteContext,
  { userId, rights, seen }: RightsRequest,
): Promise<string> {
  const { tx, actor } = context
  const why = whyNotRequested(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: AUTHORISATIONS_TITLE })
  // Locked before the user's row, as in all other code that changes users.
  await oneAtATime(tx)
  const { userName } = await userForChange(tx, userId)
  const held = await readAuthorisations(tx, [userName])
  if (grantedRightsText(await rightsOf(tx, userName)) !== seen)
    throw new DomainError(
      'conflict',
      `The authorisations of ${userName} changed after you opened this page. The boxes show your choice: check it, then request again.`,
      { title: AUTHORISATIONS_TITLE },
    )
  const changes = Object.entries(rights).flatMap(([functionId, wanted]): RequestedChange[] => {
    const target = authorisationTarget(userName, functionId)
    const before = held.get(target) ?? null
    if (rightsText(before) === rightsText(wanted)) return []
    return [{ kind: 'authorisation', target, before, after: wanted ?? DELETED }]
  })
  if (changes.length === 0)
    throw new DomainError('invalid', 'This user already has these authorisations. Tick others first.', {
      title: AUTHORISATIONS_TITLE,
    })
  const isNew = changes.every(({ before }) => before === null)
  const asNew = isNew ? await requestOfNewUser(context, userName, { authorisations: added(changes) }) : null
  const becomes = asNew ?? (await whatBecomes(tx, 'authorisation', actor))
  if (asNew === null) await requestChanges(context, changes, actor)
  const count = changes.length === 1 ? '1 authorisation' : `${changes.length} authorisations`
  return `${count} of ${userName}: ${becomes}`
}

/** The authorisations requested for a user who has none yet, by function id. */
function added(changes: readonly RequestedChange[]): Record<string, FunctionRights> {
  return Object.fromEntries(
    changes.map(({ target, after }) => [readAuthorisationTarget(target).functionId, after as FunctionRights]),
  )
}
