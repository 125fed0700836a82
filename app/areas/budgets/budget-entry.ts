import { Big } from '~/platform/values/decimal'
import type { BudgetFields } from './budget'
import { BUDGET_FIELDS, type BudgetField } from './budget-labels'

/** The fields of a budget while they are filled in: any of them may still be empty. */
export type BudgetEntry = { [Field in BudgetField]: BudgetFields[Field] | null }

export type EntryValue = BudgetEntry[BudgetField]

/** A new budget: nothing is chosen yet, and its gauge has something to stand for (specification, section 5). */
export const EMPTY_BUDGET: BudgetEntry = {
  supplier_id: null,
  settling_legal_entity_id: null,
  currency: null,
  amount_type: null,
  routine_type_id: null,
  expense_type_id: null,
  from_date: null,
  to_date: null,
  treshold: null,
  budget: '0.10',
  client_validation: false,
}

/** Field → what is wrong with it, as a sentence. */
export type FieldFaults = Partial<Record<BudgetField, string>>

/** Is it the same value? 100 and 100.00 are. */
export function sameField(field: BudgetField, a: EntryValue, b: EntryValue): boolean {
  if ((field === 'budget' || field === 'treshold') && a !== null && b !== null)
    return new Big(String(a)).eq(String(b))
  return a === b
}

/** The fields that differ, in the order of the form. */
export function changedFields(before: BudgetEntry, after: BudgetEntry): BudgetField[] {
  return BUDGET_FIELDS.filter((field) => !sameField(field, before[field], after[field]))
}

/** Some fields of a budget, by name. */
export function pickFields<Name extends BudgetField>(
  from: BudgetEntry,
  names: readonly Name[],
): Pick<BudgetEntry, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<BudgetEntry, Name>
}

/** Only the fields of a budget that people fill in. */
export const fieldsOf = (budget: BudgetFields): BudgetFields =>
  pickFields(budget, BUDGET_FIELDS) as BudgetFields

/** The fields that are there; a box that nobody ticked is not ticked. */
export function givenFields(given: Partial<BudgetEntry>): Partial<BudgetEntry> {
  const names = BUDGET_FIELDS.filter((field) => given[field] !== undefined)
  const picked: Partial<BudgetEntry> = pickFields({ ...EMPTY_BUDGET, ...given }, names)
  return picked.client_validation === null ? { ...picked, client_validation: false } : picked
}
