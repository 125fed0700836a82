import { addDays, type Day, lastOfMonth } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** What a month of a prepaid invoice costs, and is not booked yet. */
export interface PrepaidDue {
  /** "1234~2026-10-31": the invoice and its month. */
  key: string
  invoice: number
  /** Last day of the month that bears it. */
  month_end: Day
  settling_entity: string
  sub_fund: string | null
  expense_type: string
  provider: string
  invoice_ref: string
  currency: string
  /** Less than zero where something is taken back: of credit notes and cancelled invoices. */
  amount: Decimal
  /** Why it is not an ordinary line of the month: of an earlier month, or of an invoice that was cancelled or returned. */
  note: 'late' | 'cancelled' | 'returned' | null
}

/** What of a prepaid invoice is not an expense yet. */
export interface PrepaidBalance {
  invoice: number
  settling_entity: string
  sub_fund: string | null
  expense_type: string
  provider: string
  invoice_ref: string
  service_from: Day
  service_to: Day
  currency: string
  /** Booked to PREPAID EXPENSE with the invoice. */
  prepaid: Decimal
  /** Of it, by the journals. */
  recognised: Decimal
  remaining: Decimal
}

/** A journal that was marked as booked. */
export interface PrepaidJournal {
  id: number
  month_end: Day
  lines: number
  /** By currency: "1,529.59 USD". */
  totals: string
  booked_by: string
  booked_at: Date
  comment: string
}

/** What is left of prepaid expenses, compared with the balance of a fund's NAV. */
export interface PrepaidCheck {
  key: string
  fund: string
  expense_type: string
  /** Prefixes of the accounts that hold it. */
  accounts: string
  nav_date: Day | null
  nav_status: string | null
  currency: string
  /** Debtor less creditor of these accounts; null without a NAV. */
  nav_balance: Decimal | null
  /** In the fund's currency at the rates of the NAV date; null where a rate is missing. */
  remaining: Decimal | null
  difference: Decimal | null
}

/** Until when the books of a NAV go: the NAV of the last weekday of a month has the journal of that month. */
export function booksUntil(navDate: Day): Day {
  const last = lastOfMonth(navDate)
  const isWeekend = (day: Day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  for (let day = addDays(navDate, 1); day <= last; day = addDays(day, 1)) if (!isWeekend(day)) return navDate
  return last
}
