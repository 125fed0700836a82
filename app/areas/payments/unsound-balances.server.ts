import type { Read } from 'db/database'
import { bankStatement } from 'db/schema/bank-inbox'
import { accountBalance } from 'db/schema/payments'
import { and, asc, inArray, max, type SQL, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** Closing balances that do not follow from the opening balance and the entries of their statement. */

const { account, currency, closingDay, closing, difference } = bankStatement

const doesNotAddUp = sql`${difference} <> 0 and ${closingDay} is not null`

const dayOfClosing = sql<Day>`${closingDay}`

/** Those of these accounts. */
export function closingsThatDoNotAddUp(read: Read, accounts: readonly string[]) {
  return read
    .select({ iban: account, currency, day: dayOfClosing, balance: sql<Decimal>`${closing}` })
    .from(bankStatement)
    .where(and(inArray(account, [...accounts]), doesNotAddUp))
}

/** An account whose newest statement does not add up: the balance before it counts, if there is one. */
export interface UnsoundBalance {
  iban: string
  currency: string
  /** Of that statement. */
  day: Day
}

/** The accounts of this kind, by number. @param of all accounts unless it names some */
export async function unsoundBalances(read: Read, of?: readonly string[]): Promise<UnsoundBalance[]> {
  const newer: SQL = sql`exists (select from ${accountBalance} newer where newer.iban = ${account}
    and newer.currency = ${currency} and newer.day >= ${closingDay})`
  const rows = await read
    .select({ iban: account, currency, day: max(closingDay) })
    .from(bankStatement)
    .where(and(of && inArray(account, [...of]), doesNotAddUp, sql`not ${newer}`))
    .groupBy(account, currency)
    .orderBy(asc(account), asc(currency))
  return rows.flatMap(({ day, ...row }) => (day === null ? [] : [{ ...row, day }]))
}
