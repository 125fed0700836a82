import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { FILE_TYPES } from '~/platform/files/file-types'
import { Dialog } from '~/ui/dialog/dialog'
import { Consultation } from '../consultation'
import { invoiceFacts } from '../invoice-facts.server'
import { useInvoiceBase } from '../use-invoice-base'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'transactiondashboard')
  const invoiceId = idInPath(args.params.invoiceId)
  return pageRead(async () => {
    const invoice = await invoiceFacts(read, invoiceId)
    const fileTypes = [FILE_TYPES.invoice, FILE_TYPES.attachment, FILE_TYPES.proof]
    const documents = await documentsOf(read, { objectKind: 'invoice', objectId: invoiceId, fileTypes })
    const pdf = documents.find(({ file_type }) => file_type === FILE_TYPES.invoice) ?? null
    const oldestFirst = (type: string) => documents.filter(({ file_type }) => file_type === type).reverse()
    const attachments = oldestFirst(FILE_TYPES.attachment)
    const proofs = oldestFirst(FILE_TYPES.proof)
    const tab = args.params.tab ?? ''
    if (
      !['invoice', 'authorisation', ...[...attachments, ...proofs].map(({ id }) => String(id))].includes(tab)
    )
      throw data({ message: 'There is no such document of this invoice. Check the link.' }, { status: 404 })
    return { invoice, pdf, attachments, proofs, tab }
  })
}

/** Popup "Consultation": the invoice, the authorisation matrix in force on its date, and what the client signed. */
export default function InvoiceConsultation() {
  const view = useLoaderData<typeof loader>()
  return (
    <Dialog title="Consultation" size="full" closeHref={`${useInvoiceBase().path}/${view.invoice.id}`}>
      <Consultation {...view} />
    </Dialog>
  )
}
