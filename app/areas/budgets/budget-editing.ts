import { type Actor, isAllowed } from '~/areas/access/actor'
import type { Instance } from '~/platform/workflow/types'

/** Whose desk budgets are written at. */
export const BUDGET_DESK = 'ACCOUNTING'

type Who = Pick<Actor, 'authorisations' | 'queues'>
type Place = Pick<Instance, 'queue' | 'status'>

/** Where the form of a budget may be edited (specification: is_editable). */
export const isEditable = ({ queue, status }: Place): boolean =>
  queue === BUDGET_DESK && (status === 'IN ENTRY' || status === 'RETURNED')

/** Why this person may not change a budget where it is, in a sentence; null when they may. */
export function whyNotEdited(who: Who, at: Place): string | null {
  if (!isEditable(at))
    return at.queue === 'SYSTEM'
      ? `This budget is ${at.status}: it can only be read.`
      : at.status === 'ACTIVE'
        ? 'This budget is ACTIVE (COMPLETED): its approval is completed, and drafts are held against it. To change it, choose Amend; what was approved stays in force meanwhile.'
        : `This budget is ${at.status} (${at.queue}): it can be changed once it is returned to ${BUDGET_DESK}.`
  if (!isAllowed(who, 'budgets', 'update'))
    return 'You may read this budget. Changing it needs the update permission for Budgets.'
  return atDesk(who) ? null : `You may read this budget. Members of the queue ${BUDGET_DESK} change it.`
}

/** Why this person makes no budget; null when they may. */
export function whyNotCreated(who: Who): string | null {
  if (!isAllowed(who, 'budgets', 'add')) return 'Making a budget needs the add permission for Budgets.'
  return atDesk(who) ? null : `Members of the queue ${BUDGET_DESK} make budgets. Ask one of them.`
}

/** A budget that was approved once is part of the books. */
export const WAS_IN_FORCE =
  'This budget is in force as it was approved before: it cannot be deleted. Submit the amendment, or have a team leader cancel it once it is active.'

/** Why this person does not delete a budget; null when they may, unless it was ever in force. */
export function whyNotDeleted(who: Who, at: Place): string | null {
  if (!isAllowed(who, 'budgets', 'delete'))
    return 'Deleting a budget needs the delete permission for Budgets.'
  if (!isEditable(at))
    return `This budget is ${at.status} (${at.queue}): it can be deleted only while it is entered. ${
      at.queue === 'SYSTEM' ? 'It stays in the books.' : 'Return or cancel it instead.'
    }`
  return atDesk(who) ? null : `Members of the queue ${BUDGET_DESK} delete budgets. Ask one of them.`
}

const atDesk = ({ queues }: Who) => queues.includes(BUDGET_DESK)
