import { draft as draftTable } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import {
  DRAFT_FIELDS,
  DRAFT_LABELS,
  type Draft,
  type DraftField,
  type DraftFields,
} from '~/areas/expenses/expense'
import type { WriteContext } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import {
  type ActValues,
  changedFields,
  draftConflict,
  fieldsOf,
  formatDraftValues,
  lockDraft,
  pickFields,
  recordDraftAct,
} from '../draft-acts.server'
import {
  type DraftEditing,
  draftColumns,
  draftRules,
  type FieldFaults,
  missingValidationDates,
  paidDayFaults,
  signatureDayFaults,
  tidied,
  VALIDATION_FIELDS,
  VALIDATION_TITLE,
} from '../draft-rules'
import { costLinesOf } from '../read-draft.server'
import { withReverseCharge } from '../reverse-charge.server'
import { referenceFaults } from './choices.server'

/** The fields of an empty draft. */
export const EMPTY_DRAFT: DraftFields = {
  isSupplierFund: false,
  invoicedLegalEntity: null,
  invoicedFundLegalEntity: null,
  settlementLegalEntity: null,
  settlingLegalEntity: null,
  expenseType: null,
  routineType: null,
  invoiceRef: null,
  invoiceDate: null,
  receivedDate: null,
  glDate: null,
  dueDate: null,
  paymentDate: null,
  serviceFrom: null,
  serviceTo: null,
  currency: null,
  grossAmount: null,
  taxes: null,
  prepaidAmount: null,
  roundingAmount: null,
  paymentReference: null,
  correctsRef: null,
  collectedBySupplier: false,
  reverseCharge: false,
  reverseChargeTax: null,
  prePaid: false,
  alreadyPaid: false,
  excludeFromCash: false,
  allocationRule: null,
  postingFilter: null,
  transactionComment: '',
  validatingUserA: null,
  validatingUserB: null,
  validationDateA: null,
  validationDateB: null,
}

export interface DraftChange {
  draftId: number
  /** The revision that the form showed; null when the caller did not send it: then nothing is compared. */
  revision: number | null
  /** Omitted fields stay as they are. */
  fields: Partial<DraftFields>
}

/**
 * Changes the fields of a draft, once for its key; returns the revision that it has now. Nothing is written when
 * nothing is different. Where cost lines make the amounts, or only the validation may change, other fields are ignored
 * if empty.
 * @throws DomainError invalid, with a sentence for each field; forbidden where the draft is; conflict, with the
 * versions as details, when another user changed it since
 */
export function updateDraft(
  context: UserWriteContext,
  { draftId, revision, fields }: DraftChange,
): Promise<{ revision: number }> {
  const { tx, actor, now } = context
  const update = async () => {
    const { instance, draft, may } = await lockDraft(context, draftId)
    const hasLines = (await costLinesOf(tx, draftId)).length > 0
    const { after: requested, faults, mine } = wanted(draft, fields, may, hasLines)
    const after = may === 'all' ? await withReverseCharge(context, requested) : requested
    const changed = changedFields(draft, after)
    // Another user made the very same change, or there was none.
    if (changed.length === 0 && Object.keys(faults).length === 0) return { revision: draft.revision }
    if (revision !== null && revision !== draft.revision) throw await draftConflict(tx, draft, revision, mine)
    refuse(faults)
    await refuseFaulty(context, draft, after)

    const next = draft.revision + 1
    await tx
      .update(draftTable)
      .set({ ...draftColumns(after), revision: next, updatedBy: actor.id, updateDate: now })
      .where(eq(draftTable.id, draftId))
    const [was, is] = [pickFields(draft, changed), pickFields(after, changed)]
    const words = await formatDraftValues(tx, [was, is])
    await recordDraftAct(context, instance, {
      name: 'edit draft',
      log: changed
        .map((field) =>
          line(field, words(field, was[field], draft.currency), words(field, is[field], after.currency)),
        )
        .join('; '),
      was: was as ActValues,
      is: is as ActValues,
      revision: next,
    })
    return { revision: next }
  }
  // Different values are a different change, even from a form restored by the browser.
  const action = `edit draft ${draftId} ${sha256(canonicalJson(fields))}`
  return withIdempotencyKey(context, action, update)
}

const line = (field: DraftField, was: string, is: string) =>
  `${DRAFT_LABELS[field]}: ${was === '' ? '(blank)' : was} → ${is === '' ? '(blank)' : is}`

interface Wanted {
  /** The draft as it would be stored. */
  after: DraftFields
  /** The given values of fields that may not change now. */
  faults: FieldFaults
  /** The fields that the user means to change: all given ones, except those that a form does not offer. */
  mine: Partial<DraftFields>
}

function wanted(
  draft: Draft,
  fields: Partial<DraftFields>,
  may: DraftEditing['may'],
  hasLines: boolean,
): Wanted {
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const before = fieldsOf(draft)
  const requested = tidied({ ...before, ...sent }, before)
  const fixed = new Map<DraftField, string>()
  for (const field of DRAFT_FIELDS) {
    if (hasLines && (field === 'grossAmount' || field === 'taxes'))
      fixed.set(field, 'The amounts come from the cost lines: change them under Allocations.')
    if (may === 'validation' && !VALIDATION_FIELDS.some((open) => open === field))
      fixed.set(field, `${DRAFT_LABELS[field]} cannot change while the client validates the draft.`)
  }
  // Fields that a form does not offer arrive empty, or not at all.
  const offered = (field: DraftField) =>
    !fixed.has(field) || ![null, '', false].includes(requested[field] as null)
  return {
    after: { ...requested, ...pickFields(before, [...fixed.keys()]) } as DraftFields,
    faults: Object.fromEntries(
      changedFields(before, requested)
        .filter((field) => fixed.has(field) && offered(field))
        .map((field) => [field, fixed.get(field)]),
    ),
    mine: pickFields(
      requested,
      DRAFT_FIELDS.filter((field) => field in sent && offered(field)),
    ) as Partial<DraftFields>,
  }
}

async function refuseFaulty(context: WriteContext, before: Draft, after: DraftFields) {
  const { today } = context
  const changed = changedFields(before, after)
  const days = Object.entries(signatureDayFaults(after, today)).filter(([field]) =>
    changed.includes(field as DraftField),
  )
  const paid = changed.includes('alreadyPaid') || changed.includes('paymentDate')
  refuse({
    ...(await referenceFaults(context, before, after)),
    ...draftRules(after),
    ...Object.fromEntries(days),
    ...(paid ? paidDayFaults(after, today) : {}),
  })
  const dates = missingValidationDates(after)
  if (dates)
    throw new DomainError('invalid', dates.message, { title: VALIDATION_TITLE, fields: dates.fields })
}

function refuse(faults: FieldFaults): void {
  const sentences = [...new Set(Object.values(faults))]
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}
