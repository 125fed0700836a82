import type { Transaction } from 'db/database'
import type { Actor, FunctionId } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { DELETED } from '~/platform/approvals/deletion'
import { requestChanges, whatBecomes } from '~/platform/approvals/pending-change-request.server'
import type { RequestedChange } from '~/platform/approvals/requested-change'
import { DomainError } from '~/platform/values/domain-error'
import { heldWords, rightWords } from './held-rights'
import { authorisationTarget, type FunctionRights, readAuthorisationTarget } from './import-users'
import { readAuthorisations } from './import-users.server'
import { requestOfNewUser, whyNotRequested } from './request-queues.server'
import { userForChange } from './user-for-change.server'
import { rightsOf } from './user-view.server'

const TITLE = 'The authorisations were not requested'

export interface WantedRights {
  userId: number
  /** All functions of the form; null for no authorisation. */
  rights: Readonly<Partial<Record<FunctionId, FunctionRights | null>>>
  /** `heldWords` of what the form showed. */
  seen: string
}

/**
 * Asks for what is different from the authorisations that a user has; answers what became of it, in a short line.
 * @throws DomainError not-found; forbidden for one's own; invalid when nothing would change; conflict when others hold by
 * now than the form showed
 */
export async function requestAuthorisations(
  tx: Transaction,
  actor: Actor,
  { userId, rights, seen }: WantedRights,
  now: Date,
): Promise<string> {
  const why = whyNotRequested(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  // Before the user's row, as whatever else changes users does.
  await oneAtATime(tx)
  const { userName } = await userForChange(tx, userId)
  const held = await readAuthorisations(tx, [userName])
  if (heldWords(await rightsOf(tx, userName)) !== seen)
    throw new DomainError(
      'conflict',
      `The authorisations of ${userName} changed after you opened this page. The boxes show your choice: check it, then request again.`,
      { title: TITLE },
    )
  const changes = Object.entries(rights).flatMap(([functionId, wanted]): RequestedChange[] => {
    const target = authorisationTarget(userName, functionId)
    const before = held.get(target) ?? null
    if (rightWords(before) === rightWords(wanted)) return []
    return [{ kind: 'authorisation', target, before, after: wanted ?? DELETED }]
  })
  if (changes.length === 0)
    throw new DomainError('invalid', 'This user has just these authorisations already. Tick others first.', {
      title: TITLE,
    })
  const isNew = changes.every(({ before }) => before === null)
  const asNew = isNew
    ? await requestOfNewUser(tx, actor, userName, { authorisations: added(changes) }, now)
    : null
  const becomes = asNew ?? (await whatBecomes(tx, 'authorisation', actor))
  if (asNew === null) await requestChanges(tx, changes, actor, now)
  const count = changes.length === 1 ? '1 authorisation' : `${changes.length} authorisations`
  return `${count} of ${userName}: ${becomes}`
}

/** What is asked for of a user who has none yet, by function id. */
function added(changes: readonly RequestedChange[]): Record<string, FunctionRights> {
  return Object.fromEntries(
    changes.map(({ target, after }) => [readAuthorisationTarget(target).functionId, after as FunctionRights]),
  )
}
