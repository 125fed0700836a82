import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { asc, eq } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import type { BudgetCheck } from '~/areas/budgets/budget'
import {
  budgetsOfExpense,
  nearMissBudgets,
  routineTypeRequirement,
} from '~/areas/budgets/budgets-of-draft.server'
import { allowExcess, type OverrideInput } from '~/areas/budgets/override-budget.server'
import { documentsOf, type ListedDocument } from '~/areas/documents/documents-of.server'
import { type CostLine, DRAFT_LABELS, type Draft, type DraftFields } from '~/areas/expenses/expense'
import { FILE_TYPES } from '~/platform/files/file-types'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { amountsBeforeLines, type Total, totalOf } from './cost-lines/allocation-totals'
import { type DraftFlags, type Duplicate, draftFlags } from './draft'
import {
  type DraftEditing,
  editingOf,
  type MissingField,
  missingToCheck,
  netNotice,
  paymentNotices,
} from './draft-rules'
import { costLinesOf, draftById, expenseOf } from './read-draft.server'
import { reverseChargeNotice } from './reverse-charge.server'
import { draftDuplicates } from './upload/draft-duplicates.server'
import { eInvoiceOf, type StoredEInvoice } from './upload/einvoice.server'

/**
 * The result of a draft against each budget in force that counts it: with these fields (as typed), or as it is stored.
 * @throws DomainError not-found
 */
export async function budgetsOfDraft(
  read: Read,
  draftId: number,
  fields?: DraftFields,
): Promise<BudgetCheck[]> {
  return budgetsOfExpense(read, await expenseOf(read, draftId, fields))
}

/**
 * Lets a draft exceed a budget; returns what was allowed, in a short line. @throws DomainError as `allowExcess`, and
 * not-found
 */
export async function overrideBudget(context: UserWriteContext, input: OverrideInput): Promise<string> {
  return allowExcess(context, () => expenseOf(context.tx, input.draftId), input)
}

/** The checks that a draft's form shows while it is filled in, and that run again on the server. */
export interface DraftChecks {
  /** Other drafts and invoices that may be the same bill. */
  duplicates: Duplicate[]
  /** What "Send to check" still needs. */
  missing: MissingField[]
  /** The results against the budgets in force that count it. */
  budgets: BudgetCheck[]
  /** Budgets that differ from the draft only in routine or expense type, where no budget counts it: sentences. */
  passed: string[]
  /** Unusual values that may be intended: sentences. */
  notices: string[]
}

const ROUTINE_TYPE: MissingField = {
  field: 'routineType',
  label: `${DRAFT_LABELS.routineType} (needed for the budgets)`,
}

/** The checks of a draft as it would be with these fields. */
export async function draftChecks(read: Read, draftId: number, fields: DraftFields): Promise<DraftChecks> {
  const notices = [
    netNotice(fields),
    ...paymentNotices(fields),
    await reverseChargeNotice(read, fields, fields.receivedDate ?? fields.invoiceDate ?? ''),
  ].filter((notice) => notice !== null)
  const expense = await expenseOf(read, draftId, fields)
  const needsRoutine = (await routineTypeRequirement(read, expense)) !== null
  return {
    duplicates: await draftDuplicates(read, draftId, fields),
    missing: [...missingToCheck(fields), ...(needsRoutine ? [ROUTINE_TYPE] : [])],
    budgets: await budgetsOfExpense(read, expense),
    passed: await nearMissBudgets(read, expense),
    notices,
  }
}

const NO_AMOUNTS = { grossAmount: null, taxes: null }

/** One draft as its page and the call return it. */
export interface DraftView {
  draft: Draft
  /** The supplier's file; null when it was deleted. */
  file: { documentId: number; fileName: string } | null
  /** The files inside an e-invoice in XML, in its order. */
  attachments: ListedDocument[]
  /** The client's authorisations, newest first. */
  proofs: ListedDocument[]
  instance: Instance
  flags: DraftFlags
  /** What this person may change now. */
  editing: DraftEditing
  lines: CostLine[]
  /** The amounts entered before the draft was divided; null where it is not, or where there were none. */
  total: Total | null
  eInvoice: StoredEInvoice | null
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  /** Who returned it, when, and why, while it has not been sent on; null elsewhere. */
  returned: { by: string; at: Date; comment: string } | null
  /** Ids of the invoices created from it. */
  invoices: number[]
  checks: DraftChecks
}

/** @throws DomainError not-found */
export async function draftView({ read, actor }: UserContext, draftId: number): Promise<DraftView> {
  const draft = await draftById(read, draftId)
  const { invoice: invoiceType, attachment, proof } = FILE_TYPES
  const fileTypes = [invoiceType, attachment, proof]
  const [documents, instance, lines, eInvoice, history, made, checks] = await Promise.all([
    documentsOf(read, { objectKind: 'draft', objectId: draftId, fileTypes }),
    instanceById(read, draftId),
    costLinesOf(read, draftId),
    eInvoiceOf(read, draftId),
    historyOf(read, draftId),
    read
      .select({ id: invoice.id })
      .from(invoice)
      .where(eq(invoice.draftTransactionId, draftId))
      .orderBy(asc(invoice.id)),
    draftChecks(read, draftId, draft),
  ])
  const file = documents.find(({ file_type }) => file_type === invoiceType)
  const taker = stepTaker(actor)
  return {
    draft,
    file: file ? { documentId: file.id, fileName: file.fileName } : null,
    attachments: documents.filter(({ file_type }) => file_type === attachment).reverse(),
    proofs: documents.filter(({ file_type }) => file_type === proof),
    instance,
    flags: draftFlags(instance),
    editing: editingOf(instance, taker, taker.mayUpdate('draftsdashboard')),
    lines,
    total: lines.length > 0 ? totalOf(amountsBeforeLines(history) ?? NO_AMOUNTS) : null,
    eInvoice,
    history,
    returned: returnedIn(history, instance),
    invoices: made.map(({ id }) => id),
    checks,
  }
}

/** @param history newest first */
function returnedIn(history: HistoryEvent[], { queue, status }: Instance): DraftView['returned'] {
  if (queue !== 'ACCOUNTING' || status !== 'RETURNED') return null
  // Other events of a returned draft, such as edits, have its state too.
  const step = history.find((event) => event.type === 'step' && event.status === status)
  return step ? { by: step.whoName, at: step.at, comment: step.log } : null
}
