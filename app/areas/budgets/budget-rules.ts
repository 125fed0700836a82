import { type Actor, holdReason, isAllowed, isAmong, isTeamLeader } from '~/areas/access/actor'
import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import { decimalsFault } from '~/platform/values/currencies'
import { addDays, type Day, dayOf, daysBetween, isNearDay } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { Instance, QueueStatus } from '~/platform/workflow/types'
import { BUDGET_LABELS, type BudgetCheck, type BudgetFields, REQUIRED_FIELDS } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-figures'

/** 15 digits in all: the most that a JSON number holds exactly. */
const LARGEST_BUDGET = '9999999999999.99'

/** The faults in the fields of a budget that can be found without the database (specification, section 5). */
export function budgetRules(entry: BudgetEntry): FieldFaults {
  const faults: FieldFaults = {}
  for (const field of REQUIRED_FIELDS)
    if (entry[field] === null) faults[field] = `${BUDGET_LABELS[field]} is required.`
  const { amount_type, budget, currency, treshold, from_date, to_date } = entry
  if (amount_type !== null && !AMOUNT_TYPES.some(({ id }) => id === amount_type))
    faults.amount_type = `${BUDGET_LABELS.amount_type}: choose gross, net or taxes.`
  if (budget !== null && !new Big(budget).gt(0))
    faults.budget = `${BUDGET_LABELS.budget}: enter an amount above zero.`
  else if (budget !== null && new Big(budget).gt(LARGEST_BUDGET))
    faults.budget = `${BUDGET_LABELS.budget}: enter at most 13 digits before the point, 15 in all.`
  else if (budget !== null) {
    const fault = decimalsFault(budget, currency)
    if (fault !== null) faults.budget = `${BUDGET_LABELS.budget}: ${fault}`
  }
  if (treshold !== null && (new Big(treshold).lt(0) || new Big(treshold).gt(100)))
    faults.treshold = `${BUDGET_LABELS.treshold}: enter a percentage from 0 to 100.`
  for (const field of ['from_date', 'to_date'] as const) {
    const day: Day | null = entry[field]
    if (day !== null && !isNearDay(day))
      faults[field] = `${BUDGET_LABELS[field]}: enter a date from 1990 to 2100.`
  }
  if (from_date !== null && to_date !== null && to_date < from_date)
    faults.to_date ??= `${BUDGET_LABELS.to_date}: it is before the ${BUDGET_LABELS.from_date}.`
  return faults
}

/** True when all required fields of a budget are filled in. */
export function isWhole(entry: BudgetEntry): entry is BudgetFields {
  return REQUIRED_FIELDS.every((field) => entry[field] !== null) && entry.client_validation !== null
}

/** The queue in which budgets are entered. */
export const BUDGET_DESK = 'ACCOUNTING'

type Who = Pick<Actor, 'authorisations' | 'queues'>
/** Where the form of a budget may be edited (specification: is_editable). */
export const isEditable = ({ queue, status }: QueueStatus): boolean =>
  queue === BUDGET_DESK && (status === 'IN ENTRY' || status === 'RETURNED')

/** Why this person may not change a budget at its current status, as a sentence; null when they may. */
export function whyNotEdited(who: Who, at: QueueStatus): string | null {
  if (!isEditable(at))
    return at.queue === 'SYSTEM'
      ? `This budget is ${at.status}: it is read-only.`
      : at.status === 'ACTIVE'
        ? 'This budget is ACTIVE (COMPLETED): it is approved, and drafts are checked against it. To change it, choose Amend; the approved version stays active until the amendment is approved.'
        : `This budget is ${at.status} (${at.queue}): it can be changed once it is returned to ${BUDGET_DESK}.`
  if (!isAllowed(who, 'budgets', 'update'))
    return 'You may read this budget. Changing it needs the update permission for Budgets.'
  return atDesk(who)
    ? null
    : `You may read this budget. Only members of the queue ${BUDGET_DESK} can change it.`
}

/** Why this person may not create a budget; null when they may. */
export function whyNotCreated(who: Who): string | null {
  if (!isAllowed(who, 'budgets', 'add')) return 'Creating a budget needs the add permission for Budgets.'
  return atDesk(who) ? null : `Only members of the queue ${BUDGET_DESK} can create budgets. Ask one of them.`
}

/** A budget that was approved once is part of the books. */
export const WAS_IN_FORCE =
  'This budget was approved before and is still active: it cannot be deleted. Submit the amendment, or have a team leader cancel the budget once the amendment is approved.'

/** Why this person may not delete a budget; null when they may, provided that it was never in force. */
export function whyNotDeleted(who: Who, at: QueueStatus): string | null {
  if (!isAllowed(who, 'budgets', 'delete'))
    return 'Deleting a budget needs the delete permission for Budgets.'
  if (!isEditable(at))
    return `This budget is ${at.status} (${at.queue}): it can be deleted only during entry. ${
      at.queue === 'SYSTEM' ? 'It is part of the books.' : 'Return or cancel it instead.'
    }`
  return atDesk(who) ? null : `Only members of the queue ${BUDGET_DESK} can delete budgets. Ask one of them.`
}

const atDesk = ({ queues }: Who) => queues.includes(BUDGET_DESK)

/**
 * Why this person may not let a draft exceed its budgets at its current status, as a sentence; null when they
 * may.
 * @param authors who edited or sent the draft
 */
export function whyNotOverride(
  actor: Pick<Actor, 'id' | 'oneWith' | 'queues' | 'authorisations' | 'heldBack'>,
  { queue, status }: Pick<Instance, 'queue' | 'status'>,
  authors: ReadonlySet<number>,
): string | null {
  if (queue !== 'TEAM LEADER' || status !== 'TO CHECK')
    return `A budget can be exceeded only while the draft is TO CHECK (TEAM LEADER); it is ${status} (${queue}).`
  if (!isTeamLeader(actor))
    return 'Only members of the queue TEAM LEADER can let a draft exceed a budget. Ask one of them.'
  if (!isAllowed(actor, 'draftsdashboard', 'update'))
    return 'You need the update permission for Drafted Expenses. Ask an administrator.'
  if (isAmong(actor, authors))
    return 'You edited or sent this draft: another team leader must allow it to exceed a budget (four-eyes rule).'
  return holdReason(actor)
}

/** Whether the client's proof is required, and why, in a sentence. */
export interface ProofRequirement {
  needed: boolean
  why: string
}

/**
 * "Client validated" needs the client's proof unless the draft has budgets and each of them requires no client
 * validation or is below its threshold (product decisions, section 2: Draft).
 */
export function proofRequirement(checks: readonly BudgetCheck[]): ProofRequirement {
  if (checks.length === 0)
    return { needed: true, why: 'No active budget applies, so the client’s proof is needed.' }
  const requiring = checks.filter(({ clientValidation, state }) => clientValidation && state !== 'below')
  if (requiring.length === 0)
    return {
      needed: false,
      why: 'The client’s proof is not needed: the budgets of this draft do not require it, or are below their threshold.',
    }
  const reasons = requiring.map(({ name, state }) =>
    state === 'no rate' ? `${name} (no exchange rate)` : `${name} (threshold reached)`,
  )
  return { needed: true, why: `The client’s proof is needed: ${reasons.join('; ')}.` }
}

/**
 * The period of the same length that follows: a year after a year, a quarter after a quarter. A period that is not
 * whole months is followed by the same number of days.
 * @param from first day, `to` the last, both inclusive
 */
export function nextPeriod(from: Day, to: Day): { from: Day; to: Day } {
  const next = addDays(to, 1)
  const [year, month, day] = parts(next)
  const [fromYear, fromMonth, fromDay] = parts(from)
  const months = (year - fromYear) * 12 + month - fromMonth
  const sum = month - 1 + months
  const after = day === fromDay ? dayOf(year + Math.floor(sum / 12), (sum % 12) + 1, day) : null
  return { from: next, to: after ? addDays(after, -1) : addDays(next, daysBetween(from, to)) }
}

function parts(day: Day): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}
