import type { Read } from 'db/database'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { AMOUNT_TYPES } from '~/areas/reference-data/amount-types'
import { namesOf } from '~/areas/reference-data/named.server'
import { showAmount, showDay, showExact } from '~/platform/values/show'
import type { BudgetEntry, EntryValue } from './budget-entry'
import type { BudgetField } from './budget-labels'

/** A value of a budget's field in words; '' for an empty one. */
export type BudgetWords = (field: BudgetField, value: EntryValue | undefined) => string

const NAMED = [
  ['supplier_id', legalEntity],
  ['settling_legal_entity_id', legalEntity],
  ['routine_type_id', routineType],
  ['expense_type_id', expenseType],
] as const
type Named = (typeof NAMED)[number][0]

/** How the values of these versions of a budget are told to people, with the names of what they refer to. */
export async function budgetWords(
  read: Read,
  versions: readonly Partial<BudgetEntry>[],
): Promise<BudgetWords> {
  const ids = (field: Named) => [...new Set(versions.flatMap((version) => version[field] ?? []))]
  const names = new Map(
    await Promise.all(
      NAMED.map(async ([field, table]) => [field, await namesOf(read, table, ids(field))] as const),
    ),
  )
  return (field, value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return names.get(field as Named)?.get(value) ?? String(value)
    if (field === 'budget') return showAmount(value)
    if (field === 'treshold') return `${showExact(value)} %`
    if (field === 'amount_type') return AMOUNT_TYPES.find(({ id }) => id === value)?.name ?? value
    return field === 'from_date' || field === 'to_date' ? showDay(value) : value
  }
}
