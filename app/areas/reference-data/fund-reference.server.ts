import type { Read } from 'db/database'
import { accountPrefix, exchangeRate, fund, fundFee } from 'db/schema/lookups'
import { and, asc, desc, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'

/** The reference data that NAVs are compared with, as it is in force on a day. */

/** The value of one unit of a currency in the site currency. */
export interface StoredRate {
  rate: Decimal
  /** The day of the rate. */
  date: Day
}

/**
 * The latest stored rate on or before a day of each currency. The site currency has none: it is always 1.
 * @param oldest older rates than that of this day do not count
 */
export async function latestRates(
  read: Read,
  day: Day,
  oldest?: Day,
): Promise<ReadonlyMap<string, StoredRate>> {
  const { currency, date, rate } = exchangeRate
  const rows = await read
    .selectDistinctOn([currency], { currency, date, rate })
    .from(exchangeRate)
    .where(and(lte(date, day), oldest === undefined ? undefined : gte(date, oldest)))
    .orderBy(asc(currency), desc(date))
  return new Map(rows.map((row) => [row.currency, { date: row.date, rate: plain(new Big(row.rate)) }]))
}

/** A fee of a fund; with neither rate nor amount the management fees of its share classes count. */
export interface FundFee {
  /** The prefix of its expense accounts. */
  accountPrefix: string
  validFrom: Day
  /** Inclusive; null without end. */
  validTo: Day | null
  /** Percent a year of the fund's total net assets. */
  rate: Decimal | null
  /** A year, in fund currency. */
  amount: Decimal | null
  /** The days of the year; ACT: those that the year of the NAV date has. */
  days: '365' | '360' | 'ACT'
}

/** The fees of a fund in force on a day, by prefix; of one prefix the latest counts. */
export async function feeSchedule(read: Read, fundCode: string, day: Day): Promise<FundFee[]> {
  const { accountPrefix, validFrom, validTo, rate, amount, days } = fundFee
  const rows = await read
    .selectDistinctOn([accountPrefix], { accountPrefix, validFrom, validTo, rate, amount, days })
    .from(fundFee)
    .innerJoin(fund, eq(fund.id, fundFee.fundId))
    .where(and(eq(fund.code, fundCode), lte(validFrom, day), or(isNull(validTo), gte(validTo, day))))
    .orderBy(asc(accountPrefix), desc(validFrom))
  const exact = (text: string | null) => (text === null ? null : plain(new Big(text)))
  return rows.map((row) => ({
    ...row,
    rate: exact(row.rate),
    amount: exact(row.amount),
    days: row.days as FundFee['days'],
  }))
}

/** A prefix of account numbers: the longest one that fits a number decides its class and side. */
export interface AccountPrefix {
  prefix: string
  accountClass: string
  /** The usual side of its balances; null: that of the class. */
  side: 'debit' | 'credit' | 'both' | null
  /** Dividends are booked on its accounts. */
  dividends: boolean
}

/** The account plan of the site by prefix. */
export async function accountPlan(read: Read): Promise<AccountPrefix[]> {
  const rows = await read.select().from(accountPrefix).orderBy(asc(accountPrefix.prefix))
  return rows.map(({ side, ...row }) => ({ ...row, side: side as AccountPrefix['side'] }))
}
