import type { Read, Transaction } from 'db/database'
import { draft as draftTable } from 'db/schema/drafts'
import { legalEntity } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { budgetsOfExpense } from '~/areas/budgets/budgets-of-draft.server'
import {
  checksKept,
  refuseWithoutRoutine,
  routineTypeRequirement,
  withinBudgets,
} from '~/areas/budgets/within-budgets.server'
import { lockTermsOf } from '~/areas/budgets/workflow.server'
import { type CostLine, DRAFT_LABELS, type Draft } from '~/areas/expenses/expense'
import { supplier } from '~/areas/expenses/references.server'
import { createInvoices } from '~/areas/invoices/create-invoices.server'
import type { ObjectKind } from '~/platform/objects/object-kinds.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import {
  STEP_REFUSED,
  type StepRequest,
  sameRevision,
  takeStep,
  type WorkflowHandlers,
} from '~/platform/workflow/take-step.server'
import type { Instance } from '~/platform/workflow/types'
import { validatedByClient } from './client-validation.server'
import { costLineMismatch, missingToCheck } from './draft-rules'
import { costLinesOf, draftById, draftMarks, expenseOf } from './read-draft.server'
import { acceptedDuplicates, openDuplicates } from './upload/confirm-duplicates.server'
import { draftDuplicates } from './upload/draft-duplicates.server'
import { eInvoiceOf } from './upload/einvoice.server'

/**
 * Condition of "Send to check": nothing is missing, cost lines make up the draft, and an e-invoice that does not add up
 * was confirmed.
 * @throws DomainError 'invalid' with a line and a field for each thing that is missing; 'refused'
 */
async function readyToCheck(read: Read, draft: Draft, lines: readonly CostLine[]): Promise<void> {
  const expense = await expenseOf(read, draft.id, draft)
  const eInvoice = await eInvoiceOf(read, draft.id)
  const missing = missingToCheck(draft)
  if (missing.length > 0) {
    const routine = await routineTypeRequirement(read, expense)
    throw new DomainError('invalid', 'Fill in what is missing, save, and send the draft again.', {
      title: STEP_REFUSED,
      list: [...missing.map(({ label }) => label), ...(routine ? [DRAFT_LABELS.routineType] : [])],
      fields: {
        ...Object.fromEntries(missing.map(({ field, label }) => [field, `${label} is required.`])),
        ...(routine ? { routineType: routine } : {}),
      },
    })
  }
  await refuseWithoutRoutine(read, expense, 'Choose it, save, and send the draft again.')
  const fault = costLineMismatch(draft, lines)
  if (fault) throw new DomainError('refused', fault, { title: STEP_REFUSED })
  if (eInvoice?.awaitsConfirmation)
    throw new DomainError(
      'refused',
      `${eInvoice.fault ?? 'The totals of the e-invoice do not add up.'} Confirm the totals with a comment, then send the draft.`,
      { title: STEP_REFUSED },
    )
  await refuseDuplicate(read, draft)
}

/** @throws DomainError 'refused' with a line for each bill that the draft is a duplicate of */
async function refuseDuplicate(read: Read, draft: Draft): Promise<void> {
  const found = await draftDuplicates(read, draft.id, draft)
  if (!found.some(({ blocks }) => blocks)) return
  const open = openDuplicates(found, await acceptedDuplicates(read, draft.id))
  if (open.length === 0) return
  throw new DomainError(
    'refused',
    'This draft is a duplicate: the same supplier, amount and reference were there before. Cancel it, or ask a team leader who neither edited nor sent it to accept it with a reason.',
    { title: STEP_REFUSED, list: open.map(({ text }) => text) },
  )
}

export interface DraftStepRequest extends StepRequest {
  /** The draft's revision that the form showed; null when the caller did not send it. */
  revision: number | null
  today: Day
  /**
   * The draft and its cost lines under the step's lock, each read once, when a condition or an effect first needs it.
   */
  draft: () => Promise<Draft>
  lines: () => Promise<CostLine[]>
}

/** Reads on first use and caches the result. */
function readOnce<Found>(read: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined
  return () => {
    found ??= read()
    return found
  }
}

async function seen(tx: Transaction, { objectId }: Instance, { revision, draft }: DraftStepRequest) {
  if (revision === null || revision === (await draft()).revision) return
  await sameRevision(tx, draftTable, { what: 'draft', id: objectId, revision, title: STEP_REFUSED })
}

/** The conditions and effects that the draft's workflow names. No step is taken on a draft that changed unseen. */
export const draftSubject: WorkflowHandlers<DraftStepRequest> = {
  kind: 'draft',
  marks: draftMarks,
  seen,
  conditions: {
    'as it was seen': seen,
    'within its budgets': async (tx, { objectId }, { draft }) => ({
      budgets: checksKept(await withinBudgets(tx, await expenseOf(tx, objectId, await draft()))),
    }),
    'ready to check': async (tx, _, { draft, lines }) => readyToCheck(tx, await draft(), await lines()),
    async 'validated by the client'(tx, { objectId }, { today, draft }) {
      const expense = await expenseOf(tx, objectId, await draft())
      await lockTermsOf(tx, expense)
      const checks = await budgetsOfExpense(tx, expense)
      await validatedByClient({ read: tx, today }, await draft(), checks)
      return { budgets: checksKept(checks) }
    },
  },
  effects: {
    async 'create invoices'(tx, _, { by, at }, { today, ...read }) {
      const [draft, lines] = [await read.draft(), await read.lines()]
      await createInvoices(tx, { draft, lines, createdBy: by.id, now: at, today })
    },
  },
}

export interface DraftStepInput {
  draftId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  /** The draft's revision that the form showed; null when the caller did not send it. */
  revision: number | null
  comment: string
  /** Null when the caller sends none: then only the check of the seen event applies. */
  idempotencyKey: string | null
}

/** Takes one step of a draft; returns the result in a short line. */
export async function takeDraftStep(
  context: UserWriteContext,
  { draftId, stepId, seenEventId, revision, comment, idempotencyKey }: DraftStepInput,
): Promise<string> {
  const { tx, actor, now, today } = context
  const take = async () => {
    const request = {
      objectId: draftId,
      stepId,
      seenEventId,
      revision,
      comment,
      today,
      draft: readOnce(() => draftById(tx, draftId)),
      lines: readOnce(() => costLinesOf(tx, draftId)),
    }
    const { to } = await takeStep(context, draftSubject, stepTaker(actor), request)
    return `Draft ${draftId}: ${to.status} (${to.queue})`
  }
  const action = `draft step ${stepId} of ${draftId}`
  return withIdempotencyKey(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}

/** A draft for code that knows only its kind. */
export const draftObject: ObjectKind = {
  functions: ['draftsdashboard'],
  list: '/drafts',
  completed: ['COMPLETED', 'CANCELLED'],
  atWork: {
    label: 'Draft',
    join: sql`left join ${draftTable} on ${draftTable.id} = place.object_id
      left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${draftTable.supplierId}`,
    title: sql`concat_ws(', ', coalesce(${supplier.name}, 'No supplier yet'), nullif(${draftTable.invoiceRef}, ''))`,
    amount: sql`${draftTable.grossAmount}`,
    currency: sql`${draftTable.currency}`,
    facts: sql`null::text`,
    revision: sql`${draftTable.revision}`,
  },
  steps: {
    marks: draftMarks,
    take: ({ transaction }, { objectId, ...step }, answer) =>
      transaction(async (context) =>
        answer(context, await takeDraftStep(context, { ...step, draftId: objectId })),
      ),
  },
}
