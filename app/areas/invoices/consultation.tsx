import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { Preview } from '~/areas/documents/preview'
import { showDay } from '~/platform/values/show'
import { FileFrame } from '~/ui/file-frame/file-frame'
import { Tabs } from '~/ui/tabs/tabs'
import { shownFileName } from '~/ui/upload/shown-file-name'
import type { InvoiceFacts } from './invoice-facts.server'
import { useInvoiceBase } from './use-invoice-base'

interface ConsultationProps {
  invoice: InvoiceFacts
  /** The supplier's; null when it was never stored. */
  pdf: ListedDocument | null
  /** What came inside an e-invoice in XML. */
  attachments: ListedDocument[]
  /** What the client signed. */
  proofs: ListedDocument[]
  /** "invoice", "authorisation", or the id of an attachment or a proof. */
  tab: string
}

/** The papers of an invoice, to be read beside each other. */
export function Consultation({ invoice, pdf, attachments, proofs, tab }: ConsultationProps) {
  const base = `${useInvoiceBase().path}/${invoice.id}/consultation`
  const shown = tab === 'invoice' ? pdf : [...attachments, ...proofs].find(({ id }) => String(id) === tab)
  const named = ({ id, fileName }: ListedDocument) => ({
    ...{ id: String(id), href: `${base}/${id}`, label: shownFileName(fileName) },
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
      {tab === 'invoice' && !pdf && <p>No supplier’s PDF was stored with this invoice.</p>}
      {tab === 'authorisation' && <Matrix invoice={invoice} />}
    </>
  )
}

function Matrix({ invoice: { clientId, invoiceDate } }: { invoice: InvoiceFacts }) {
  const file = `/authorisation-matrix/${clientId}/${invoiceDate}.pdf`
  return (
    <FileFrame title="Authorisation Matrix" src={file}>
      In force on {showDay(invoiceDate)}
      <a href={file} target="_blank" rel="noreferrer">
        Open in a new tab<span className="hidden-text"> the Authorisation Matrix</span>
      </a>
    </FileFrame>
  )
}
