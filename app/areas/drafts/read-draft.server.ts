import type { Read } from 'db/database'
import { costLine, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { asc, eq, sql } from 'drizzle-orm'
import {
  type CostLine,
  type Draft,
  type DraftFields,
  type Expense,
  payableOf,
} from '~/areas/expenses/expense'
import { DomainError } from '~/platform/values/domain-error'
import { actorsOf, rolesByStep } from '~/platform/workflow/history.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { draftColumns } from './draft-rules'

/** A draft with all its fields. @throws DomainError not-found */
export async function draftById(read: Read, id: number): Promise<Draft> {
  const [row] = await read.select().from(draft).where(eq(draft.id, id))
  if (!row)
    throw new DomainError('not-found', `There is no draft ${id}. Open it from the list of Drafted Expenses.`)
  const {
    supplierId,
    invoicedEntityId,
    settlingEntityId,
    expenseTypeId,
    routineTypeId,
    refKey,
    updatedBy,
    ...same
  } = row
  return {
    ...same,
    invoicedLegalEntity: same.isSupplierFund ? null : supplierId,
    invoicedFundLegalEntity: same.isSupplierFund ? supplierId : null,
    settlementLegalEntity: invoicedEntityId,
    settlingLegalEntity: settlingEntityId,
    expenseType: expenseTypeId,
    routineType: routineTypeId,
    payableAmount: payableOf(row),
  }
}

/** How a draft is divided, in the order in which the lines were added. */
export async function costLinesOf(read: Read, draftId: number): Promise<CostLine[]> {
  return read
    .select({
      id: costLine.id,
      transactionDraftId: costLine.draftId,
      feesType: costLine.feesType,
      grossAmount: costLine.grossAmount,
      taxes: costLine.taxes,
      netAmount: costLine.netAmount,
      comment: costLine.comment,
      fundId: costLine.fundId,
    })
    .from(costLine)
    .where(eq(costLine.draftId, draftId))
    .orderBy(asc(costLine.id))
}

/**
 * The ids of all objects of one bill: a draft, its invoices, the drafts recreated from these, their invoices. They are
 * not duplicates of one another.
 */
export async function relatedIds(read: Read, draftId: number): Promise<number[]> {
  const rows: unknown = await read.execute(sql`
    with recursive family (id) as (
      select ${draftId}::bigint
      union
      select kin.id from family, lateral (
        select i.id from ${invoice} i where i.draft_transaction_id = family.id
        union all
        select i.draft_transaction_id from ${invoice} i
        where i.id = family.id and i.draft_transaction_id is not null
        union all
        select d.id from ${draft} d where d.recreated_from = family.id
        union all
        select d.recreated_from from ${draft} d where d.id = family.id and d.recreated_from is not null
      ) kin
    )
    select id from family`)
  return (rows as { id: string | number }[]).map(({ id }) => Number(id))
}

/** Names of the events that permanently make a user an editor of a draft. */
const EDITING = ['upload draft', 'edit draft', 'allocate', 'confirm totals', 'recreate draft'] as const

/**
 * Who edited, sent and approved a draft, over all rounds: the approver may not be one of the others (product, section
 * 2). A draft that was recreated from an invoice still holds what the editors of the earlier draft wrote: they are its
 * editors too.
 */
export async function draftMarks(
  read: Read,
  { objectId }: Pick<Instance, 'objectId'>,
): Promise<FourEyesRoles> {
  const roles = await rolesByStep(read, objectId, null, {
    editor: EDITING,
    sender: ['send to check'],
    approver: ['approve'],
  })
  for (let before = await draftBefore(read, objectId); before; before = await draftBefore(read, before))
    for (const { userId } of await actorsOf(read, before, null, EDITING)) roles.editor.add(userId)
  return roles
}

/** Who edited or sent a draft, by its marks: they may not allow it to exceed a budget themselves. */
export const authorsIn = ({ editor, sender }: FourEyesRoles): ReadonlySet<number> =>
  new Set([...(editor ?? []), ...(sender ?? [])])

/** The same for a draft by its id. */
export const authorsOf = async (read: Read, draftId: number) =>
  authorsIn(await draftMarks(read, { objectId: draftId }))

/** A draft as budgets count it: with these fields (as typed), or as it is stored. @throws DomainError not-found */
export async function expenseOf(read: Read, draftId: number, fields?: DraftFields): Promise<Expense> {
  const columns = draftColumns(fields ?? (await draftById(read, draftId)))
  return { ...columns, draftId, authors: () => authorsOf(read, draftId) }
}

/** The draft of the invoice that this one was recreated from; null for a draft that was not recreated. */
async function draftBefore(read: Read, draftId: number): Promise<number | null> {
  const [row] = await read
    .select({ id: invoice.draftTransactionId })
    .from(draft)
    .innerJoin(invoice, eq(invoice.id, draft.recreatedFrom))
    .where(eq(draft.id, draftId))
  return row?.id ?? null
}
