import type { Read } from 'db/database'
import { z } from 'zod'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { partyFields, paymentFields, validatorFields } from '~/areas/expenses/api-shapes'
import {
  aBoolean,
  aDay,
  aNumber,
  anAmount,
  anId,
  anInstant,
  aRow,
  aText,
  created,
  jsonAnswer,
} from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery } from '~/http/calls/list'
import { expectedRevision } from '~/http/calls/revision'
import { takes, takesFiles } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { invoicesUpload, proofUpload } from '~/http/uploads/upload-limits'
import { FILE_TYPES } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { draftFlags } from './draft'
import { updateDraft } from './entry/update-draft.server'
import { DRAFT_ROW } from './fields.server'
import { AcceptCallFields, DraftCallFields, UploadCallFields } from './forms'
import { DRAFT_GRID } from './list'
import { DRAFT_FIELDS, draftList } from './list.server'
import { draftById } from './read-draft.server'
import { unknownIbanOf } from './unknown-iban.server'
import { acceptDuplicates, DUPLICATE_NOT_ACCEPTED } from './upload/confirm-duplicates.server'
import { draftDuplicates } from './upload/draft-duplicates.server'
import { UPLOAD_TITLE, uploadDraft, uploadDrafts } from './upload/upload-draft.server'

/** Draft invoice row of the specification, section 3. */
export const aDraftRow = aRow(DRAFT_ROW).meta({ id: 'DraftRow' })

/** Draft transaction (detail) of the specification, section 3: references are ids. */
export const aDraft = z
  .object({
    id: anId,
    revision: aNumber.describe('Counts its changes: send it back to detect changes by someone else.'),
    isSupplierFund: aBoolean,
    ...partyFields,
    settlingLegalEntity: anId.nullable(),
    expenseType: anId.nullable(),
    routineType: anId.nullable(),
    invoiceRef: aText.nullable(),
    invoiceDate: aDay.nullable(),
    receivedDate: aDay.nullable(),
    glDate: aDay.nullable(),
    dueDate: aDay.nullable(),
    paymentDate: aDay.nullable(),
    serviceFrom: aDay.nullable(),
    serviceTo: aDay.nullable(),
    currency: aText.nullable(),
    grossAmount: anAmount.nullable(),
    taxes: anAmount.nullable(),
    netAmount: anAmount.nullable().describe('Gross less taxes.'),
    ...paymentFields,
    payableAmount: anAmount.nullable().describe('What is to be paid: gross less paid in advance, rounded.'),
    prePaid: aBoolean,
    alreadyPaid: aBoolean,
    excludeFromCash: aBoolean,
    allocationRule: aText.nullable(),
    postingFilter: aText.nullable(),
    transactionComment: aText,
    ...validatorFields,
    draft_transaction_id: anId,
    recreatedFrom: anId.nullable().describe('The cancelled invoice that it was recreated from.'),
    file_name: aText.nullable().describe("The supplier's PDF."),
    unknown_iban: aText
      .nullable()
      .describe(
        'The account that its e-invoice asks to be paid to, where it is not a stored account of the supplier: ask the supplier, using contact details that you already know.',
      ),
    creationDate: anInstant,
    updateDate: anInstant,
  })
  .meta({ id: 'Draft' })

/** Another draft or invoice that may be the same bill. */
export const aDuplicate = z
  .object({
    kind: z.enum(['draft', 'invoice']),
    id: anId,
    why: aText.describe('Such as "same file" or "same supplier and reference".'),
    blocks: aBoolean.describe(
      'The draft is not sent to check until a team leader accepts it: the same supplier, amount and reference.',
    ),
    text: aText.describe('The reason in words.'),
  })
  .meta({ id: 'Duplicate' })

/**
 * One draft by the fields of the specification (section 3: draft transaction, detail); references are ids. `revision`,
 * sent back with a change, detects that another user changed it in between.
 */
export async function draftShape(read: Read, draftId: number) {
  const { createdBy, ...draft } = await draftById(read, draftId)
  const [file] = await documentsOf(read, {
    objectKind: 'draft',
    objectId: draftId,
    fileTypes: [FILE_TYPES.invoice],
  })
  return {
    ...draft,
    draft_transaction_id: draftId,
    file_name: file?.fileName ?? null,
    unknown_iban: await unknownIbanOf(read, draft),
  }
}

const flags = z
  .object({
    is_validation_step: aBoolean,
    is_cancellation_step: aBoolean,
    is_completion_step: aBoolean,
    is_editable: aBoolean,
  })
  .meta({ id: 'DraftStatus' })

const NO_FILE = 'Choose the invoice: one PDF or XML file.'

const anUploadedDraft = z
  .object({
    ...aDraft.shape,
    duplicates: z.array(aDuplicate).describe('Other drafts and invoices that may be duplicates.'),
    notes: z.array(aText).describe('What the accountant should know about the file.'),
  })
  .meta({ id: 'UploadedDraft' })

const aFileDone = z
  .object({
    fileName: aText,
    draftId: anId.nullable().describe('Null when it was refused.'),
    duplicates: z.array(aDuplicate),
    notes: z.array(aText),
    errorMessage: aText.nullable().describe('Why it was refused; null when it became a draft.'),
  })
  .meta({ id: 'UploadedFile' })

export const draftsCalls: EndpointTable = {
  about: 'drafts',
  calls: {
    /**
     * GET drafttransactions: the drafts, in the order of Drafted Expenses, filtered and sorted like its grid. POST
     * drafttransactions: changes the sent fields of the draft that `id` names, and returns it.
     */
    drafttransactions: {
      GET: {
        may: ['draftsdashboard'],
        summary: 'The drafts, in the order of Drafted Expenses, filtered and sorted like its grid.',
        list: kindsOf(DRAFT_FIELDS),
        answers: { 200: z.array(aDraftRow) },
        async answer(guarded, { request }) {
          const query = callQuery(request, DRAFT_FIELDS, DRAFT_GRID)
          return listAnswer(request, query, await draftList(guarded).page(query))
        },
      },
      POST: {
        may: ['draftsdashboard', 'update'],
        summary: 'Changes the sent fields of the draft with this "id", and answers it.',
        answers: { 200: aDraft },
        ifMatch: true,
        ...takes(
          DraftCallFields,
          (guarded, { request }, { id: draftId, revision, ...fields }) => {
            const { transaction } = guarded
            const seen = expectedRevision(request, revision)
            const change = { draftId, fields, revision: seen }
            return transaction(async (context) => {
              await updateDraft(context, change)
              return draftShape(context.tx, draftId)
            })
          },
          { multipart: true },
        ),
      },
    },
    'drafttransactions/:draftId': {
      GET: {
        may: ['draftsdashboard'],
        query: pastQuery,
        summary: 'One draft; its references are ids. Its ETag also works with If-Match.',
        answers: { 200: aDraft },
        async answer({ read }, { params }) {
          const draft = await draftShape(read, idOf(params.draftId, 'draft'))
          return jsonAnswer(draft, 200, { ETag: `"${draft.revision}"` })
        },
      },
    },
    'drafttransactions/:draftId/status': {
      GET: {
        may: ['draftsdashboard'],
        summary: 'What can be done with a draft in its current status.',
        answers: { 200: flags },
        async answer({ read }, { params }) {
          const { id } = await draftById(read, idOf(params.draftId, 'draft'))
          return draftFlags(await instanceById(read, id))
        },
      },
    },
    'drafttransactions/:draftId/duplicates': {
      POST: {
        may: ['draftsdashboard', 'update'],
        title: DUPLICATE_NOT_ACCEPTED,
        summary:
          'A team leader accepts, with a reason, that a draft has the supplier, amount and reference of others: it may be sent to check. Answers what may still be duplicates.',
        answers: { 200: z.array(aDuplicate) },
        ...takes(AcceptCallFields, (guarded, { params }, { comment }) => {
          const { transaction } = guarded
          const draftId = idOf(params.draftId, 'draft')
          return transaction(async (context) => {
            await acceptDuplicates(context, { draftId, comment })
            return draftDuplicates(context.tx, draftId, await draftById(context.tx, draftId))
          })
        }),
      },
    },
    uploadinvoice: {
      POST: {
        may: ['draftsdashboard', 'add'],
        title: UPLOAD_TITLE,
        alsoError: true,
        once: true,
        summary:
          'Creates a draft from one invoice: a PDF, filled in from the e-invoice inside it if there is one, or an e-invoice in XML (UBL or UN/CEFACT CII). Without an Idempotency-Key, the same file sent again within ten minutes answers the same draft.',
        answers: { 201: anUploadedDraft },
        ...takesFiles(
          { limits: proofUpload, fields: UploadCallFields, keeps: true },
          async (guarded, _, { files: [file], fields: { comment } }) => {
            const { read, services } = guarded
            if (!file) throw new DomainError('invalid', NO_FILE, { fields: { files: NO_FILE } })
            const { draftId, duplicates, notes } = await uploadDraft(guarded, services, { file, comment })
            return created({ ...(await draftShape(read, draftId)), duplicates, notes })
          },
        ),
      },
    },
    /**
     * POST uploadinvoices: up to 5 invoices, each with its own draft and result, in their order; refused when none is
     * one.
     */
    uploadinvoices: {
      POST: {
        may: ['draftsdashboard', 'add'],
        title: UPLOAD_TITLE,
        alsoError: true,
        once: true,
        summary:
          'Creates a draft from each of up to 5 invoices (PDF, or e-invoices in XML), and answers for each of them; refused if none became a draft.',
        answers: { 201: z.array(aFileDone) },
        ...takesFiles(
          { limits: invoicesUpload, fields: UploadCallFields },
          async (guarded, _, { files, fields: { comment } }) => {
            const answers = await uploadDrafts(guarded, guarded.services, { files, comment })
            if (answers.some(({ draftId }) => draftId !== null)) return created(answers)
            const list = answers.map(({ errorMessage }) => errorMessage ?? '')
            throw new DomainError('invalid', list.join(' '), { list })
          },
        ),
      },
    },
  },
}
