import { invoiceFacts } from '~/domain/invoices/invoice-facts.server'
import { historyOf } from '~/domain/workflow/history.server'
import { instanceById } from '~/domain/workflow/instance.server'
import { exportLoader, fileInPath, gridFile } from '~/http/exports/export-file'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { eventTable } from '../workflow/event-table'

/** invoice_workflow.xlsx, .csv or .pdf: the history of one invoice. */
export const loader = exportLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { read, services } = guarded
  const file = fileInPath(args.params.file, ['invoice_workflow'])
  const { id } = await invoiceFacts(read, idInPath(args.params.invoiceId))
  const [{ round }, history] = await Promise.all([instanceById(read, id), historyOf(read, id)])
  return gridFile(guarded, args.request, file, {
    title: `Workflow of invoice ${id}`,
    ...eventTable(history, services.settings.timeZone, round),
  })
})
