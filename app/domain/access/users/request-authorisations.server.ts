import type { Transaction } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import type { Actor, FunctionId } from '../actor'
import { DELETED } from '../deletion'
import { authorisationTarget, type FunctionRights } from '../import-users'
import { readAuthorisations } from '../import-users.server'
import { type RequestedChange, requestChanges, whatBecomes } from '../pending-change-request.server'
import { whyNotRequested } from './request-queues.server'
import { userForChange } from './user-for-change.server'

const TITLE = 'The authorisations were not requested'

export interface WantedRights {
  userId: number
  /** All functions of the form; null for no authorisation. */
  rights: Readonly<Partial<Record<FunctionId, FunctionRights | null>>>
}

/**
 * Asks for what is different from the authorisations that a user has; answers what became of it, in a short line.
 * @throws DomainError not-found; forbidden for one's own; invalid when nothing would change
 */
export async function requestAuthorisations(
  tx: Transaction,
  actor: Actor,
  { userId, rights }: WantedRights,
  now: Date,
): Promise<string> {
  const why = whyNotRequested(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  const { userName } = await userForChange(tx, userId)
  const held = await readAuthorisations(tx, [userName])
  const changes = Object.entries(rights).flatMap(([functionId, wanted]): RequestedChange[] => {
    const target = authorisationTarget(userName, functionId)
    const before = held.get(target) ?? null
    if (words(before) === words(wanted)) return []
    return [{ kind: 'authorisation', target, before, after: wanted ?? DELETED }]
  })
  if (changes.length === 0)
    throw new DomainError('invalid', 'This user has just these authorisations already. Tick others first.', {
      title: TITLE,
    })
  await requestChanges(tx, changes, actor, now)
  const count = changes.length === 1 ? '1 authorisation' : `${changes.length} authorisations`
  return `${count} of ${userName}: ${await whatBecomes(tx, 'authorisation', actor)}`
}

/** "r a u d" */
function words(rights: FunctionRights | null): string {
  if (rights === null) return ''
  return ['r', rights.add && 'a', rights.update && 'u', rights.delete && 'd'].filter(Boolean).join(' ')
}
