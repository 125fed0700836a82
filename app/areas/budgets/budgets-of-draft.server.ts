import type { Read } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { legalEntity } from 'db/schema/lookups'
import { type SQL, sql } from 'drizzle-orm'
import type { DraftFields } from '~/areas/drafts/draft'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { draftColumns } from '~/areas/drafts/draft-columns'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { instanceById } from '~/platform/workflow/instance.server'
import { SYSTEM } from '~/platform/workflow/types'
import type { AmountType, BudgetCheck } from './budget'
import { budgetName } from './budget-name'
import { countedSql, matchesSql, partsOf } from './budget-parts.server'
import { budgetCheck, type GivenOverride, type Standing } from './budget-standing'
import { convertSql, rateSql } from './convert.server'
import { overridesOf, type StoredOverride } from './overrides-of.server'

/**
 * How a draft stands to each budget in force that counts it, by the budgets' ids: with these fields (as typed), or as it
 * is stored. A completed draft is told by its invoices that still count; a cancelled one counts nowhere.
 * @throws DomainError not-found
 */
export async function budgetsOfDraft(
  read: Read,
  draftId: number,
  fields?: DraftFields,
): Promise<BudgetCheck[]> {
  const of = fields ?? (await draftById(read, draftId))
  const at = await instanceById(read, draftId)
  const completed = at.queue === SYSTEM
  if ((completed && at.status !== 'COMPLETED') || of.invoiceDate === null || of.currency === null) return []
  const rows: unknown = await read.execute(standingSql(draftId, of, completed))
  const overrides = await overridesOf(read, draftId)
  return (rows as StoredStanding[]).map((row) => {
    const standing = standingOf(row, completed)
    const override = overrides.get(standing.budgetId)
    return budgetCheck(standing, override ? givenIn(override, standing) : null)
  })
}

/** The fields of a draft as a row of its table, so that what is typed counts as what is stored. */
export function rowOfFields(fields: DraftFields): SQL {
  const { settlingEntityId, supplierId, routineTypeId, expenseTypeId, ...rest } = draftColumns(fields)
  return sql`select ${settlingEntityId}::int as settling_entity_id, ${supplierId}::int as supplier_id,
    ${routineTypeId}::int as routine_type_id, ${expenseTypeId}::int as expense_type_id,
    ${rest.invoiceDate}::date as invoice_date, ${rest.currency}::text as currency,
    ${rest.grossAmount}::numeric(18, 2) as gross_amount, ${rest.taxes}::numeric(18, 2) as taxes,
    ${rest.netAmount}::numeric(18, 2) as net_amount`
}

function standingSql(draftId: number, fields: DraftFields, completed: boolean): SQL {
  const [term, x] = [sql`term`, sql`x`]
  const day = sql`x.invoice_date`
  const own = convertSql({ amount: countedSql(term, x), currency: sql`x.currency`, day }, sql`term.currency`)
  const mine = sql`p.draft_id = ${draftId}::bigint`
  return sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date,
      term.to_date::text as to_date, term.currency, term.amount_type, term.budget, term.treshold,
      term.client_validation, parts.others, parts.invoiced, parts.unconverted,
      ${completed ? sql`parts.mine` : own} as counted, x.invoice_date::text as invoice_date,
      array_to_json(array_remove(array[
        case when ${rateSql(sql`x.currency`, day)} is null then x.currency end,
        case when ${rateSql(sql`term.currency`, day)} is null then term.currency end], null)) as missing_rates
    from (${rowOfFields(fields)}) x
    join ${budgetTerm} term on ${matchesSql(term, x)}
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    cross join lateral (
      -- Another's credit note may still be cancelled: it gives nothing back before it is an invoice.
      select coalesce(sum(p.amount) filter (where not ${mine} and (p.kind = 'invoice' or p.amount > 0)), 0.00) as others,
        coalesce(sum(p.amount) filter (where not ${mine} and p.kind = 'invoice'), 0.00) as invoiced,
        count(*) filter (where not ${mine} and p.amount is null)::int as unconverted,
        case when count(*) filter (where ${mine} and p.amount is null) = 0
          then sum(p.amount) filter (where ${mine}) end as mine,
        count(*) filter (where ${mine}) as mine_count
      from (select * from (${partsOf(sql`select term.*`)}) each) p
    ) parts
    ${completed ? sql`where parts.mine_count > 0` : sql``}
    order by term.budget_id`
}

interface StoredStanding {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
  currency: string
  amount_type: AmountType
  budget: Decimal
  treshold: Decimal
  client_validation: boolean
  others: Decimal
  invoiced: Decimal
  unconverted: number
  counted: Decimal | null
  invoice_date: Day
  missing_rates: string[]
}

function standingOf(row: StoredStanding, completed: boolean): Standing {
  const budgetId = Number(row.budget_id)
  return {
    budgetId,
    name: budgetName(budgetId, row.supplier, row.from_date, row.to_date),
    currency: row.currency,
    amountType: row.amount_type,
    budget: row.budget,
    treshold: row.treshold,
    clientValidation: row.client_validation,
    others: row.others,
    invoiced: row.invoiced,
    counted: row.counted,
    unconverted: row.unconverted,
    invoiceDate: row.invoice_date,
    missingRates: row.missing_rates,
    completed,
  }
}

function givenIn(override: StoredOverride, { currency, amountType }: Standing): GivenOverride {
  const { by, at, comment, counted, excess, byAnother } = override
  const alike = override.currency === currency && override.amountType === amountType
  return { by, at, comment, counted, excess, stands: alike && byAnother }
}
