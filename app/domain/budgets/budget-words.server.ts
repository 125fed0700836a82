import type { Read } from 'db/doors'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import { AMOUNT_TYPES } from '~/domain/lookups/amount-types'
import { showAmount, showDay, showExact } from '~/domain/values/show'
import type { BudgetEntry, EntryValue } from './budget-entry'
import type { BudgetField } from './budget-labels'

/** A value of a budget's field in words; '' for an empty one. */
export type BudgetWords = (field: BudgetField, value: EntryValue | undefined) => string

const NAMED = {
  supplier_id: legalEntity,
  settling_legal_entity_id: legalEntity,
  routine_type_id: routineType,
  expense_type_id: expenseType,
}
type Named = keyof typeof NAMED

/** How the values of these versions of a budget are told to people, with the names of what they refer to. */
export async function budgetWords(
  read: Read,
  versions: readonly Partial<BudgetEntry>[],
): Promise<BudgetWords> {
  const names = new Map<string, string>()
  await Promise.all(
    (Object.keys(NAMED) as Named[]).map(async (field) => {
      const ids = [...new Set(versions.map((version) => version[field]))].filter((id) => id != null)
      if (ids.length === 0) return
      const table = NAMED[field]
      const rows = await read
        .select({ id: table.id, name: table.name })
        .from(table as typeof legalEntity)
        .where(inArray(table.id, ids))
      for (const { id, name } of rows) names.set(`${field} ${id}`, name)
    }),
  )
  return (field, value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return names.get(`${field} ${value}`) ?? String(value)
    if (field === 'budget') return showAmount(value)
    if (field === 'treshold') return `${showExact(value)} %`
    if (field === 'amount_type') return AMOUNT_TYPES.find(({ id }) => id === value)?.name ?? value
    return field === 'from_date' || field === 'to_date' ? showDay(value) : value
  }
}
