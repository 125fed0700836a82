import type { Transaction } from 'db/doors'
import { reason } from 'db/schema/lookups'
import { navControl } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { type Actor, isTeamLeader } from '~/domain/access/actor'
import { DomainError } from '~/domain/values/domain-error'
import { lockInstance, moveInstance } from '~/domain/workflow/instance.server'

const TITLE = 'Error updating reason.'

/** A team leader changes the reason of a control; the event keeps what it was. Answers the NAV's id. */
export async function changeReason(
  tx: Transaction,
  actor: Actor,
  { controlId, reasonCode }: { controlId: number; reasonCode: string },
  now: Date,
): Promise<number> {
  if (!isTeamLeader(actor))
    throw new DomainError('forbidden', 'Only team leaders change the reason of a control.', { title: TITLE })
  const [chosen] = await tx.select().from(reason).where(eq(reason.code, reasonCode))
  if (!chosen)
    throw new DomainError('invalid', `There is no reason "${reasonCode}". Choose one of the list.`, {
      title: TITLE,
      fields: { reasonCode: 'Choose one of the list' },
    })
  const [control] = await tx
    .select({ fundNavId: navControl.fundNavId, reasonCode: navControl.reasonCode })
    .from(navControl)
    .where(eq(navControl.id, controlId))
  if (!control)
    throw new DomainError('not-found', `There is no control ${controlId}. Reload the page.`, { title: TITLE })
  const instance = await lockInstance(tx, control.fundNavId)
  await tx.update(navControl).set({ reasonCode }).where(eq(navControl.id, controlId))
  await moveInstance(tx, instance, {
    type: 'act',
    name: 'change reason',
    to: instance,
    who: actor,
    log: `Reason of control ${controlId}: ${chosen.display}`,
    data: { controlId, was: control.reasonCode, is: reasonCode },
    now,
  })
  return control.fundNavId
}
