import type { Transaction } from 'db/database'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import type { Draft } from './draft'
import { draftById } from './draft-by-id.server'
import { type DraftEditing, editingOf } from './draft-editing'

export interface LockedDraft {
  instance: Instance
  draft: Draft
  may: Exclude<DraftEditing['may'], 'nothing'>
}

/**
 * The draft as it is, locked against steps and other edits until the transaction ends.
 * @throws DomainError not-found; forbidden when this person may change nothing of it where it is
 */
export async function lockDraft(tx: Transaction, actor: Actor, draftId: number): Promise<LockedDraft> {
  // Before the lock: an id that names something else must not hold its steps up.
  await draftById(tx, draftId)
  const instance = await lockInstance(tx, draftId)
  const taker = stepTaker(actor)
  const { may, reason } = editingOf(instance, taker, taker.mayUpdate('draftsdashboard'))
  if (may === 'nothing') throw new DomainError('forbidden', reason ?? 'You may read this draft.')
  return { instance, draft: await draftById(tx, draftId), may }
}

/** The same where the whole draft is changed: cost lines and totals. */
export async function lockForEntry(tx: Transaction, actor: Actor, draftId: number): Promise<LockedDraft> {
  const locked = await lockDraft(tx, actor, draftId)
  if (locked.may !== 'all')
    throw new DomainError(
      'forbidden',
      'The client validates this draft: only validators and validation dates may change. Return it to change more.',
    )
  return locked
}
