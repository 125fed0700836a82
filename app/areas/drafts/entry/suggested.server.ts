import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { desc, eq } from 'drizzle-orm'
import type { Draft } from '~/areas/expenses/expense'
import type { DraftChoices } from './choices.server'

/** How many of a supplier's last invoices are looked at. */
const LAST_INVOICES = 5

/** What most of a supplier's last invoices have, and how many of how many. */
export interface Suggestion {
  value: number | string
  label: string
  times: number
  of: number
}

type SuggestedField = 'expenseType' | 'routineType' | 'feesType'
export type Suggested = Partial<Record<SuggestedField, Suggestion>>

/**
 * Expense type, routine and fees type of a draft from its supplier's last invoices: of each the value that most of them
 * have, the newest of equals. Nothing without a supplier, and nothing that is no longer offered.
 */
export async function suggestedFor(
  read: Read,
  draft: Pick<Draft, 'isSupplierFund' | 'invoicedLegalEntity' | 'invoicedFundLegalEntity'>,
  choices: Pick<DraftChoices, 'expenseTypes' | 'routineTypes' | 'feesTypes'>,
): Promise<Suggested> {
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  if (supplierId === null) return {}
  const last = await read
    .select({
      expenseType: invoice.expenseTypeId,
      routineType: invoice.routineTypeId,
      feesType: invoice.feesType,
    })
    .from(invoice)
    .where(eq(invoice.supplierId, supplierId))
    .orderBy(desc(invoice.invoiceDate), desc(invoice.id))
    .limit(LAST_INVOICES)
  const found: Suggested = {}
  const offered = {
    expenseType: choices.expenseTypes,
    routineType: choices.routineTypes,
    feesType: choices.feesTypes,
  }
  for (const field of ['expenseType', 'routineType', 'feesType'] as const) {
    const values = last.flatMap((row) => row[field] ?? [])
    const times = (value: number | string) => values.filter((each) => each === value).length
    const [value] = [...new Set(values)].sort((a, b) => times(b) - times(a))
    const choice = offered[field].find((each) => each.value === value)
    if (value !== undefined && choice)
      found[field] = { value, label: choice.label, times: times(value), of: last.length }
  }
  return found
}
