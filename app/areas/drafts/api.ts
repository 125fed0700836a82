import { z } from 'zod'
import { created, jsonAnswer } from '~/http/calls/answer'
import { aBoolean, anId, aText } from '~/http/calls/answers'
import type { CallTable } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { callQuery, fieldsOf, listAnswer, listColumns } from '~/http/calls/list'
import { seenRevision } from '~/http/calls/seen-revision'
import { takes, takesFiles } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import { invoicesUpload, proofUpload } from '~/http/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { aDraft, aDraftRow, aDuplicate, draftShape } from './api-shapes'
import { draftById } from './draft-by-id.server'
import { draftFlags } from './draft-flags'
import { draftList } from './draft-list.server'
import { DraftCallFields, UploadCallFields } from './forms'
import { DRAFT_GRID, draftColumns } from './list'
import { updateDraft } from './update-draft.server'
import { BY_FILE, UPLOAD_TITLE, uploadDraft } from './upload-draft.server'
import { uploadDrafts } from './upload-drafts.server'

export type InvoiceKey = string | typeof BY_FILE

/** The key under which a call that brings invoices makes a draft of each once; without one, their files tell them apart. */
export function invoiceKey(guarded: Guarded, request: Request): InvoiceKey {
  return request.headers.has('Idempotency-Key') ? callKey(guarded, request) : BY_FILE
}

const columns = (timeZone: string) => [...draftColumns(timeZone), ...fieldsOf({ event_queue: 'text' })]

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
    duplicates: z.array(aDuplicate).describe('Other drafts and invoices that may be the same bill.'),
    notes: z.array(aText).describe('What the accountant should know of the file.'),
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

export const draftsCalls: CallTable = {
  about: 'drafts',
  calls: {
    /**
     * GET drafttransactions: the drafts, in the order of Drafted Expenses, filtered and sorted like its grid.
     * POST drafttransactions: changes the fields that are sent of the draft that `id` names, and answers it.
     */
    drafttransactions: {
      GET: {
        may: ['draftsdashboard'],
        tells: 'The drafts, in the order of Drafted Expenses, filtered and sorted like its grid.',
        list: listColumns(columns('UTC')),
        answers: { 200: z.array(aDraftRow) },
        async answer({ read, services }, { request }) {
          const { timeZone } = services.settings
          const query = callQuery(request, columns(timeZone), DRAFT_GRID)
          return listAnswer(request, query, await draftList(read, timeZone).page(query))
        },
      },
      POST: {
        may: ['draftsdashboard', 'update'],
        tells: 'Changes the fields that are sent of the draft that "id" names, and answers it.',
        answers: { 200: aDraft },
        ifMatch: true,
        ...takes(
          DraftCallFields,
          (guarded, { request }, { id: draftId, revision, ...fields }) => {
            const { actor, transaction, services } = guarded
            const seen = seenRevision(request, revision)
            const change = { draftId, fields, revision: seen, idempotencyKey: callKey(guarded, request) }
            return transaction(async (tx) => {
              await updateDraft(tx, actor, change, services.clock())
              return draftShape(tx, draftId)
            })
          },
          { multipart: true },
        ),
      },
    },
    /** GET drafttransactions/{id}: one draft; its revision is its ETag as well. */
    'drafttransactions/:draftId': {
      GET: {
        may: ['draftsdashboard'],
        tells: 'One draft; its references are ids. Its ETag is one for If-Match as well.',
        answers: { 200: aDraft },
        async answer({ read }, { params }) {
          const draft = await draftShape(read, idOf(params.draftId, 'draft'))
          return jsonAnswer(draft, 200, { ETag: `"${draft.revision}"` })
        },
      },
    },
    /** GET drafttransactions/{id}/status: what may be done with a draft where it is. */
    'drafttransactions/:draftId/status': {
      GET: {
        may: ['draftsdashboard'],
        tells: 'What may be done with a draft where it is.',
        answers: { 200: flags },
        async answer({ read }, { params }) {
          const { id } = await draftById(read, idOf(params.draftId, 'draft'))
          return draftFlags(await instanceById(read, id))
        },
      },
    },
    /** POST uploadinvoice: makes a draft of one invoice; 201, the draft, and what may be the same bill. */
    uploadinvoice: {
      POST: {
        may: ['draftsdashboard', 'add'],
        title: UPLOAD_TITLE,
        alsoError: true,
        once: true,
        tells:
          'Makes a draft of one invoice: a PDF, filled in from the e-invoice inside where there is one, or an e-invoice in XML (UBL or UN/CEFACT CII). Without an Idempotency-Key, the same file sent again within ten minutes answers the same draft.',
        answers: { 201: anUploadedDraft },
        ...takesFiles(
          { limits: proofUpload, fields: UploadCallFields },
          async ({ actor, read, services }, _, { files: [file], fields: { comment } }, key: InvoiceKey) => {
            if (!file) throw new DomainError('invalid', NO_FILE, { fields: { files: NO_FILE } })
            const { draftId, duplicates, notes } = await uploadDraft(services, actor, { file, comment }, key)
            return created({ ...(await draftShape(read, draftId)), duplicates, notes })
          },
          async (guarded, { request }) => invoiceKey(guarded, request),
        ),
      },
    },
    /** POST uploadinvoices: up to 5 invoices, each a draft and an answer of its own, in their order; refused when none is one. */
    uploadinvoices: {
      POST: {
        may: ['draftsdashboard', 'add'],
        title: UPLOAD_TITLE,
        alsoError: true,
        once: true,
        tells:
          'Makes a draft of each of up to 5 invoices (PDF, or e-invoices in XML), and answers for each of them; refused when none became a draft.',
        answers: { 201: z.array(aFileDone) },
        ...takesFiles(
          { limits: invoicesUpload, fields: UploadCallFields },
          async ({ actor, services }, _, { files, fields: { comment } }, key: InvoiceKey) => {
            const answers = await uploadDrafts(services, actor, { files, comment }, key)
            if (answers.some(({ draftId }) => draftId !== null)) return created(answers)
            const list = answers.map(({ errorMessage }) => errorMessage ?? '')
            throw new DomainError('invalid', list.join(' '), { list })
          },
          async (guarded, { request }) => invoiceKey(guarded, request),
        ),
      },
    },
  },
}
