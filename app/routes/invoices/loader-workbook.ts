import { invoiceLoader } from '~/domain/invoices/invoice-view.server'
import { documentDownload } from '~/http/downloads/document-download'
import { fileLoader } from '~/http/downloads/file-loader'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'

/** loader.xlsx: the workbook for the accounting system, from Book on. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { id } = await invoiceLoader(guarded.read, idInPath(args.params.invoiceId))
  return documentDownload(guarded, args.request, id, ({ objectKind }) => objectKind === 'invoice')
})
