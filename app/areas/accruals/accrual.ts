import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'

/** What a NAV accrued for an expense type, compared with the invoices for the same service. */

/** A difference beyond one of these is shown as one: percent of what is accrued, and basis points of TNA. */
const ACCRUAL_LIMITS = { percent: '10', bp: '0.5' }

export const ACCRUAL_RESULTS = {
  OK: 'success',
  'NOT INVOICED': 'pending',
  DIFFERENCE: 'failed',
} as const satisfies Record<string, EventClass>
export type AccrualResult = keyof typeof ACCRUAL_RESULTS

export const RESULT_TITLE =
  'DIFFERENCE: beyond 10 % of the accrual or 0.5 bp of TNA. NOT INVOICED: more is accrued, and no invoice covers the service up to the NAV date yet.'

/** One fund and expense type at a NAV date; amounts in fund currency. */
export interface AccrualRow {
  key: string
  nav_id: number
  fund_code: string
  /** Whom suppliers bill; null where the fund has none. */
  entity: string | null
  nav_date: Day
  /** Several where they share their accounts: "Audit fee, Tax advice". */
  expense_type: string
  /** Account number prefixes: "462, 4631". */
  accounts: string
  currency: string
  /** The liability on these accounts. */
  accrued: Decimal
  /** The cost of the service until the NAV date, as it was invoiced since the financial year began. */
  invoiced: Decimal
  /** The part of it that was paid by then. */
  paid: Decimal
  /** Accrued less what is invoiced and not paid. */
  difference: Decimal
  /** Of what is accrued; null where nothing is. */
  percent: Decimal | null
  /** Of the fund's TNA; null without one. */
  bp: Decimal | null
  /** The last day of service that an invoice is for; null without invoices. */
  invoiced_to: Day | null
  invoices: number
  result: AccrualResult
}

/** How a difference is judged: beyond which limit it is, and whether an invoice that is still to come explains it. */
export function judged(of: {
  accrued: Decimal
  invoiced: Decimal
  paid: Decimal
  tna: Decimal | null
  navDate: Day
  invoicedTo: Day | null
}): Pick<AccrualRow, 'difference' | 'percent' | 'bp' | 'result'> {
  const difference = new Big(of.accrued).minus(of.invoiced).plus(of.paid)
  const accrued = new Big(of.accrued).abs()
  const tna = of.tna === null ? null : new Big(of.tna)
  const percent = accrued.eq(0) ? null : difference.div(accrued).times(100)
  const bp = tna === null || tna.lte(0) ? null : difference.div(tna).times(10_000)
  const isBeyond =
    !difference.eq(0) &&
    (percent === null || percent.abs().gt(ACCRUAL_LIMITS.percent) || bp?.abs().gt(ACCRUAL_LIMITS.bp) === true)
  const isToCome = difference.gt(0) && (of.invoicedTo === null || of.invoicedTo < of.navDate)
  return {
    difference: difference.toFixed(2),
    percent: percent?.toFixed(2) ?? null,
    bp: bp?.toFixed(4) ?? null,
    result: !isBeyond ? 'OK' : isToCome ? 'NOT INVOICED' : 'DIFFERENCE',
  }
}

/** The first day of the financial year of a day. @param yearEnd its last day as MM-DD */
export function yearBegan(day: Day, yearEnd: string): Day {
  const year = Number(day.slice(0, 4))
  // A financial year may end on 28 or 29 February.
  const endIn = (each: number) =>
    yearEnd.startsWith('02-') ? addDays(`${each}-03-01`, -1) : `${each}-${yearEnd}`
  return addDays(endIn(year) < day ? endIn(year) : endIn(year - 1), 1)
}

/** Expense types of a fund that share an account belong together: accounts cannot tell them apart. */
export function sharedAccounts<Of extends { expenseType: string; prefixes: readonly string[] }>(
  all: readonly Of[],
): Of[][] {
  const groups: Of[][] = []
  for (const each of all) {
    const shares = (other: Of) => other.prefixes.some((prefix) => each.prefixes.includes(prefix))
    const joined = groups.filter((group) => group.some(shares))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([...joined.flat(), each])
  }
  return groups
}
