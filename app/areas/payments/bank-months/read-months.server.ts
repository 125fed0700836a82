import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { bankDocument, bankEntry, bankMonth, bankPosting, bankStatement } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, fullNameOf } from '~/areas/access/users.server'
import type { Context } from '~/platform/values/context.server'
import { type Day, daysOfMonth } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { isOpenEntry } from '../bank-inbox/stored-entry.server'
import {
  type BankMonth,
  balancesOfMonth,
  hindrancesOf,
  type MonthKey,
  type MonthStatement,
  monthKeyOf,
  monthOfKey,
} from './bank-month'
import { ENTRY_DAY } from './closed-months.server'

/** A month with all that it cannot be closed for. */
interface JudgedMonth {
  row: BankMonth
  hindrances: string[]
  /** The treasurer who closed it last; null where it was never closed. */
  closedById: number | null
}

/** An account in one of its currencies. */
type AccountKey = Pick<MonthKey, 'account' | 'currency'>

const accountKey = ({ account, currency }: AccountKey) => `${account} ${currency}`

const STATEMENT_DAY = sql<Day>`coalesce(${bankStatement.closingDay}, ${bankStatement.toDay}, ${bankStatement.openingDay})`

/** The months of all accounts that had a statement until then, or of one of them. */
export async function bankMonths(
  { read, today }: Pick<Context, 'read' | 'today'>,
  month: string,
  only?: AccountKey,
): Promise<JudgedMonth[]> {
  const { last: monthEnd } = daysOfMonth(month)
  const statements = await statementsAround(read, month, only)
  const accounts = [...groupedBy(statements, accountKey).values()].filter((own) =>
    own.some(({ day }) => day <= monthEnd),
  )
  const names = accounts.map(([first]) => first?.account ?? '')
  const [explained, open, closed] = await Promise.all([
    explainedOf(read, month, names),
    openEntriesOf(read, month, names),
    closedOf(read, monthEnd),
  ])
  return accounts.flatMap((own): JudgedMonth[] => {
    const newest = own.at(-1)
    if (!newest) return []
    const { account, currency, entity } = newest
    const key = accountKey(newest)
    const { gaps, ...balances } = balancesOfMonth(month, currency, own)
    const sumExplained = explained.get(key) ?? '0.00'
    const figures = {
      id: monthKeyOf({ account, currency, month }),
      entity,
      account,
      currency,
      month_end: monthEnd,
      ...balances,
      explained: sumExplained,
      unexplained: new Big(balances.total).minus(sumExplained).toFixed(2),
      open_entries: open.get(key) ?? 0,
    }
    const hindrances = hindrancesOf(figures, gaps, today)
    const stored = closed.get(key)
    const isClosed = stored !== undefined && stored.reopened_at === null
    return [
      {
        row: {
          ...figures,
          state: isClosed ? 'Closed' : hindrances.length === 0 ? 'Ready to close' : 'Open',
          hindrance: isClosed ? '' : (hindrances[0] ?? ''),
          closed_by: stored?.closed_by ?? null,
          closed_at: stored?.closed_at ?? null,
          reopened_by: stored?.reopened_by ?? null,
          reopened_at: stored?.reopened_at ?? null,
          comment: stored?.comment ?? '',
        },
        hindrances: isClosed ? [] : hindrances,
        closedById: stored?.closed_by_id ?? null,
      },
    ]
  })
}

const noMonth = () =>
  new DomainError(
    'not-found',
    'There is no such month of an account, or no statement of it. Open it from the list of months.',
  )

/** The account and the month in an address. @throws DomainError not-found */
export function monthKeyIn(text: string | undefined): MonthKey {
  const key = monthOfKey(text)
  if (key === null) throw noMonth()
  return key
}

/** The month of one account. @throws DomainError not-found */
export async function bankMonthOf(
  context: Pick<Context, 'read' | 'today'>,
  key: MonthKey,
): Promise<JudgedMonth> {
  const [found] = await bankMonths(context, key.month, key)
  if (!found) throw noMonth()
  return found
}

interface OwnStatement extends MonthStatement, AccountKey {
  entity: string
}

/** The statements of a month, with the last ones before it and the first ones after it, by account and day. */
async function statementsAround(read: Read, month: string, only?: AccountKey): Promise<OwnStatement[]> {
  const { first, last } = daysOfMonth(month)
  const ofAccount =
    only && and(eq(bankStatement.account, only.account), eq(bankStatement.currency, only.currency))
  const around = read
    .select({
      account: bankStatement.account,
      currency: bankStatement.currency,
      previous: sql<Day>`max(${STATEMENT_DAY}) filter (where ${STATEMENT_DAY} < ${first})`.as('previous'),
      next: sql<Day>`min(${STATEMENT_DAY}) filter (where ${STATEMENT_DAY} > ${last})`.as('next'),
    })
    .from(bankStatement)
    .where(ofAccount)
    .groupBy(bankStatement.account, bankStatement.currency)
    .as('around')
  const entry = sql`coalesce(${bankEntry.bookingDate}, ${bankEntry.valueDate}, ${STATEMENT_DAY})`
  const signed = sql`case ${bankEntry.direction} when 'debit' then -${bankEntry.amount} else ${bankEntry.amount} end`
  const booked = (where: SQL) =>
    sql<Decimal>`coalesce(sum(${signed}) filter (where ${where}), 0)::numeric(18, 2)::text`
  const isWithin = sql`${entry} between ${first} and ${last}`
  return read
    .select({
      id: bankStatement.id,
      account: bankStatement.account,
      currency: bankStatement.currency,
      entity: legalEntity.name,
      day: STATEMENT_DAY,
      opening: bankStatement.opening,
      closing: bankStatement.closing,
      difference: bankStatement.difference,
      before: booked(sql`${entry} < ${first}`),
      within: booked(isWithin),
      after: booked(sql`${entry} > ${last}`),
      entries: sql<number>`(count(*) filter (where ${isWithin}))::int`,
    })
    .from(bankStatement)
    .innerJoin(
      around,
      and(eq(around.account, bankStatement.account), eq(around.currency, bankStatement.currency)),
    )
    .innerJoin(legalEntity, eq(legalEntity.id, bankStatement.entityId))
    .leftJoin(bankEntry, and(eq(bankEntry.statementId, bankStatement.id), eq(bankEntry.status, 'booked')))
    .where(
      and(
        ofAccount,
        sql`(${STATEMENT_DAY} between ${first} and ${last} or ${STATEMENT_DAY} in (${around.previous}, ${around.next}))`,
      ),
    )
    .groupBy(bankStatement.id, legalEntity.name)
    .orderBy(legalEntity.name, bankStatement.account, bankStatement.currency, STATEMENT_DAY, bankStatement.id)
}

/** Whether an entry belongs to a month of one of these accounts. */
export function isOfMonth(month: string, accounts: readonly string[]): SQL | undefined {
  const { first, last } = daysOfMonth(month)
  return and(
    inArray(bankEntry.account, [...accounts]),
    eq(bankEntry.status, 'booked'),
    // The index has the booking date; entries without one are few.
    sql`(${bankEntry.bookingDate} between ${first} and ${last}
      or ${bankEntry.bookingDate} is null and ${ENTRY_DAY} between ${first} and ${last})`,
  )
}

/** Of each account, the sum of what explains its entries of a month. */
async function explainedOf(
  read: Read,
  month: string,
  accounts: readonly string[],
): Promise<Map<string, Decimal>> {
  if (accounts.length === 0) return new Map()
  const rows = await read
    .select({
      account: bankEntry.account,
      currency: sql<string>`${bankEntry.currency}`,
      total: sql<Decimal>`sum(${bankPosting.amount})::numeric(18, 2)::text`,
    })
    .from(bankEntry)
    .innerJoin(bankPosting, eq(bankPosting.entryId, bankEntry.id))
    .innerJoin(bankDocument, eq(bankDocument.sha256, bankEntry.documentSha256))
    .leftJoin(bankStatement, eq(bankStatement.id, bankEntry.statementId))
    .where(isOfMonth(month, accounts))
    .groupBy(bankEntry.account, bankEntry.currency)
  return new Map(rows.map((row) => [accountKey(row), row.total]))
}

/** Of each account, how many entries of a month nothing explains. */
async function openEntriesOf(
  read: Read,
  month: string,
  accounts: readonly string[],
): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map()
  const rows = await read
    .select({
      account: bankEntry.account,
      currency: sql<string>`${bankEntry.currency}`,
      entries: sql<number>`count(*)::int`,
    })
    .from(bankEntry)
    .innerJoin(bankDocument, eq(bankDocument.sha256, bankEntry.documentSha256))
    .leftJoin(bankStatement, eq(bankStatement.id, bankEntry.statementId))
    .where(and(isOfMonth(month, accounts), isOpenEntry))
    .groupBy(bankEntry.account, bankEntry.currency)
  return new Map(rows.map((row) => [accountKey(row), row.entries]))
}

const reopener = alias(appUser, 'reopener')

async function closedOf(read: Read, monthEnd: Day) {
  const rows = await read
    .select({
      account: bankMonth.account,
      currency: bankMonth.currency,
      closed_by_id: bankMonth.closedBy,
      closed_by: fullName,
      closed_at: bankMonth.closedAt,
      reopened_by: fullNameOf(reopener),
      reopened_at: bankMonth.reopenedAt,
      comment: bankMonth.comment,
    })
    .from(bankMonth)
    .innerJoin(appUser, eq(appUser.id, bankMonth.closedBy))
    .leftJoin(reopener, eq(reopener.id, bankMonth.reopenedBy))
    .where(eq(bankMonth.monthEnd, monthEnd))
  return new Map(rows.map((row) => [accountKey(row), row]))
}
