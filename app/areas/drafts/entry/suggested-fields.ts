import type { Draft, DraftFields } from '~/areas/expenses/expense'
import type { Decimal } from '~/platform/values/decimal'
import { taxesIn } from '../draft-rules'

/** What most of a supplier's last invoices have, and how many of how many. */
export interface Suggestion {
  /** Of taxes their rate in percent. */
  value: number | string
  label: string
  times: number
  of: number
  /** What it does to the budgets of the draft: "No budget applies then." Missing where that is not known. */
  budgets?: string
}

/** The fields of a draft's form for which something is suggested, in its order. */
export const SUGGESTED_FIELDS = [
  'settlementLegalEntity',
  'settlingLegalEntity',
  'currency',
  'taxes',
  'expenseType',
  'routineType',
] as const satisfies readonly (keyof DraftFields)[]

export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

export type Suggested = Partial<Record<SuggestedField | 'feesType', Suggestion>>

/** Names the suggestions that were taken in the address of the form. */
export const TAKEN = 'suggested'

export const takenName = (draftId: number, field: SuggestedField) => `${draftId}.${field}`

type Amounts = Pick<Draft, 'grossAmount' | 'currency'>

/** The value of a field that a suggestion means: taxes follow from gross, without which there is none. */
export function suggestedValue(
  field: SuggestedField,
  { value }: Pick<Suggestion, 'value'>,
  { grossAmount, currency }: Amounts,
): number | Decimal | null {
  if (field !== 'taxes') return value
  return grossAmount === null ? null : taxesIn(grossAmount, String(value), currency)
}
