import type { Transaction } from 'db/database'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { reopenAutoCheck } from './auto-checks.server'
import { isBeyondAccountant } from './nav-state'

/**
 * After Submit, a change of figures voids the approvals: a SYSTEM event moves the NAV back to the accountant and says
 * why. Takes and answers the locked instance.
 */
export async function voidApprovals(
  tx: Transaction,
  instance: Instance,
  why: string,
  now: Date,
): Promise<Instance> {
  if (!isBeyondAccountant(instance)) return instance
  await moveInstance(tx, instance, {
    type: 'system',
    name: 'void approvals',
    to: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
    who: null,
    log: `Approvals voided: ${why}`,
    now,
  })
  await reopenAutoCheck(tx, instance, 'approve')
  return lockInstance(tx, instance.objectId)
}
