import type { Read } from 'db/database'
import { budget } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { exchangeRate } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Expense } from '~/areas/expenses/expense'
import { reverseChargeCostSql } from '~/areas/expenses/recoverable-vat.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { BudgetPart } from './budget'

interface Money {
  amount: SQLWrapper
  currency: SQLWrapper
  /** The date whose rates count: the latest ones on or before it. */
  day: SQLWrapper
}

/**
 * An amount in another currency at the rates of its day, two decimals, half away from zero; null where a rate is
 * missing. Zero is zero in any currency. (Product decisions, sections 3 and 4.)
 */
export function convertSql({ amount, currency, day }: Money, into: SQLWrapper): SQL {
  // 40 places, so that a quotient is not rounded to a half before it is rounded to cents.
  return sql`case when ${currency} = ${into} or ${amount} = 0 then round(${amount}, 2)
    else round(round(${amount}, 40) * ${rateSql(currency, day)} / ${rateSql(into, day)}, 2) end`
}

/** The value of one unit in the site's currency: the latest rate on or before a day; null without one. */
export function rateSql(currency: SQLWrapper, day: SQLWrapper): SQL {
  return sql`case when ${currency} = ${SITE_CURRENCY} then 1 else (
    select nullif(r.rate, 0) from ${exchangeRate} r where r.currency = ${currency} and r.date <= ${day}
    order by r.date desc limit 1) end`
}

/** The day of that rate; null without one, and for the site's currency, which needs none. */
export function rateDaySql(currency: SQLWrapper, day: SQLWrapper): SQL {
  return sql`case when ${currency} <> ${SITE_CURRENCY} then (
    select r.date from ${exchangeRate} r where r.currency = ${currency} and r.date <= ${day}
    order by r.date desc limit 1) end`
}

/**
 * Whether an invoice or a draft is one of a budget's: by settling entity, supplier, routine and expense type, where the
 * budget's blanks match all, and its invoice date (product decisions, section 4).
 */
export const matchesSql = (t: SQLWrapper, x: SQLWrapper): SQL => sql`
  (${t}.settling_entity_id is null or ${x}.settling_entity_id = ${t}.settling_entity_id)
  and (${t}.supplier_id is null or ${x}.supplier_id = ${t}.supplier_id) and ${sameTypes(t, x)}`

const sameTypes = (t: SQLWrapper, x: SQLWrapper): SQL => sql`
  (${t}.routine_type_id is null or ${x}.routine_type_id = ${t}.routine_type_id)
  and (${t}.expense_type_id is null or ${x}.expense_type_id = ${t}.expense_type_id)
  and ${x}.invoice_date between ${t}.from_date and ${t}.to_date`

/**
 * The amount of an invoice or a draft that counts, in its own currency. Taxes of a reverse charge that are not recovered
 * count like those that a supplier charges.
 */
export const countedSql = (t: SQLWrapper, x: SQLWrapper): SQL => sql`
  coalesce(case ${t}.amount_type when 'gross' then ${x}.gross_amount + ${reverseChargeCostSql(x)}
    when 'net' then ${x}.net_amount else coalesce(${x}.taxes, 0) + ${reverseChargeCostSql(x)} end, 0)`

const [T, X] = [sql`t`, sql`x`]

const matched = (kind: BudgetPart['kind'], draftId: SQL) => sql`
  select t.budget_id, t.currency as into_currency, ${kind}::text as kind, x.id, ${draftId} as draft_id,
    x.invoice_date, x.currency, ${countedSql(T, X)} as source`

/**
 * All that counts in budgets: a select of (budget_id, kind, id, draft_id, invoice_date, currency, source, amount), one
 * row for each budget and each of its invoices that are neither cancelled nor returned and its drafts under way. A draft
 * counts once its date, currency and all fields that the budget names are filled in. `amount` is in the budget's
 * currency, null without a rate; `draft_id` is the draft itself, or the one that the invoice was created from.
 * @param terms a select of budget_term's columns; it may refer to other tables in a lateral join
 */
export function partsOf(terms: SQL): SQL {
  const stands = sql`join ${workflowInstance} w on w.object_id = x.id and w.kind = 'invoice'
    and w.status not in ('CANCELLED', 'CANCEL', 'RECREATED', 'RETURNED')`
  const made = matched('invoice', sql`x.draft_transaction_id`)
  const amount = { amount: sql`p.source`, currency: sql`p.currency`, day: sql`p.invoice_date` }
  return sql`
    select p.budget_id, p.kind, p.id, p.draft_id, p.invoice_date, p.currency, p.source,
      ${convertSql(amount, sql`p.into_currency`)} as amount
    from (
      ${made} from (${terms}) t
      join ${invoice} x on x.settling_entity_id = t.settling_entity_id and x.supplier_id = t.supplier_id
        and ${sameTypes(T, X)}
      ${stands}
      union all
      -- Blanks: no index helps, so this is asked only where there is one.
      ${made} from (${terms}) t
      cross join lateral (select * from ${invoice} x
        where (t.settling_entity_id is null or t.supplier_id is null) and ${matchesSql(T, X)} offset 0) x
      ${stands}
      union all
      ${matched('draft', sql`x.id`)} from (${terms}) t
      join ${draft} x on x.currency is not null and ${matchesSql(T, X)}
      -- Two ranges of the index of states, which pass by what is done.
      join ${workflowInstance} w on w.object_id = x.id and w.kind = 'draft'
        and (w.queue < 'SYSTEM' or w.queue > 'SYSTEM')
    ) p`
}

/** The terms of budgets as last entered, of those that are not cancelled or deleted. */
export const enteredTerms = (where: SQL): SQL => sql`
  select entered.id as budget_id, entered.settling_entity_id, entered.supplier_id, entered.routine_type_id,
    entered.expense_type_id,
    entered.from_date, entered.to_date, entered.currency, entered.amount_type
  from ${budget} entered join ${workflowInstance} s on s.object_id = entered.id
  where entered.deleted_at is null and s.status <> 'CANCELLED' and ${where}`

/** The invoices and drafts that count in a budget as last entered: newest invoice date first. */
export async function budgetParts(read: Read, budgetId: number): Promise<BudgetPart[]> {
  const rows: unknown = await read.execute(sql`
    select kind, id, invoice_date::text as invoice_date, source, currency, amount
    from (${partsOf(enteredTerms(sql`entered.id = ${budgetId}::bigint`))}) parts
    order by invoice_date desc, id desc`)
  return (rows as StoredPart[]).map(({ id, invoice_date: invoiceDate, ...same }) => ({
    budgetId,
    id: Number(id),
    invoiceDate,
    ...same,
  }))
}

interface StoredPart {
  kind: BudgetPart['kind']
  id: string
  invoice_date: Day
  source: Decimal
  currency: string
  amount: Decimal | null
}

/** A draft as a row of its table, so that typed values count like stored ones. */
export function rowOfExpense(expense: Expense): SQL {
  const { settlingEntityId, supplierId, routineTypeId, expenseTypeId, ...rest } = expense
  return sql`select ${settlingEntityId}::int as settling_entity_id, ${supplierId}::int as supplier_id,
    ${routineTypeId}::int as routine_type_id, ${expenseTypeId}::int as expense_type_id,
    ${rest.invoiceDate}::date as invoice_date, ${rest.currency}::text as currency,
    ${rest.grossAmount}::numeric(18, 2) as gross_amount, ${rest.taxes}::numeric(18, 2) as taxes,
    ${rest.netAmount}::numeric(18, 2) as net_amount, ${rest.glDate}::date as gl_date,
    ${rest.reverseChargeTax}::numeric(18, 2) as reverse_charge_tax`
}
