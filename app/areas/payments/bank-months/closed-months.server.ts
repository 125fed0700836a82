import { isAmong } from 'db/bulk'
import type { Transaction } from 'db/database'
import { bankDocument, bankEntry, bankMonth, bankStatement } from 'db/schema/bank-inbox'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { counted, showIban, showMonth } from '~/platform/values/show'

/** The day by which an entry belongs to a month: booked, else its value, else that of its statement or document. */
export const ENTRY_DAY: SQL<Day> = sql<Day>`coalesce(${bankEntry.bookingDate}, ${bankEntry.valueDate},
  ${bankStatement.closingDay}, ${bankDocument.createdOn})`

/** Nothing is booked, or explained, in a month that is closed. @throws DomainError refused, with the month */
export async function refuseClosedMonths(tx: Transaction, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return
  const [closed] = await tx
    .select({
      account: bankMonth.account,
      currency: bankMonth.currency,
      monthEnd: bankMonth.monthEnd,
      entries: sql<number>`count(*)::int`,
    })
    .from(bankEntry)
    .innerJoin(bankDocument, eq(bankDocument.sha256, bankEntry.documentSha256))
    .leftJoin(bankStatement, eq(bankStatement.id, bankEntry.statementId))
    .innerJoin(
      bankMonth,
      and(
        eq(bankMonth.account, bankEntry.account),
        eq(bankMonth.currency, bankEntry.currency),
        isNull(bankMonth.reopenedAt),
        sql`${bankMonth.monthEnd} = (date_trunc('month', ${ENTRY_DAY}) + interval '1 month - 1 day')::date`,
      ),
    )
    .where(isAmong(bankEntry.id, entryIds))
    .groupBy(bankMonth.account, bankMonth.currency, bankMonth.monthEnd)
    .orderBy(bankMonth.monthEnd)
    .limit(1)
  if (!closed) return
  const { account, currency, monthEnd, entries } = closed
  throw new DomainError(
    'refused',
    `${showMonth(monthEnd)} of ${showIban(account)} (${currency}) is closed, and ${counted(entries, 'entry belongs', 'entries belong')} to it. Another treasurer than the one who closed it can reopen it in the Bank inbox, under Months.`,
  )
}
