import { budgetTerm } from 'db/schema/budgets'
import { costLine, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { holdReason, isAllowed, isAmong, isTeamLeader } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { budgetName } from '~/areas/budgets/budget'
import { matchesSql, partsOf } from '~/areas/budgets/budget-parts.server'
import { shareDocuments } from '~/areas/documents/documents-of.server'
import { recreatedDraft } from '~/areas/invoices/read-invoice.server'
import { refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showMoney } from '~/platform/values/show'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { lastEventOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { Instance, State } from '~/platform/workflow/types'
import { authorsOf } from './read-draft.server'

/**
 * Runs before an invoice is cancelled. A credit note made room in its budgets for other invoices; no budget in force
 * may be exceeded without it, unless a team leader who neither edited nor sent it cancels it with a comment. Locks
 * these budgets.
 * @throws DomainError 'refused' with a line for each budget that would be exceeded
 */
export async function checkCreditNote(
  context: UserWriteContext,
  { invoiceId, comment }: { invoiceId: number; comment: string },
): Promise<void> {
  const { tx } = context
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
  if (exceeded.length === 0 || (await mayAllow(context, Number(first.draft_id), comment))) return
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
  const money = (value: Decimal) => showMoney(value, currency)
  const excess = new Big(total).minus(budget).toFixed(2)
  return `${budgetName(Number(budget_id), supplier, from_date, to_date)}: ${money(total)} of ${money(budget)}, ${money(excess)} over budget.`
}

/** As with drafts that exceed a budget: a user other than the author gives the reason. */
async function mayAllow({ tx, actor }: UserWriteContext, draftId: number, comment: string) {
  if (!isTeamLeader(actor) || comment.trim() === '' || holdReason(actor)) return false
  return !isAmong(actor, await authorsOf(tx, draftId))
}

/** The new draft of a cancelled invoice: its fields and amounts, without a validation. */
function recreatedColumns(from: typeof invoice.$inferSelect): Partial<typeof draft.$inferInsert> {
  const {
    id,
    draftTransactionId,
    refKey,
    feesType,
    fundId,
    validatingUserA,
    validatingUserB,
    validationDateA,
    validationDateB,
    createdBy,
    creationDate,
    ...same
  } = from
  return { ...same, recreatedFrom: id }
}

export interface RecreateInput {
  invoiceId: number
  /** The invoice's event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
}

const IN_ENTRY: State = { queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' }

/**
 * Turns a cancelled invoice into a draft again, in entry, with its fields, its cost line and its documents, and without
 * any validation. Each of the two refers to the other; an invoice is turned into a draft again only once.
 * @throws DomainError 'forbidden' without the permission to add drafts; 'refused' unless the invoice is cancelled;
 * 'conflict' when it changed after it was seen
 */
export async function recreateDraft(
  context: UserWriteContext,
  { invoiceId, seenEventId }: RecreateInput,
): Promise<{ draftId: number }> {
  const { tx } = context
  const recreate = async () => {
    const instance = await lockInstance(tx, invoiceId)
    await mayRecreate(context, instance, seenEventId)
    const draftId = await newDraft(context, invoiceId)
    await markRecreated(context, instance, draftId)
    return { draftId }
  }
  const action = `recreate draft of ${invoiceId}`
  return withIdempotencyKey(context, action, recreate)
}

async function mayRecreate({ tx, actor }: UserWriteContext, instance: Instance, seenEventId: number | null) {
  const { objectId, kind, queue, status, lastEventId } = instance
  if (kind !== 'invoice')
    throw new DomainError('not-found', `There is no invoice ${objectId}. Open it from the Invoice Log.`)
  if (!isAllowed(actor, 'draftsdashboard', 'add'))
    throw new DomainError(
      'forbidden',
      '"Recreate Draft" needs the add permission for Drafted Expenses. Ask an administrator for it.',
    )
  const existing = await recreatedDraft(tx, objectId)
  if (existing !== null)
    throw new DomainError(
      'refused',
      `Draft ${existing} was already created from this invoice. Open draft ${existing} under Drafted Expenses.`,
      { details: { draftId: existing } },
    )
  if (seenEventId !== null && seenEventId !== lastEventId) {
    const last = await lastEventOf(tx, objectId)
    throw new DomainError(
      'conflict',
      `It is now ${status} (${queue}), changed by ${last?.whoName ?? 'someone'} after you opened this page. Check its history, then decide again.`,
    )
  }
  if (status !== 'CANCELLED' && status !== 'CANCEL')
    throw new DomainError(
      'refused',
      `Only a cancelled invoice can become a draft again; this one is ${status} (${queue}).`,
    )
}

async function newDraft(context: UserWriteContext, invoiceId: number): Promise<number> {
  const { tx, actor, now } = context
  const [from] = await tx.select().from(invoice).where(eq(invoice.id, invoiceId))
  if (!from) throw new Error(`Invoice ${invoiceId} has a workflow, but no row`)
  const by = { createdBy: actor.id, creationDate: now, updatedBy: actor.id, updateDate: now }
  const [made] = await tx
    .insert(draft)
    .values({ ...recreatedColumns(from), ...by })
    .returning({ id: draft.id })
  if (!made) throw new Error('The draft was not stored')
  const { feesType, grossAmount, taxes, netAmount, transactionComment: comment, fundId } = from
  if (feesType !== null)
    await tx
      .insert(costLine)
      .values({ draftId: made.id, feesType, grossAmount, taxes, netAmount, comment, fundId })
  const log = `Recreated from invoice ${invoiceId}`
  await startInstances(context, { kind: 'draft', objectIds: [made.id], state: IN_ENTRY, log })
  // The user who creates a draft is its editor.
  await recordAct(tx, await instanceById(tx, made.id), {
    name: 'recreate draft',
    to: IN_ENTRY,
    who: actor,
    log,
    data: { recreatedFrom: invoiceId },
    now,
  })
  const documents = { objectKind: 'invoice', objectId: invoiceId }
  const own = { objectKind: 'draft', objectId: made.id }
  // Left out: a loader belongs to the invoice that was booked, and a client's proof to the draft that they saw.
  await shareDocuments(tx, documents, own, [FILE_TYPES.loader, FILE_TYPES.proof])
  return made.id
}

async function markRecreated(
  { tx, actor, now }: UserWriteContext,
  instance: Instance,
  draftId: number,
): Promise<void> {
  const step = (await stepsOfInstance(tx, instance)).find(({ name }) => name === 'recreate')
  if (!step) throw new Error(`The workflow of invoice ${instance.objectId} has no step "recreate"`)
  await moveInstance(tx, instance, {
    type: 'step',
    name: step.name,
    stepId: step.id,
    to: { queue: step.toQueue, status: step.toStatus, class: step.toClass },
    who: actor,
    log: `Recreated as draft ${draftId}`,
    data: { recreatedAs: draftId },
    now,
  })
  await refreshInvoiceRows(tx, [instance.objectId])
}
