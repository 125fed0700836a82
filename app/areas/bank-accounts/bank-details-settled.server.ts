import type { Transaction } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { heldPayments } from './held-payments.server'
import { holdBankDetails } from './lock-bank-details.server'

/**
 * Nothing is paid to an entity while a change of its bank accounts waits; none is requested until the transaction ends.
 * @throws DomainError refused, with who asked for it, since when, and who decides
 */
export async function bankDetailsSettled(tx: Transaction, entityId: number, timeZone: string): Promise<void> {
  await holdBankDetails(tx, entityId)
  const held = await heldPayments(tx, entityId, timeZone)
  if (held !== null) throw new DomainError('refused', held, { title: STEP_REFUSED })
}
