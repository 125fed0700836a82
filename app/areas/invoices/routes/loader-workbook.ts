import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileLoader } from '~/http/downloads/file-loader'
import { guard } from '~/http/guard'
import { invoiceLoader } from '../invoice-view.server'

/** loader.xlsx: the workbook for the accounting system, from Book on. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { id } = await invoiceLoader(guarded.read, idInPath(args.params.invoiceId))
  return documentDownload(guarded, args.request, id, ({ objectKind }) => objectKind === 'invoice')
})
