import { idInPath } from '~/http/address'
import { madeFile } from '~/http/downloads/download'
import { fileLoader } from '~/http/downloads/file-loader'
import { guard } from '~/http/guard'
import { invoiceReport } from '../invoice-report.server'

/** report.pdf: the invoice with its whole history and its documents, generated on request. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { read, services } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  const { timeZone } = services.settings
  return madeFile(guarded, async () => {
    const bytes = await invoiceReport(read, invoiceId, { timeZone })
    return { bytes, fileName: `invoice-${invoiceId}.pdf`, mediaType: 'application/pdf' }
  })
})
