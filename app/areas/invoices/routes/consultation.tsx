import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentsOf, type ListedDocument } from '~/areas/documents/documents-of.server'
import { Preview } from '~/areas/documents/documents-panel'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { FILE_TYPES } from '~/platform/files/file-types'
import { showDay } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { FileFrame, shownFileName } from '~/ui/file-frame/file-frame'
import { Tabs } from '~/ui/tabs/tabs'
import { type InvoiceFacts, invoiceFacts } from '../read-invoice.server'
import { useInvoiceBase } from '../use-invoice-base'

interface ConsultationProps {
  invoice: InvoiceFacts
  /** The supplier's; null when it was never stored. */
  pdf: ListedDocument | null
  /** The files inside an e-invoice in XML. */
  attachments: ListedDocument[]
  /** What the client signed. */
  proofs: ListedDocument[]
  /** "invoice", "authorisation", or the id of an attachment or a proof. */
  tab: string
}

/** The documents of an invoice, to be read side by side. */
export function Consultation({ invoice, pdf, attachments, proofs, tab }: ConsultationProps) {
  const base = `${useInvoiceBase().path}/${invoice.id}/consultation`
  const shown = tab === 'invoice' ? pdf : [...attachments, ...proofs].find(({ id }) => String(id) === tab)
  const named = ({ id, fileName }: ListedDocument) => ({
    id: String(id),
    href: `${base}/${id}`,
    label: shownFileName(fileName),
  })
  return (
    <>
      <Tabs
        label={`Documents of invoice ${invoice.id}`}
        current={tab}
        tabs={[
          { id: 'invoice', href: `${base}/invoice`, label: 'Invoice' },
          ...attachments.map(named),
          { id: 'authorisation', href: `${base}/authorisation`, label: 'Authorisation Matrix' },
          ...proofs.map(named),
        ]}
      />
      {shown && <Preview key={shown.id} documentId={shown.id} title={shown.fileName} />}
      {tab === 'invoice' && !pdf && <p>This invoice has no supplier’s PDF.</p>}
      {tab === 'authorisation' && <Matrix invoice={invoice} />}
    </>
  )
}

function Matrix({ invoice: { clientId, invoiceDate } }: { invoice: InvoiceFacts }) {
  const file = `/authorisation-matrix/${clientId}/${invoiceDate}.pdf`
  return (
    <FileFrame title="Authorisation Matrix" src={file}>
      Valid on {showDay(invoiceDate)}
      <a href={file} target="_blank" rel="noreferrer">
        Open in a new tab<span className="hidden-text"> the Authorisation Matrix</span>
      </a>
    </FileFrame>
  )
}

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
      throw data({ message: 'This invoice has no such document. Check the link.' }, { status: 404 })
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
