import { Preview } from '~/components/documents/preview'
import type { ListedDocument } from '~/domain/documents/documents-of.server'
import type { InvoiceFacts } from '~/domain/invoices/invoice-facts.server'
import { showDay } from '~/domain/values/show'
import { FileFrame } from '~/ui/file-frame/file-frame'
import { Tabs } from '~/ui/tabs/tabs'
import { shownFileName } from '~/ui/upload/shown-file-name'

interface ConsultationProps {
  invoice: InvoiceFacts
  /** The supplier's; null when it was never stored. */
  pdf: ListedDocument | null
  /** What the client signed. */
  proofs: ListedDocument[]
  /** "invoice", "authorisation", or the id of a proof. */
  tab: string
}

/** The papers of an invoice, to be read beside each other. */
export function Consultation({ invoice, pdf, proofs, tab }: ConsultationProps) {
  const base = `/invoices/${invoice.id}/consultation`
  const proof = proofs.find(({ id }) => String(id) === tab)
  const shown = tab === 'invoice' ? pdf : proof
  return (
    <>
      <Tabs
        label={`Documents of invoice ${invoice.id}`}
        current={tab}
        tabs={[
          { id: 'invoice', href: `${base}/invoice`, label: 'Invoice' },
          { id: 'authorisation', href: `${base}/authorisation`, label: 'Authorisation Matrix' },
          ...proofs.map(({ id, fileName }) => ({
            id: String(id),
            href: `${base}/${id}`,
            label: shownFileName(fileName),
          })),
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
