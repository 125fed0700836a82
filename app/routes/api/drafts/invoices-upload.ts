import { z } from 'zod'
import { UploadCallFields } from '~/areas/drafts/forms'
import { UPLOAD_TITLE } from '~/areas/drafts/upload-draft.server'
import { uploadDrafts } from '~/areas/drafts/upload-drafts.server'
import { created } from '~/http/calls/answer'
import { anId, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { takesFiles } from '~/http/calls/takes'
import { invoicesUpload } from '~/http/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { aDuplicate } from './draft-shape'
import { type InvoiceKey, invoiceKey } from './invoice-key'

const aFileDone = z
  .object({
    fileName: aText,
    draftId: anId.nullable().describe('Null when it was refused.'),
    duplicates: z.array(aDuplicate),
    notes: z.array(aText),
    errorMessage: aText.nullable().describe('Why it was refused; null when it became a draft.'),
  })
  .meta({ id: 'UploadedFile' })

/** POST uploadinvoices: up to 5 invoices, each a draft and an answer of its own, in their order; refused when none is one. */
export const loader = calls({
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
})
export const action = loader
