import { invoiceReport } from '~/domain/invoices/invoice-report.server'
import { bytesAnswer } from '~/http/download'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'

/** report.pdf: the invoice with its whole history and its documents, made when it is asked for. */
export const loader = fileLoader(async (args) => {
  const { read, services } = await guard(args, 'transactiondashboard')
  const invoiceId = idInPath(args.params.invoiceId)
  const { timeZone } = services.settings
  const bytes = await invoiceReport(read, invoiceId, { timeZone })
  return bytesAnswer(bytes, `invoice-${invoiceId}.pdf`, 'application/pdf')
})
