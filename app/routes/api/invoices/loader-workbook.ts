import { documentDownload } from '~/areas/documents/routes/document-download'
import { invoiceLoader } from '~/areas/invoices/invoice-view.server'
import { aStoredFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { KINDS } from '~/platform/files/kinds'

/** GET documents/loader/{id}: the workbook for the accounting system, of an invoice that was booked. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    tells: 'The workbook for the accounting system, of an invoice that was booked.',
    answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
    async answer(guarded, { request, params }) {
      const { id } = await invoiceLoader(guarded.read, idOf(params.invoiceId, 'invoice'))
      return documentDownload(guarded, request, id, ({ objectKind }) => objectKind === 'invoice')
    },
  },
})
export const action = loader
