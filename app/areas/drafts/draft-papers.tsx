import { useLocation } from '@remix-run/react'
import { Preview } from '~/areas/documents/preview'
import { showDay } from '~/platform/values/show'
import { FileFrame } from '~/ui/file-frame/file-frame'
import { readable } from '~/ui/grid/href'
import { Tabs } from '~/ui/tabs/tabs'
import { shownFileName } from '~/ui/upload/shown-file-name'
import { Ssi, type SupplierBank } from './ssi'

export interface Papers {
  draftId: number
  /** The tab that the address asks for. */
  tab: string
  file: { documentId: number; fileName: string } | null
  /** Who signs for whom is that of the client; null while the draft names none. */
  matrix: { clientId: number; clientName: string; day: string } | null
  /** What came inside an e-invoice in XML. */
  attachments: { id: number; fileName: string }[]
  proofs: { id: number; fileName: string }[]
  /** Undefined for a supplier fund: it is paid within the house. Null while its tab is closed. */
  bank?: SupplierBank | null
  hasEInvoice: boolean
}

/** Beside the form of a draft: the invoice, the authorisation matrix, what the client signed, where to pay. */
export function DraftPapers(papers: Papers) {
  const { draftId, attachments, proofs } = papers
  const named = ({ id, fileName }: { id: number; fileName: string }) => ({
    ...{ id: String(id), label: shownFileName(fileName) },
  })
  const { pathname, search } = useLocation()
  const href = (id: string) => {
    const params = new URLSearchParams(search)
    params.set('doc', id)
    return `${pathname}?${readable(params)}`
  }
  const tabs = [
    { id: 'invoice', label: 'Invoice PDF' },
    ...attachments.map(named),
    { id: 'matrix', label: 'Authorisation Matrix PDF' },
    ...proofs.map(named),
    ...(papers.bank === undefined ? [] : [{ id: 'ssi', label: 'SSI' }]),
  ]
  const current = tabs.find(({ id }) => id === papers.tab)?.id ?? 'invoice'
  return (
    <section className="draft__papers" aria-label={`Documents of draft ${draftId}`}>
      <Tabs
        label={`Documents of draft ${draftId}`}
        current={current}
        tabs={tabs.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      <Paper {...papers} tab={current} />
    </section>
  )
}

function Paper({ tab, file, matrix, attachments, proofs, bank, hasEInvoice }: Papers) {
  if (tab === 'ssi' && bank) return <Ssi {...bank} hasEInvoice={hasEInvoice} />
  if (tab === 'matrix')
    return matrix ? (
      <FileFrame
        title={`Authorisation matrix of ${matrix.clientName}`}
        src={`/authorisation-matrix/${matrix.clientId}/${matrix.day}.pdf`}
      >
        <span>
          {matrix.clientName}, in force on {showDay(matrix.day)}
        </span>
      </FileFrame>
    ) : (
      <p className="muted">Choose the invoiced legal entity or the settling entity: the matrix is theirs.</p>
    )
  const other = [...attachments, ...proofs].find(({ id }) => String(id) === tab)
  if (other) return <Preview documentId={other.id} title={other.fileName} />
  if (file) return <Preview documentId={file.documentId} title={file.fileName} />
  return <p className="muted">This draft has no invoice PDF.</p>
}
