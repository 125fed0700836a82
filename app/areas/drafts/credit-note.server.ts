import type { Transaction } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { isTeamLeader, whyHeldBack } from '~/areas/access/actor'
import { budgetName } from '~/areas/budgets/budget'
import { matchesSql, partsOf } from '~/areas/budgets/budget-parts.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount } from '~/platform/values/show'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { authorsOf } from './read-draft.server'

interface Cancelling {
  invoiceId: number
  actor: Pick<Actor, 'id' | 'queues' | 'heldBack'>
  comment: string
}

/**
 * Runs before an invoice is cancelled. As a credit note it made room in its budgets for other invoices; no budget in
 * force may be exceeded without it, unless a team leader who neither edited nor sent it cancels it with a comment.
 * Locks these budgets.
 * @throws DomainError 'refused' with a line for each budget that would be exceeded
 */
export async function checkCreditNote(
  tx: Transaction,
  { invoiceId, actor, comment }: Cancelling,
): Promise<void> {
  const [term, x] = [sql`term`, sql`x`]
  const locked: unknown = await tx.execute(sql`
    select x.draft_transaction_id as draft_id from ${budgetTerm} term, ${invoice} x
    where x.id = ${invoiceId}::bigint and least(x.gross_amount, x.net_amount, x.taxes) < 0 and ${matchesSql(term, x)}
    order by term.budget_id for update of term`)
  const [first] = locked as { draft_id: string | null }[]
  if (!first) return
  const rows: unknown = await tx.execute(sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date, term.to_date::text as to_date,
      term.currency, term.budget, parts.total - parts.own as total
    from ${invoice} x join ${budgetTerm} term on ${matchesSql(term, x)}
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    cross join lateral (
      -- As drafts are weighed: a credit note that is no invoice yet gives nothing back.
      select coalesce(sum(p.amount) filter (where p.kind = 'invoice' or p.amount > 0), 0.00) as total,
        coalesce(sum(p.amount) filter (where p.kind = 'invoice' and p.id = x.id), 0.00) as own
      from (select * from (${partsOf(sql`select term.*`)}) each) p
    ) parts
    where x.id = ${invoiceId}::bigint and parts.own < 0 and parts.total - parts.own > term.budget
    order by term.budget_id`)
  const exceeded = rows as Exceeded[]
  if (exceeded.length === 0 || (await mayAllow(tx, actor, Number(first.draft_id), comment))) return
  const { length } = exceeded
  throw new DomainError(
    'refused',
    `Without this credit note ${length === 1 ? 'a budget is' : `${length} budgets are`} exceeded. Have ${length === 1 ? 'it' : 'them'} amended first, or ask a team leader who neither edited nor sent the credit note to cancel it with a comment.`,
    { title: STEP_REFUSED, list: exceeded.map(lineOf) },
  )
}

interface Exceeded {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
  currency: string
  budget: Decimal
  total: Decimal
}

function lineOf({ budget_id, supplier, from_date, to_date, currency, budget, total }: Exceeded): string {
  const money = (value: Decimal) => `${showAmount(value)} ${currency}`
  const excess = new Big(total).minus(budget).toFixed(2)
  return `${budgetName(Number(budget_id), supplier, from_date, to_date)}: ${money(total)} of ${money(budget)}, ${money(excess)} over budget.`
}

/** As with drafts that exceed a budget: a user other than the author gives the reason. */
async function mayAllow(tx: Transaction, actor: Cancelling['actor'], draftId: number, comment: string) {
  if (!isTeamLeader(actor) || comment.trim() === '' || whyHeldBack(actor)) return false
  return !(await authorsOf(tx, draftId)).has(actor.id)
}
