import { FILE_TYPES } from '~/domain/documents/file-types'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { documentDownload } from '~/http/document-download'
import { objectDocument } from './object-document'

/** GET documents/loader/{id}: the workbook for the accounting system, of an invoice that was booked. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    async answer(guarded, { request, params }) {
      const objectId = idOf(params.invoiceId, 'invoice')
      const missing = `Invoice ${objectId} has no loader: it is made when the invoice is booked.`
      const invoice = { kind: 'invoice', objectId }
      const documentId = await objectDocument(guarded.read, invoice, FILE_TYPES.loader, missing)
      return documentDownload(guarded, request, documentId, ({ objectKind }) => objectKind === 'invoice')
    },
  },
})
export const action = loader
