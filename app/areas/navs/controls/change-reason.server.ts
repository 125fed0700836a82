import type { Transaction } from 'db/database'
import { reason } from 'db/schema/lookups'
import { navControl } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { type Actor, isTeamLeader } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { navFacts } from '../nav-facts.server'
import { closedControlReason, closedNavReason } from '../nav-state'

const TITLE = 'Error updating reason.'

export interface ReasonChange {
  controlId: number
  reasonCode: string
  /** Given with Reopen: the control of the round that was sent takes it, the last thing that happens to it. */
  reopening?: boolean
}

/**
 * A team leader changes the reason of the control under way; the event keeps what it was. Controls of a round that was
 * sent, and replaced ones, keep theirs. Answers the NAV's id.
 */
export async function changeReason(
  tx: Transaction,
  actor: Actor,
  { controlId, reasonCode, reopening = false }: ReasonChange,
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
  const control = await controlOf(tx, controlId)
  const instance = await lockInstance(tx, control.fundNavId)
  const nav = await navFacts(tx, control.fundNavId)
  const closed = closedControlReason(control, nav, instance) ?? closedNavReason(instance)
  if (closed && !reopening) throw new DomainError('refused', closed, { title: TITLE })
  const { reasonCode: was } = await controlOf(tx, controlId)
  // The form that is sent again, after an answer that did not arrive, has nothing left to change.
  if (was === reasonCode && !reopening) return control.fundNavId
  await tx.update(navControl).set({ reasonCode }).where(eq(navControl.id, controlId))
  await moveInstance(tx, instance, {
    type: 'act',
    name: 'change reason',
    to: instance,
    who: actor,
    log: `Reason of control ${controlId}: ${chosen.display}`,
    data: { controlId, was, is: reasonCode },
    now,
  })
  return control.fundNavId
}

async function controlOf(tx: Transaction, id: number) {
  const { fundNavId, round, reasonCode } = navControl
  const [control] = await tx
    .select({ fundNavId, round, reasonCode })
    .from(navControl)
    .where(eq(navControl.id, id))
  if (!control)
    throw new DomainError('not-found', `There is no control ${id}. Reload the page.`, { title: TITLE })
  return { id, ...control }
}
