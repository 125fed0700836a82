import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { desc, eq } from 'drizzle-orm'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { Draft, DraftFields } from '~/areas/expenses/expense'
import { formatList } from '~/platform/values/show'
import type { DraftChoices } from './choices.server'

/** How many of a supplier's last invoices are looked at. */
const LAST_INVOICES = 5

/** What most of a supplier's last invoices have, and how many of how many. */
export interface Suggestion {
  value: number | string
  label: string
  times: number
  of: number
  /** What it does to the budgets of the draft: "No budget applies then." Missing where that is not known. */
  budgets?: string
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

/** The fields by which budgets count a draft. */
const COUNTED_BY = ['expenseType', 'routineType'] as const

/**
 * The same with what each does to the budgets of a draft.
 * @param budgetsWith the budgets that count the draft with this value in a field that is blank now
 */
export async function withBudgets(
  suggested: Suggested,
  draft: Pick<Draft, 'expenseType' | 'routineType' | 'invoiceDate' | 'currency'>,
  budgetsWith: (value: Partial<DraftFields>) => Promise<Pick<BudgetCheck, 'name'>[]>,
): Promise<Suggested> {
  // Without these no budget counts it, whatever is chosen.
  if (draft.invoiceDate === null || draft.currency === null) return suggested
  const found = { ...suggested }
  for (const field of COUNTED_BY) {
    const suggestion = suggested[field]
    if (!suggestion || draft[field] !== null) continue
    const budgets = await budgetsWith({ [field]: Number(suggestion.value) })
    found[field] = { ...suggestion, budgets: describeBudgets(budgets) }
  }
  return found
}

function describeBudgets(budgets: readonly Pick<BudgetCheck, 'name'>[]): string {
  if (budgets.length === 0) return 'No budget applies then.'
  return `${formatList(budgets.map(({ name }) => name))} ${budgets.length === 1 ? 'applies' : 'apply'} then.`
}
