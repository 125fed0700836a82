import { z } from 'zod'
import { UploadCallFields } from '~/areas/drafts/forms'
import { UPLOAD_TITLE, uploadDraft } from '~/areas/drafts/upload-draft.server'
import { created } from '~/http/calls/answer'
import { aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { takesFiles } from '~/http/calls/takes'
import { proofUpload } from '~/http/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { aDraft, aDuplicate, draftShape } from './draft-shape'
import { type InvoiceKey, invoiceKey } from './invoice-key'

const NO_FILE = 'Choose the invoice: one PDF or XML file.'

const anUploadedDraft = z
  .object({
    ...aDraft.shape,
    duplicates: z.array(aDuplicate).describe('Other drafts and invoices that may be the same bill.'),
    notes: z.array(aText).describe('What the accountant should know of the file.'),
  })
  .meta({ id: 'UploadedDraft' })

/** POST uploadinvoice: makes a draft of one invoice; 201, the draft, and what may be the same bill. */
export const loader = calls({
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
})
export const action = loader
