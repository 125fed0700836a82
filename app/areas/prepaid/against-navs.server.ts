import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { balanceLine } from 'db/schema/nav-figures'
import { fundNav } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import { convertSql } from '~/areas/budgets/budget-parts.server'
import { expenseAccountsOf } from '~/areas/reference-data/expense-accounts.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { balancesOn, type InvoiceBalance } from './due.server'
import { booksUntil, type PrepaidCheck } from './prepaid'

type Fund = typeof fund.$inferSelect

/**
 * What is left of prepaid expenses, compared with the balance of each fund's last NAV on or before a day: for each
 * expense type whose prepaid accounts are known (Lookups, Expense accounts). The NAV of the last weekday of a month has
 * the journal of that month. An invoice counts for the sub-fund that its cost line names, or for the only fund of its
 * settling entity.
 */
export async function prepaidAgainstNavs(read: Read, onDay: Day): Promise<PrepaidCheck[]> {
  const [accounts, funds] = await Promise.all([expenseAccountsOf(read, 'prepaid'), read.select().from(fund)])
  const byFund = groupedBy(accounts, ({ fundId }) => fundId)
  const checks: PrepaidCheck[] = []
  for (const each of [...funds].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const own = byFund.get(each.id)
    if (!own) continue
    const nav = await lastNav(read, each.id, onDay)
    const balances = nav
      ? (await balancesOn(read, booksUntil(nav.date))).filter((row) => bears(row, each, funds))
      : []
    for (const { expenseTypeId, expenseType, prefixes } of own) {
      const left = balances.filter((row) => row.expenseTypeId === expenseTypeId)
      const remaining = nav && (await inCurrency(read, left, each.currency, nav.date))
      const balance = nav && (await accountBalance(read, nav.controlId, prefixes))
      checks.push({
        key: `${each.id}~${expenseTypeId}`,
        fund: `${each.code} ${each.name}`,
        expense_type: expenseType,
        accounts: prefixes.join(', '),
        currency: each.currency,
        nav_date: nav?.date ?? null,
        nav_status: nav?.status ?? null,
        nav_balance: balance,
        remaining,
        difference:
          balance === null || remaining === null ? null : new Big(balance).minus(remaining).toFixed(2),
      })
    }
  }
  return checks
}

function bears(
  { fundId, settlingEntityId }: InvoiceBalance,
  { id, legalEntityId }: Fund,
  all: readonly Fund[],
) {
  if (fundId !== null) return fundId === id
  const same = all.filter((each) => each.legalEntityId === settlingEntityId)
  return legalEntityId === settlingEntityId && same.length === 1
}

async function lastNav(read: Read, fundId: number, onDay: Day) {
  const [row] = await read
    .select({
      date: fundNav.navDate,
      controlId: sql<number>`${fundNav.currentControlId}::int`,
      status: workflowInstance.status,
    })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, fundId),
        lte(fundNav.navDate, onDay),
        isNotNull(fundNav.currentControlId),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(fundNav.navDate))
    .limit(1)
  return row ?? null
}

/** Debtor less creditor of the accounts with these prefixes. */
async function accountBalance(read: Read, controlId: number, prefixes: readonly string[]): Promise<Decimal> {
  const [row] = await read
    .select({
      net: sql<Decimal>`coalesce(sum(${balanceLine.debtor} - ${balanceLine.creditor}), 0)::text`,
    })
    .from(balanceLine)
    .where(
      and(
        eq(balanceLine.controlId, controlId),
        or(...prefixes.map((prefix) => sql`${balanceLine.accountNumber} like ${`${prefix}%`}`)),
      ),
    )
  return new Big(row?.net ?? 0).toFixed(2)
}

/** The sum in one currency, at the rates of a day; null where one is missing. */
async function inCurrency(
  read: Read,
  rows: readonly InvoiceBalance[],
  into: string,
  onDay: Day,
): Promise<Decimal | null> {
  if (rows.length === 0) return '0.00'
  const given = rows.map(({ currency, remaining }) => ({ currency, remaining }))
  const money = { amount: sql`g.remaining`, currency: sql`g.currency`, day: sql`${onDay}::date` }
  const found: unknown = await read.execute(sql`
    select (${convertSql(money, sql`${into}::text`)})::text as amount
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(currency text, remaining numeric)`)
  const amounts = (found as { amount: Decimal | null }[]).map(({ amount }) => amount)
  return amounts.some((amount) => amount === null)
    ? null
    : sum(amounts.flatMap((each) => each ?? [])).toFixed(2)
}
