import type { Transaction } from 'db/doors'
import { entityName } from '~/domain/signatures/entity-name.server'
import { dayIn } from '~/domain/values/day'
import { DomainError } from '~/domain/values/domain-error'
import { showDay } from '~/domain/values/show'
import { STEP_REFUSED } from '~/domain/workflow/take-step.server'
import { waitingChangesOf } from './changes-of-entity.server'
import { holdBankDetails } from './lock-bank-details.server'

/**
 * Nothing is paid to an entity while a change of its bank accounts waits; none is requested until the transaction ends.
 * @throws DomainError refused, with who asked for it, since when, and who decides
 */
export async function bankDetailsSettled(tx: Transaction, entityId: number): Promise<void> {
  await holdBankDetails(tx, entityId)
  const [waiting, ...more] = await waitingChangesOf(tx, entityId)
  if (!waiting) return
  const { requester, requestedAt } = waiting
  const what = more.length === 0 ? 'A change' : `${more.length + 1} changes`
  const asked = `since ${showDay(dayIn(requestedAt, 'UTC'))}, requested by ${requester}`
  throw new DomainError(
    'refused',
    `${what} of the bank details of ${await entityName(tx, entityId)} ${more.length === 0 ? 'waits' : 'wait'} ${asked}. Nothing is paid to it until a member of TEAM LEADER who did not request it approves or refuses it on the page Bank Accounts.`,
    { title: STEP_REFUSED },
  )
}
