import { AMOUNT_TYPES } from '~/areas/reference-data/amount-types'
import type { Day } from '~/platform/values/day'
import { isNearDay } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { BudgetFields } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-entry'
import { BUDGET_LABELS, REQUIRED_FIELDS } from './budget-labels'

/** 15 digits in all: what a number of JSON surely keeps. */
const LARGEST_BUDGET = '9999999999999.99'

/** What is wrong with the fields of a budget, whatever the database knows (specification, section 5). */
export function budgetRules(entry: BudgetEntry): FieldFaults {
  const faults: FieldFaults = {}
  for (const field of REQUIRED_FIELDS)
    if (entry[field] === null) faults[field] = `${BUDGET_LABELS[field]} is required.`
  const { amount_type, budget, treshold, from_date, to_date } = entry
  if (amount_type !== null && !AMOUNT_TYPES.some(({ id }) => id === amount_type))
    faults.amount_type = `${BUDGET_LABELS.amount_type}: choose gross, net or taxes.`
  if (budget !== null && !new Big(budget).gt(0))
    faults.budget = `${BUDGET_LABELS.budget}: enter an amount above zero.`
  else if (budget !== null && new Big(budget).gt(LARGEST_BUDGET))
    faults.budget = `${BUDGET_LABELS.budget}: enter at most 13 digits before the point, 15 in all.`
  if (treshold !== null && (new Big(treshold).lt(0) || new Big(treshold).gt(100)))
    faults.treshold = `${BUDGET_LABELS.treshold}: enter a percentage from 0 to 100.`
  for (const field of ['from_date', 'to_date'] as const) {
    const day: Day | null = entry[field]
    if (day !== null && !isNearDay(day))
      faults[field] = `${BUDGET_LABELS[field]}: enter a date from 1990 to 2100.`
  }
  if (from_date !== null && to_date !== null && to_date < from_date)
    faults.to_date ??= `${BUDGET_LABELS.to_date}: it lies before the ${BUDGET_LABELS.from_date}.`
  return faults
}

/** True when nothing is missing that a budget must have. */
export function isWhole(entry: BudgetEntry): entry is BudgetFields {
  return REQUIRED_FIELDS.every((field) => entry[field] !== null) && entry.client_validation !== null
}
