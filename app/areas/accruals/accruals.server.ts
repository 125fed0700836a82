import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { expenseSql } from '~/areas/expenses/recoverable-vat.server'
import { expenseAccountsOf } from '~/areas/reference-data/expense-accounts.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { type AccrualRow, judged, sharedAccounts, yearBegan } from './accrual'

/** A NAV whose balance is compared, with what the comparison needs of its fund. */
interface ComparedNav {
  nav_id: number
  control_id: number
  nav_date: Day
  fund_id: number
  fund_code: string
  currency: string
  entity_id: number | null
  entity: string | null
  /** How many funds its entity has. */
  funds: number
  year_end: string
  tna: Decimal | null
  /** Its part of what its entity pays for all its funds, from 0 to 1. */
  share: string
}

/** Which NAVs are compared: one, or the latest until a day of every fund or of the funds of an entity. */
type Compared =
  | { navId: number }
  | { until: Day; entityId?: number; fundId?: number | null; expenseTypeId?: number }

/**
 * What NAVs accrued for each expense type with accounts, against what was invoiced for the service until the NAV date
 * and not paid by then. An invoice counts for the sub-fund that bears it, as its draft was divided. One that was not
 * divided counts for each fund of its entity: by its allocation rule, else by their net assets.
 */
export async function accrualRows(read: Read, compared: Compared): Promise<AccrualRow[]> {
  const navs = await comparedNavs(read, compared)
  const [only] = navs
  if (only === undefined) return []
  const accounts = await expenseAccountsOf(read, 'accrued', navs.length === 1 ? only.fund_id : undefined)
  const type = 'until' in compared ? compared.expenseTypeId : undefined
  const isSelected = (types: readonly { expenseTypeId: number }[]) =>
    type === undefined || types.some(({ expenseTypeId }) => expenseTypeId === type)
  const groups = navs.flatMap((nav) =>
    sharedAccounts(accounts.filter(({ fundId }) => fundId === nav.fund_id))
      .filter(isSelected)
      .map((types) => ({ nav, types })),
  )
  if (groups.length === 0) return []
  const comparisons = JSON.stringify(
    groups.map(({ nav, types }, at) => ({
      at,
      control: nav.control_id,
      entity: nav.entity_id,
      day: nav.nav_date,
      currency: nav.currency,
      share: nav.share,
      since: yearBegan(nav.nav_date, nav.year_end),
      funds: nav.funds,
      fund: nav.fund_id,
      types: types.map(({ expenseTypeId }) => expenseTypeId),
      prefixes: [...new Set(types.flatMap(({ prefixes }) => prefixes))],
    })),
  )
  const [balances, bills] = await Promise.all([accruedOf(read, comparisons), invoicedOf(read, comparisons)])
  return groups.map(({ nav, types }, at) => {
    const bill = bills.get(at)
    const figures = {
      accrued: balances.get(at) ?? '0.00',
      invoiced: bill?.invoiced ?? '0.00',
      paid: bill?.paid ?? '0.00',
    }
    const invoicedTo = bill?.invoiced_to ?? null
    return {
      key: `${nav.fund_code} ${at}`,
      nav_id: nav.nav_id,
      fund_code: nav.fund_code,
      entity: nav.entity,
      nav_date: nav.nav_date,
      currency: nav.currency,
      expense_type: types.map(({ expenseType }) => expenseType).join(', '),
      accounts: [...new Set(types.flatMap(({ prefixes }) => prefixes))].sort().join(', '),
      ...figures,
      ...judged({ ...figures, tna: nav.tna, navDate: nav.nav_date, invoicedTo }),
      invoiced_to: invoicedTo,
      invoices: bill?.invoices ?? 0,
    }
  })
}

/**
 * What was accrued for the expense of an invoice by the latest NAV of the sub-fund that bears it, or of each fund of its
 * entity: until the day before it was paid, or until today. None where its expense type has no accounts,
 * or where journals spread it.
 */
export async function accrualsOfInvoice({ read, today }: Context, invoiceId: number): Promise<AccrualRow[]> {
  const { settlingEntityId: entityId, fundId, expenseTypeId, paymentDate } = bill
  const [found] = await read
    .select({ entityId, fundId, expenseTypeId, paymentDate })
    .from(bill)
    .where(sql`${bill.id} = ${invoiceId} and not ${IS_SPREAD}`)
  if (!found) return []
  const until = found.paymentDate === null ? today : addDays(found.paymentDate, -1)
  return accrualRows(read, { until, ...found })
}

async function comparedNavs(read: Read, compared: Compared): Promise<ComparedNav[]> {
  const which =
    'navId' in compared
      ? sql`nav.id = ${compared.navId}`
      : sql`nav.nav_date <= ${compared.until} and ${fundsOf(compared)}`
  const found: unknown = await read.execute(sql`
    with chosen as (
      select distinct on (fund.id) nav.id as nav_id, nav.current_control_id as control_id, nav.nav_date,
        fund.id as fund_id, fund.code as fund_code, fund.currency, fund.legal_entity_id as entity_id,
        coalesce(fund.year_end, '12-31') as year_end
      from fund_nav nav
      join fund on fund.id = nav.fund_id
      join workflow_instance at on at.object_id = nav.id and at.status <> 'CANCELLED'
      where nav.current_control_id is not null and ${which}
      order by fund.id, nav.nav_date desc)
    select chosen.nav_id, chosen.control_id, chosen.nav_date::text as nav_date, fund_id, fund_code, currency, entity_id,
      (select name from legal_entity where id = entity_id) as entity,
      (select count(*)::int from fund sister where sister.legal_entity_id = entity_id) as funds, year_end,
      tna.value::text as tna, coalesce(part.share, 1)::text as share
    from chosen
    left join lateral (
      select line.value from nav_line line
      where line.control_id = chosen.control_id and line.type = 'FUND TNA' and line.code = chosen.fund_code
      order by line.row limit 1) tna on true
    left join lateral (
      ${shareOfEntity()}) part on chosen.entity_id is not null
    order by fund_code`)
  return (found as ComparedNav[]).map((row) => ({
    ...row,
    nav_id: Number(row.nav_id),
    control_id: Number(row.control_id),
  }))
}

const fundsOf = ({ fundId, entityId }: { fundId?: number | null; entityId?: number }) =>
  fundId != null
    ? sql`fund.id = ${fundId}`
    : entityId === undefined
      ? sql`true`
      : sql`fund.legal_entity_id = ${entityId}`

/** A fund's part of the net assets of all funds of its entity, each by its latest NAV on the NAV date or before. */
const shareOfEntity = () => sql`
  select sum(worth.value) filter (where worth.fund_id = chosen.fund_id) / nullif(sum(worth.value), 0) as share
  from (
    select distinct on (sister.id) sister.id as fund_id, line.value * ${rateOn(sql`sister.currency`, sql`chosen.nav_date`)} as value
    from fund sister
    join fund_nav nav on nav.fund_id = sister.id and nav.nav_date <= chosen.nav_date
      and nav.current_control_id is not null
    join workflow_instance at on at.object_id = nav.id and at.status <> 'CANCELLED'
    join nav_line line on line.control_id = nav.current_control_id and line.type = 'FUND TNA' and line.code = sister.code
    where sister.legal_entity_id = chosen.entity_id
    order by sister.id, nav.nav_date desc) worth`

/** The site currency for one unit of a currency on a day; null without a rate. */
const rateOn = (currency: SQL, day: SQL) => sql`(case when ${currency} = ${SITE_CURRENCY} then 1 else (
  select each.rate from exchange_rate each
  where each.currency = ${currency} and each.date <= ${day} order by each.date desc limit 1) end)`

/** The liabilities in the balances: an account counts for the longest prefix that fits it. */
async function accruedOf(read: Read, comparisons: string): Promise<Map<number, Decimal>> {
  const found: unknown = await read.execute(sql`
    with requested as (
      select * from jsonb_to_recordset(${comparisons}::jsonb) as t(at int, control bigint, prefixes jsonb))
    select fitting.at, round(sum(fitting.owed), 2)::text as accrued
    from (
      select distinct on (line.control_id, line.row) requested.at, line.creditor - line.debtor as owed
      from requested
      cross join lateral jsonb_array_elements_text(requested.prefixes) as prefix
      join balance_line line on line.control_id = requested.control and starts_with(line.account_number, prefix)
      order by line.control_id, line.row, length(prefix) desc) fitting
    group by fitting.at`)
  return new Map((found as { at: number; accrued: Decimal }[]).map(({ at, accrued }) => [at, accrued]))
}

interface Billed {
  at: number
  invoiced: Decimal
  paid: Decimal
  invoiced_to: Day | null
  invoices: number
}

const bill = alias(invoice, 'bill')

/** A prepaid expense is an asset that monthly journals spread: nothing is accrued for it. */
const IS_SPREAD = sql`(bill.pre_paid and bill.service_from is not null and bill.service_to is not null)`

/** The part of an invoice that a fund bears: all of it, or of one that was not divided what its rule gives. */
const PART = sql`(case
  when bill.fund_id is not null then 1
  when bill.allocation_rule = 'EQUAL' then 1.0 / greatest(requested.funds, 1)
  when bill.allocation_rule = 'KEY' then coalesce((
    select coalesce(sum(key.share) filter (where key.fund_id = requested.fund), 0) / 100 from allocation_key key
    where key.legal_entity_id = bill.settling_entity_id
      and coalesce(bill.gl_date, bill.invoice_date) between key.valid_from and coalesce(key.valid_to, 'infinity')
    having count(*) > 0), requested.share)
  else requested.share end)`

/**
 * What was invoiced of the service until each NAV date, by days, and how much of it was paid by then, in fund currency
 * at the invoice date's rate: the expense, with the taxes that are not recovered. Invoices without service dates are
 * for their GL date, or invoice date. Cancelled ones, those paid before the financial year began, and prepaid ones that
 * journals spread, are left out.
 */
async function invoicedOf(read: Read, comparisons: string): Promise<Map<number, Billed>> {
  const found: unknown = await read.execute(sql`
    with requested as (
      select * from jsonb_to_recordset(${comparisons}::jsonb) as t(at int, entity int, day date, since date,
        currency text, share numeric, funds int, fund int, types jsonb)),
    billed as (
      select requested.at, least(service.last, requested.day) as invoiced_to,
        round(${expenseSql(sql`bill`)} * (least(service.last, requested.day) - service.first + 1) / (service.last - service.first + 1)
          * case when bill.currency = requested.currency then 1
            else ${rateOn(sql`bill.currency`, sql`bill.invoice_date`)} / ${rateOn(sql`requested.currency`, sql`bill.invoice_date`)} end
          * ${PART}, 2) as cost,
        at.status = 'PAID' and bill.payment_date <= requested.day as is_paid
      from requested
      join invoice bill on (bill.fund_id = requested.fund or bill.fund_id is null and bill.settling_entity_id = requested.entity)
        and bill.expense_type_id in (select jsonb_array_elements_text(requested.types)::int)
      join workflow_instance at on at.object_id = bill.id and (at.queue <> 'SYSTEM' or at.status in ('PAID', 'CREATED'))
      cross join lateral (
        select coalesce(bill.service_from, bill.gl_date, bill.invoice_date) as first,
          coalesce(bill.service_to, bill.gl_date, bill.invoice_date) as last) service
      where service.first <= requested.day and service.last >= service.first
        and not (at.status = 'PAID' and bill.payment_date < requested.since) and not ${IS_SPREAD})
    select at, count(*)::int as invoices, max(invoiced_to)::text as invoiced_to, sum(cost)::text as invoiced,
      coalesce(sum(cost) filter (where is_paid), 0)::numeric(30, 2)::text as paid
    from billed group by at`)
  return new Map((found as Billed[]).map((row) => [row.at, row]))
}
