import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { Draft, DraftFields } from '~/areas/expenses/expense'
import { type Choice, ENTITY_KINDS, existingIds } from '~/areas/reference-data/choices.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { formatList } from '~/platform/values/show'
import { taxesIn } from '../draft-rules'
import type { DraftChoices } from './choices.server'
import type { Suggested } from './suggested-fields'

/** How many of a supplier's last invoices are looked at. */
const LAST_INVOICES = 5

/** What may be suggested; what is left out is not. */
type Offered = Partial<
  Pick<DraftChoices, 'today' | 'currencies' | 'expenseTypes' | 'routineTypes' | 'feesTypes'>
>

/** Whose invoices are looked at, and the day on which a client must be there. */
type Supplier = Pick<
  Draft,
  'isSupplierFund' | 'invoicedLegalEntity' | 'invoicedFundLegalEntity' | 'receivedDate'
>

/**
 * Client, currency, rate of taxes, expense type, routine and fees type of a draft from its supplier's last invoices: of
 * each the value that most of them have, the newest of equals. Nothing without a supplier, and nothing that is no longer
 * offered.
 */
export async function suggestedFor(read: Read, draft: Supplier, choices: Offered): Promise<Suggested> {
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  if (supplierId === null) return {}
  const rows = await read
    .select({
      settlementLegalEntity: invoice.invoicedEntityId,
      settlingLegalEntity: invoice.settlingEntityId,
      currency: invoice.currency,
      expenseType: invoice.expenseTypeId,
      routineType: invoice.routineTypeId,
      feesType: invoice.feesType,
      grossAmount: invoice.grossAmount,
      taxes: invoice.taxes,
      netAmount: invoice.netAmount,
    })
    .from(invoice)
    .where(eq(invoice.supplierId, supplierId))
    .orderBy(desc(invoice.invoiceDate), desc(invoice.id))
    .limit(LAST_INVOICES)
  const last = rows.map((row) => ({ ...row, taxes: rateOf(row) }))
  const clients =
    choices.today === undefined
      ? []
      : await clientsOn(
          read,
          last.flatMap((row) => [row.settlementLegalEntity, row.settlingLegalEntity]),
          draft.receivedDate ?? choices.today,
        )
  const rates = choices.currencies === undefined ? [] : last.flatMap(({ taxes }) => taxes ?? [])
  const offered: Record<keyof Suggested, readonly Choice<number | string>[]> = {
    settlementLegalEntity: clients,
    settlingLegalEntity: clients,
    currency: choices.currencies ?? [],
    taxes: rates.map((rate) => ({ value: rate, label: `${rate} %` })),
    expenseType: choices.expenseTypes ?? [],
    routineType: choices.routineTypes ?? [],
    feesType: choices.feesTypes ?? [],
  }
  const found: Suggested = {}
  for (const field of Object.keys(offered) as (keyof Suggested)[]) {
    const values = last.flatMap((row): (number | string)[] => (row[field] === null ? [] : [row[field]]))
    const times = (value: number | string) => values.filter((each) => each === value).length
    const [value] = [...new Set(values)].sort((a, b) => times(b) - times(a))
    const choice = offered[field].find((each) => each.value === value)
    if (value !== undefined && choice)
      found[field] = { value, label: choice.label, times: times(value), of: last.length }
  }
  return found
}

interface Amounts {
  grossAmount: Decimal
  taxes: Decimal
  netAmount: Decimal
  currency: string
}

/** The rate of an invoice's taxes in percent, to a tenth; null where no single rate gives them. */
function rateOf({ grossAmount, taxes, netAmount, currency }: Amounts): string | null {
  if (new Big(netAmount).eq(0)) return null
  const rate = new Big(taxes).times(100).div(netAmount).round(1)
  if (rate.lt(0)) return null
  const difference = new Big(taxesIn(grossAmount, rate.toFixed(), currency)).minus(taxes)
  return difference.abs().lte('0.01') ? rate.toFixed() : null
}

/** The clients of invoices that may still be chosen on a day. */
function clientsOn(read: Read, ids: readonly (number | null)[], day: Day): Promise<Choice[]> {
  return read
    .select({ value: legalEntity.id, label: legalEntity.name })
    .from(legalEntity)
    .where(
      and(
        inArray(legalEntity.id, existingIds(ids)),
        inArray(legalEntity.kind, ENTITY_KINDS),
        or(isNull(legalEntity.deadDate), gte(legalEntity.deadDate, day)),
      ),
    )
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

/** The choices of a draft's form with the clients that are suggested: a long list holds only those that are chosen. */
export function withSuggested(choices: DraftChoices, suggested: Suggested): DraftChoices {
  const known = new Set(choices.entities.map(({ value }) => value))
  const { settlementLegalEntity, settlingLegalEntity } = suggested
  const more = new Map(
    [settlementLegalEntity, settlingLegalEntity].flatMap((each) =>
      each && !known.has(Number(each.value)) ? [[Number(each.value), each.label] as const] : [],
    ),
  )
  const entities = [...more].map(([value, label]) => ({ value, label, until: null }))
  return { ...choices, entities: [...choices.entities, ...entities] }
}
