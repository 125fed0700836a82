import type { Read } from 'db/database'
import { whoMaySign } from '~/areas/authorisation-matrix/who-may-sign.server'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { proofRequirement } from '~/areas/budgets/budget-rules'
import { documentsOf } from '~/areas/documents/documents-of.server'
import type { Draft, DraftField } from '~/areas/expenses/expense'
import { FILE_TYPES } from '~/platform/files/file-types'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import type { Context } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { type FieldValue, sameField } from './draft-acts.server'
import { signatureDayFaults } from './draft-rules'

/** The facts that the client confirms: who owes how much to whom. */
const SIGNED: readonly DraftField[] = [
  'isSupplierFund',
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
  'settlingLegalEntity',
  'currency',
  'grossAmount',
]

/**
 * When something that the client had validated was last changed, after the draft was returned; null when there was no
 * such change, or when the client validated it since.
 */
async function changedSinceValidation(read: Read, draftId: number): Promise<Date | null> {
  let validated = false
  let changed: Date | null = null
  for (const event of (await historyOf(read, draftId)).reverse()) {
    if (event.name === 'client validated') [validated, changed] = [true, null]
    else if (validated && changesSigned(event)) changed = event.at
  }
  return changed
}

function changesSigned({ data }: HistoryEvent): boolean {
  const { was, is } = data as { was?: string; is?: string }
  if (was === undefined || is === undefined) return false
  type Values = Partial<Record<DraftField, FieldValue>>
  const [before, after] = [JSON.parse(was) as Values, JSON.parse(is) as Values]
  return SIGNED.some((field) => !sameField(field, before[field] ?? null, after[field] ?? null))
}

/**
 * Condition of "Client validated": the signatures that the client's authorisation matrix requires, and a proof unless
 * its budgets require none.
 * @param today the matrix is that of the last signature's day, or of today while there is none
 * @param checks the results of the draft against its budgets
 * @throws DomainError 'refused' that names the missing signature, or says why one does not count
 */
export async function validatedByClient(
  context: Pick<Context, 'read' | 'today'>,
  draft: Draft,
  checks: readonly BudgetCheck[],
): Promise<void> {
  const { read } = context
  const changed = await changedSinceValidation(read, draft.id)
  if (changed !== null) signedSince(draft, dayIn(changed, 'UTC'))
  await requireSignatures(context, draft)
  const { needed, why } = proofRequirement(checks)
  if (needed) await proven(read, draft.id, changed, why)
}

/** The draft is no longer what the client signed, so the client signs again. */
function signedSince(draft: Draft, day: Day): void {
  const fields: Record<string, string> = {}
  for (const letter of ['A', 'B'] as const) {
    const date = draft[`validationDate${letter}`]
    if (date !== null && date < day)
      fields[`validationDate${letter}`] = `Validation Date ${letter} is before the change of ${showDay(day)}.`
  }
  if (Object.keys(fields).length > 0)
    throw new DomainError(
      'refused',
      `The draft was changed on ${showDay(day)}, after the client validated it: earlier signatures do not count. Ask the client again, and enter the new validation dates.`,
      { title: STEP_REFUSED, fields },
    )
}

/** Who signed a draft, and the day whose matrix applies: that of the last signature; today while there is none. */
export function signaturesOf(draft: Draft, today: Day) {
  const signed = [
    { validatorId: draft.validatingUserA, date: draft.validationDateA },
    { validatorId: draft.validatingUserB, date: draft.validationDateB },
  ].flatMap(({ validatorId, date }) => (validatorId === null ? [] : [{ validatorId, date }]))
  const last = signed.reduce<Day>((latest, { date }) => (date !== null && date > latest ? date : latest), '')
  return { signed, day: last || today }
}

async function requireSignatures(
  { read, today }: Pick<Context, 'read' | 'today'>,
  draft: Draft,
): Promise<void> {
  const { validatingUserA, validatingUserB, grossAmount, currency } = draft
  const legalEntityId = draft.settlementLegalEntity ?? draft.settlingLegalEntity
  if (legalEntityId === null || grossAmount === null || currency === null)
    throw new DomainError(
      'refused',
      'Entity, amount or currency is missing. Return the draft to have them completed.',
      {
        title: STEP_REFUSED,
      },
    )
  if (validatingUserA !== null && validatingUserA === validatingUserB)
    throw new DomainError('refused', 'Validating users A and B are the same person. Choose two people.', {
      title: STEP_REFUSED,
      fields: { validatingUserB: 'Choose someone other than validating user A.' },
    })
  const days = signatureDayFaults(draft, today)
  if (Object.keys(days).length > 0)
    throw new DomainError('refused', Object.values(days).join(' '), { title: STEP_REFUSED, fields: days })
  const { signed, day } = signaturesOf(draft, today)
  const state = await whoMaySign(read, { legalEntityId, day, currency, amount: grossAmount, signed })
  if (state.missing.length === 0) return
  const another = signed.length === 0 ? 'a validator' : 'another validator'
  const whom = state.missing.length === 2 ? 'two validators' : another
  const faults = state.signed.filter(({ counts }) => !counts).map(({ why }) => why)
  throw new DomainError(
    'refused',
    `${state.needed?.why ?? ''} Choose ${whom} of the client with a validation date, save, and try again.`.trim(),
    {
      title: STEP_REFUSED,
      list: [...faults, ...missingSignatures(state.missing)],
      fields: fieldsMissing(draft),
    },
  )
}

function fieldsMissing(draft: Draft): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const letter of ['A', 'B'] as const) {
    if (draft[`validatingUser${letter}`] === null)
      fields[`validatingUser${letter}`] = `Choose validating user ${letter}.`
    else if (draft[`validationDate${letter}`] === null)
      fields[`validationDate${letter}`] = `Validation Date ${letter} is required.`
  }
  return fields
}

async function proven(read: Read, draftId: number, changed: Date | null, why: string): Promise<void> {
  const proofs = await documentsOf(read, {
    objectKind: 'draft',
    objectId: draftId,
    fileTypes: [FILE_TYPES.proof],
  })
  if (proofs.some(({ creationDate }) => changed === null || creationDate > changed)) return
  throw new DomainError(
    'refused',
    proofs.length > 0
      ? `The client’s authorisation is older than the change of ${showDay(dayIn(changed ?? new Date(0), 'UTC'))}. Press "Add Client Validation", upload the new document, then try again.`
      : `The client’s authorisation is missing. Press "Add Client Validation", upload the document, then try again. ${why}`,
    { title: STEP_REFUSED },
  )
}

/** "2 signatures of class A are missing." */
function missingSignatures(missing: readonly string[]): string[] {
  return [...new Set(missing)].map((each) => {
    const count = missing.filter((one) => one === each).length
    return count === 1
      ? `A signature of class ${each} is missing.`
      : `${count} signatures of class ${each} are missing.`
  })
}
