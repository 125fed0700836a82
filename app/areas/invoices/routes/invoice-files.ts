import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { invoiceReport } from '../invoice-report.server'
import { invoiceLoader } from '../invoice-view.server'

/** The report of an invoice, or its workbook for the accounting system. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { read, timeZone } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  // loader.xlsx is stored from Book on.
  if (/loader\.xlsx$/i.test(new URL(args.request.url).pathname)) {
    const { id } = await invoiceLoader(read, invoiceId)
    return documentDownload(guarded, args.request, id, ({ objectKind }) => objectKind === 'invoice')
  }
  // report.pdf is made on request: the invoice with its whole history and its documents.
  return generatedFile(guarded, async () => {
    const bytes = await invoiceReport(read, invoiceId, { timeZone })
    return { bytes, fileName: `invoice-${invoiceId}.pdf`, mediaType: 'application/pdf' }
  })
})
