import type { Read } from 'db/database'
import { draft as draftTable } from 'db/schema/drafts'
import { eq, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import {
  budgetsOfExpense,
  checksForEvent,
  lockTermsOf,
  refuseWithoutRoutine,
  routineTypeRequirement,
  withinBudgets,
} from '~/areas/budgets/budgets-of-draft.server'
import { type CostLine, DRAFT_LABELS, type Draft } from '~/areas/expenses/expense'
import { supplier } from '~/areas/expenses/references.server'
import { createInvoices } from '~/areas/invoices/create-invoices.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  type StepRequest,
  sameRevision,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import type { Instance } from '~/platform/workflow/types'
import { validatedByClient } from './client-validation.server'
import { openDuplicates } from './draft'
import { costLineMismatch, missingToCheck } from './draft-rules'
import { costLinesOf, draftById, draftMarks, expenseOf } from './read-draft.server'
import { acceptedDuplicates } from './upload/confirm-duplicates.server'
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

export interface DraftStepInput extends StepInput {
  /** The draft's revision that the form showed; null when the caller did not send it. */
  revision: number | null
}

/** The draft and its cost lines under the step's lock, each read once, when a condition or an effect first needs it. */
interface DraftFacts {
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

/** No step is taken on a draft that changed unseen. */
async function asItWasSeen(
  { read }: UserWriteContext,
  { objectId }: Instance,
  { input: { revision }, facts }: StepRequest<DraftStepInput, DraftFacts>,
): Promise<void> {
  if (revision === null || revision === (await facts.draft()).revision) return
  await sameRevision(read, draftTable, { what: 'draft', id: objectId, revision, title: STEP_REFUSED })
}

/** The steps of a draft. */
export const draftWorkflow: WorkflowHandlers<DraftStepInput, DraftFacts> = {
  kinds: ['draft'],
  before: async ({ tx }, draftId) => ({
    draft: readOnce(() => draftById(tx, draftId)),
    lines: readOnce(() => costLinesOf(tx, draftId)),
  }),
  seen: asItWasSeen,
  marks: ({ read }, instance) => draftMarks(read, instance),
  conditions: {
    'as it was seen': asItWasSeen,
    'within its budgets': async ({ tx }, { objectId }, { facts }) => ({
      budgets: checksForEvent(await withinBudgets(tx, await expenseOf(tx, objectId, await facts.draft()))),
    }),
    'ready to check': async ({ read }, _, { facts }) =>
      readyToCheck(read, await facts.draft(), await facts.lines()),
    async 'validated by the client'(context, { objectId }, { facts }) {
      const { tx } = context
      const draft = await facts.draft()
      const expense = await expenseOf(tx, objectId, draft)
      await lockTermsOf(tx, expense)
      const checks = await budgetsOfExpense(tx, expense)
      await validatedByClient(context, draft, checks)
      return { budgets: checksForEvent(checks) }
    },
  },
  effects: {
    async 'create invoices'(context, _, { facts }) {
      await createInvoices(context, await facts.draft(), await facts.lines())
    },
  },
  nameOf: (draftId) => `Draft ${draftId}`,
}

/** A draft for code that knows only its kind. */
export const draftObject: ObjectKind = {
  functions: ['draftsdashboard'],
  list: '/drafts',
  completed: ['COMPLETED', 'CANCELLED'],
  together: [
    {
      label: 'Complete one by one',
      at: ({ queue, status }) => queue === 'ACCOUNTING' && ['IN ENTRY', 'RETURNED'].includes(status),
      may: (actor) => isAllowed(actor, 'draftsdashboard', 'update') && actor.queues.includes('ACCOUNTING'),
      href: ([first]) => `/drafts/${first}/edit`,
    },
  ],
  atWork: {
    label: 'Draft',
    joins: [
      left(draftTable, eq(draftTable.id, place.objectId)),
      left(supplier, eq(supplier.id, draftTable.supplierId)),
    ],
    title: sql`concat_ws(', ', coalesce(${supplier.name}, 'No supplier yet'), nullif(${draftTable.invoiceRef}, ''))`,
    amount: sql`${draftTable.grossAmount}`,
    currency: sql`${draftTable.currency}`,
    calendar: entityCalendar(draftTable.settlingEntityId),
    facts: sql`null::text`,
    revision: sql`${draftTable.revision}`,
  },
  steps: objectSteps(draftWorkflow),
}
