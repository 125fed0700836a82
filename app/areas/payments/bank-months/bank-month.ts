import { type Holidays, nearestBusinessDay } from '~/areas/processes/business-days'
import { addDays, type Day, daysOfMonth } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { counted, showDay, showMoney } from '~/platform/values/show'
import { type BalancedStatement, statementsInOrder } from './statement-order'

/** A month of an account: its balances, its entries, what explains them, and whether it can be closed. */

export const MONTH_STATES = ['Open', 'Ready to close', 'Closed'] as const
export type MonthState = (typeof MONTH_STATES)[number]

export interface BankMonth {
  /** "LU280019400644750000~EUR~2026-10": the account, its currency and the month. */
  id: string
  entity: string
  account: string
  currency: string
  month_end: Day
  /** Null where no statement has it. */
  opening: Decimal | null
  /** Booked credits less booked debits. */
  total: Decimal
  explained: Decimal
  unexplained: Decimal
  closing: Decimal | null
  entries: number
  open_entries: number
  state: MonthState
  /** What comes first of what it cannot be closed for; '' for nothing. */
  hindrance: string
  closed_by: string | null
  closed_at: Date | null
  reopened_by: string | null
  reopened_at: Date | null
  /** Why it was reopened. */
  comment: string
}

/** The account and the month of a key. */
export interface MonthKey {
  account: string
  currency: string
  /** "2026-10" */
  month: string
}

export const monthKeyOf = ({ account, currency, month }: MonthKey) => `${account}~${currency}~${month}`

/** Null for a text that is no key. */
export function monthOfKey(text: string | undefined): MonthKey | null {
  const [, account, currency, month] =
    /^([^~]{1,50})~([A-Z]{3})~((?:19|20)\d\d-(?:0[1-9]|1[0-2]))$/.exec(text ?? '') ?? []
  if (account === undefined || currency === undefined || month === undefined) return null
  return { account, currency, month }
}

/** A statement of the month, or the last one before it and the first one after it. */
export interface MonthStatement extends BalancedStatement {
  /** Closing balance less opening balance and entries. */
  difference: Decimal | null
  /** Its entries that were booked before the month, in it, and after it: banks close statements on any day. */
  before: Decimal
  within: Decimal
  after: Decimal
  /** Those within the month. */
  entries: number
}

interface Balances {
  opening: Decimal | null
  total: Decimal
  closing: Decimal | null
  entries: number
  /** What is missing or does not fit, each in a sentence. */
  gaps: string[]
}

/** The balances of a month by its statements. @param currency of the account */
export function balancesOfMonth(
  month: string,
  currency: string,
  statements: readonly MonthStatement[],
): Balances {
  const { first, last } = daysOfMonth(month)
  const ordered = statementsInOrder(statements)
  const earlier = ordered.filter(({ day }) => day < first)
  const until = ordered.filter(({ day }) => day <= last)
  const own = until.slice(earlier.length)
  const later = ordered.slice(until.length)
  const total = sum(ordered.map(({ within }) => within))
  const [start] = earlier.length > 0 ? earlier.slice(-1) : []
  const [begin] = ordered
  const openedWith = start ? start.closing : (begin?.opening ?? null)
  const early = sum(ordered.slice(earlier.length).map(({ before }) => before))
  const tooMuch = sum(earlier.flatMap(({ within, after }) => [within, after]))
  const closedWith = until.at(-1)?.closing ?? null
  const afterwards = sum(until.map(({ after }) => after))
  const missing = sum(later.flatMap(({ before, within }) => [before, within]))
  return {
    opening: openedWith === null ? null : new Big(openedWith).minus(tooMuch).plus(early).toFixed(2),
    total: total.toFixed(2),
    closing: closedWith === null ? null : new Big(closedWith).minus(afterwards).plus(missing).toFixed(2),
    entries: ordered.reduce((all, { entries }) => all + entries, 0),
    gaps: gapsOf({ earlier, own, later }, last, currency),
  }
}

interface Placed {
  earlier: readonly MonthStatement[]
  own: readonly MonthStatement[]
  later: readonly MonthStatement[]
}

function gapsOf({ earlier, own, later }: Placed, last: Day, currency: string): string[] {
  const money = (amount: Decimal | null) => showMoney(amount, currency)
  const called = ({ day }: MonthStatement) => `The statement of ${showDay(day)}`
  const gaps: string[] = []
  const follows = (one: MonthStatement, before: MonthStatement | undefined) => {
    if (!before || one.opening === null || before.closing === null) return
    if (!new Big(one.opening).eq(before.closing))
      gaps.push(
        `${called(one)} opens with ${money(one.opening)}, but the one of ${showDay(before.day)} closed with ${money(before.closing)}. Upload the statement between them.`,
      )
  }
  for (const [at, one] of own.entries()) {
    follows(one, own[at - 1] ?? earlier.at(-1))
    if (one.opening === null || one.closing === null)
      gaps.push(
        `${called(one)} has no ${one.opening === null ? 'opening' : 'closing'} balance. Ask the bank for a statement with both.`,
      )
    if (one.difference !== null && !new Big(one.difference).eq(0))
      gaps.push(
        `${called(one)} does not add up: its balances differ from its entries by ${money(one.difference)}. Ask the bank.`,
      )
  }
  const newest = own.at(-1) ?? earlier.at(-1)
  if (newest && newest.day >= lastWeekday(last)) return gaps
  const [next] = later
  if (next) follows(next, newest)
  else if (newest)
    gaps.push(
      `The newest statement is of ${showDay(newest.day)}. Upload those until ${showDay(lastWeekday(last))}.`,
    )
  return gaps
}

const NO_HOLIDAYS: Holidays = new Set()

/** Bank holidays are not known here: after one, the next statement shows that none is missing. */
const lastWeekday = (last: Day): Day => nearestBusinessDay(last, -1, NO_HOLIDAYS)

type Judged = Pick<
  BankMonth,
  'month_end' | 'total' | 'explained' | 'unexplained' | 'open_entries' | 'currency'
>

/** All that a month cannot be closed for, each in a sentence. */
export function hindrancesOf(row: Judged, gaps: readonly string[], today: Day): string[] {
  const { month_end, currency, open_entries, total, explained, unexplained } = row
  const money = (amount: Decimal) => showMoney(amount, currency)
  const hindrances = [...gaps]
  if (open_entries > 0)
    hindrances.unshift(
      `${counted(open_entries, 'entry is', 'entries are')} not explained. Explain ${open_entries === 1 ? 'it' : 'them'} in the Bank inbox.`,
    )
  else if (!new Big(unexplained).eq(0))
    hindrances.push(
      `The statements book ${money(total)}, and what explains it comes to ${money(explained)}. Upload the missing statement, or ask the bank.`,
    )
  if (month_end >= today)
    hindrances.unshift(`The month is not over. Close it from ${showDay(addDays(month_end, 1))}.`)
  return hindrances
}
