import { versionsBy } from '~/areas/expenses/expense'
import type { InvoiceRow } from '~/areas/invoices/fields.server'
import { type Day, daysBetween, daysOfMonth, monthOf, monthsOf } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { showAmount, showDay, showExact, showMoney } from '~/platform/values/show'
import {
  BUDGET_FIELDS,
  type BudgetCheck,
  type BudgetField,
  type BudgetFields,
  type BudgetPart,
  type BudgetTotals,
} from './budget'

/** The fields of a budget while they are filled in: any of them may still be empty. */
export type BudgetEntry = { [Field in BudgetField]: BudgetFields[Field] | null }

export type EntryValue = BudgetEntry[BudgetField]

/** A new budget: nothing is chosen yet, and its gauge shows a placeholder (specification, section 5). */
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

/** Field → its fault, as a sentence. */
export type FieldFaults = Partial<Record<BudgetField, string>>

export const { sameField, changedFields, pickFields } = versionsBy<BudgetEntry>(BUDGET_FIELDS, [
  'budget',
  'treshold',
])

/** Only the fields of a budget that people fill in. */
export const fieldsOf = (budget: BudgetFields): BudgetFields =>
  pickFields(budget, BUDGET_FIELDS) as BudgetFields

/** The fields that are present; a box that is not sent is not ticked. */
export function givenFields(given: Partial<BudgetEntry>): Partial<BudgetEntry> {
  const names = BUDGET_FIELDS.filter((field) => given[field] !== undefined)
  const picked: Partial<BudgetEntry> = pickFields({ ...EMPTY_BUDGET, ...given }, names)
  return picked.client_validation === null ? { ...picked, client_validation: false } : picked
}

interface Limits {
  /** Above zero. */
  budget: Decimal
  /** Percentage of it; null while none is entered. */
  treshold: Decimal | null
}

interface Used {
  /** Consumed and committed in percent of the budget, two decimals. */
  percent: Decimal
  /** A cent beyond the budget is beyond it, though it rounds to 100.00 %. */
  state: 'below' | 'warning' | 'exceeded'
}

/** How much of a budget is used, and what that means (product decisions, section 4). */
export function usedOf(
  limits: Limits,
  { consumed, committed }: Pick<BudgetTotals, 'consumed' | 'committed'>,
): Used {
  const used = new Big(consumed).plus(committed)
  const percent = percentOf(used, limits)
  if (used.gt(limits.budget)) return { percent, state: 'exceeded' }
  return { percent, state: used.gt(0) && reachesThreshold(used, limits) ? 'warning' : 'below' }
}

/** An amount in percent of a budget, two decimals. */
function percentOf(amount: Big, { budget }: Pick<Limits, 'budget'>): Decimal {
  return amount.times(100).div(budget).round(2, Big.roundHalfUp).toFixed(2)
}

/**
 * A day of a budget's period: what its invoices alone, and its invoices and drafts, had taken by then, and what even
 * use would take.
 */
export interface BudgetPace {
  day: Day
  /** Null for days that lie ahead; parts without an exchange rate are left out. */
  consumed: Decimal | null
  used: Decimal | null
  even: Decimal
}

/** Longer periods have no room for a mark each month. */
const MAX_MONTHS = 60

/** A budget over its period: its first day, the ends of its months, its last day. Empty while a date is missing. */
export function budgetPace(
  { budget, from_date: from, to_date: to }: Pick<BudgetEntry, 'budget' | 'from_date' | 'to_date'>,
  parts: readonly Pick<BudgetPart, 'kind' | 'invoiceDate' | 'amount'>[],
  today: Day,
): BudgetPace[] {
  if (budget === null || from === null || to === null || to <= from) return []
  const days = [from]
  const ends = monthsOf(monthOf(from), monthOf(to)).map((month) => daysOfMonth(month).last)
  days.push(...ends.filter((end) => end > from && end < to))
  if (days.length > MAX_MONTHS) return []
  const length = daysBetween(from, to) + 1
  // The current month is drawn with today's figures.
  const ahead = (day: Day) => monthOf(day) > monthOf(today)
  const until = (day: Day, kinds: readonly BudgetPart['kind'][]) =>
    sum(
      parts
        .filter(({ kind, invoiceDate }) => kinds.includes(kind) && invoiceDate <= day)
        .flatMap(({ amount }) => amount ?? []),
    ).toFixed(2)
  return [...days, to].map((day) => ({
    day,
    consumed: ahead(day) ? null : until(day, ['invoice']),
    used: ahead(day) ? null : until(day, ['invoice', 'draft']),
    even: new Big(budget)
      .times(daysBetween(from, day) + 1)
      .div(length)
      .toFixed(2),
  }))
}

/** Is an amount as large as the threshold of a budget, to the cent, whatever its percentage rounds to? */
function reachesThreshold(amount: Big, { budget, treshold }: Limits): boolean {
  return treshold !== null && amount.times(100).gte(new Big(treshold).times(budget))
}

/** The stored facts of a draft for one budget in force; amounts in the budget's currency. */
export interface DraftInBudget
  extends Pick<
    BudgetCheck,
    | 'budgetId'
    | 'name'
    | 'currency'
    | 'amountType'
    | 'budget'
    | 'treshold'
    | 'clientValidation'
    | 'others'
    | 'invoiced'
    | 'counted'
  > {
  /** Invoices and drafts of others without an exchange rate: `others` excludes them. */
  unconverted: number
  invoiceDate: Day
  /** Currencies without an exchange rate on the invoice date, where `counted` is null. */
  missingRates: string[]
  /** The draft has become its invoices: no action is left. */
  completed: boolean
}

/** The newest override of a draft in a budget. */
export interface NewestOverride {
  by: string
  at: Date
  comment: string
  /** The amount of the draft, and the excess over the budget, when it was given. */
  counted: Decimal
  excess: Decimal
  /** False when the budget has counted another currency or amount since, or when its giver edited or sent the draft. */
  isCurrent: boolean
}

/**
 * The result of a draft against a budget. The other drafts and this one together are compared with the threshold and
 * the budget; a draft that takes nothing from a budget, such as a credit note, is never held by it.
 */
export function budgetCheck(stored: DraftInBudget, given: NewestOverride | null): BudgetCheck {
  const { unconverted, invoiceDate, missingRates, completed, ...same } = stored
  const { counted, others, budget } = same
  const total = counted === null ? null : new Big(others).plus(counted)
  const excess = total?.gt(budget) ? total.minus(budget).toFixed(2) : '0.00'
  const percent = total === null ? null : percentOf(total, stored)
  const state = stateOf(total, excess, stored)
  const covers =
    given?.isCurrent === true &&
    counted !== null &&
    new Big(counted).lte(given.counted) &&
    new Big(excess).lte(given.excess)
  const override = given && { by: given.by, at: given.at, comment: given.comment, covers }
  const check: BudgetCheck = { ...same, percent, state, excess, override, message: null }
  return { ...check, message: messageOf(check, stored, given) }
}

function stateOf(
  total: Big | null,
  excess: Decimal,
  { counted, unconverted, ...limits }: DraftInBudget,
): BudgetCheck['state'] {
  if (total === null) return 'no rate'
  if (new Big(excess).gt(0) && new Big(counted ?? '0').gt(0)) return 'exceeded'
  // An amount without an exchange rate may be any size, so it may not be below.
  return unconverted > 0 || reachesThreshold(total, limits) ? 'warning' : 'below'
}

function messageOf(
  check: BudgetCheck,
  { unconverted, invoiceDate, missingRates, completed }: DraftInBudget,
  given: NewestOverride | null,
): string | null {
  const { name, currency, budget, state, excess, counted, others, percent, override } = check
  const money = (value: Decimal | null) => showMoney(value, currency)
  if (state === 'below') return null
  if (state === 'no rate')
    return `${name}: there is no exchange rate of ${missingRates.join(' and ')} on or before ${showDay(invoiceDate)}, so the part that this draft uses is unknown. Ask an administrator to enter the rate (Administration, Lookups, Exchange rates)${completed ? '.' : '; the draft cannot be approved until then.'}`
  const left = `${money(counted)} of this draft and ${money(others)} of others, of ${money(budget)}`
  const unknown =
    unconverted === 0
      ? ''
      : ` ${unconverted === 1 ? 'One other invoice or draft has' : `${unconverted} other invoices and drafts have`} no exchange rate and ${unconverted === 1 ? 'is' : 'are'} not counted: ask an administrator to enter the rate.`
  if (state === 'warning') {
    const proof = check.clientValidation ? ' The client’s proof is needed: ask the client for it.' : ''
    const taken = `${name}: ${showAmount(percent)} % used (warning at ${showExact(check.treshold)} %): ${left}.`
    return completed
      ? `${taken}${unknown}`
      : `${taken}${unknown}${proof || ' Check whether the budget is sufficient.'}`
  }
  const exceeded = `${name} is exceeded by ${money(excess)}: ${left}.${unknown}`
  if (override?.covers) return `${exceeded} ${override.by} allowed it: ${override.comment}`
  if (completed) return exceeded
  const again = given
    ? ` ${given.by} had allowed ${money(given.excess)} with ${money(given.counted)} of this draft, which is no longer enough.`
    : ''
  return `${exceeded}${again} A team leader who neither edited nor sent the draft may allow it with a comment; otherwise reduce the draft, cancel others that are not needed, or have the budget amended.`
}

/** An invoice that a budget counts, with the amount that counts. */
export interface AllocatedInvoice extends InvoiceRow {
  /** In the budget's currency, at the rate of the invoice date; null without a rate. */
  counted_amount: Decimal | null
  /** The budget's currency. */
  counted_currency: string
  /**
   * The value of one unit of the invoice's currency in the budget's, ten decimals; null in one currency or without a
   * rate.
   */
  rate: Decimal | null
  /** The day of that rate; the older one where it combines two rates. */
  rate_date: Day | null
}
