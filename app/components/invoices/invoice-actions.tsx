import type { InvoiceView } from '~/domain/invoices/invoice-view.server'
import { OpenLink } from '~/ui/open-close/open-link'

/** Consultation, report, loader and Recreate Draft of one invoice, and where it comes from and went to. */
export function InvoiceActions({ view, mayOpenDrafts }: { view: InvoiceView; mayOpenDrafts: boolean }) {
  const { invoice, loader, mayRecreate, recreatedAs } = view
  const base = `/invoices/${invoice.id}`
  const drafts = [
    { id: invoice.draftTransactionId, words: 'Made of draft' },
    { id: recreatedAs, words: 'Made again as draft' },
  ].filter(({ id }) => id !== null)
  return (
    <>
      <div className="toolbar screen-only">
        <OpenLink className="button" to={`${base}/consultation/invoice`}>
          Consultation
        </OpenLink>
        <a className="button" href={`${base}/report.pdf`} download>
          Report
        </a>
        {loader && (
          <a className="button" href={`${base}/loader.xlsx`} download>
            Loader
          </a>
        )}
        {mayRecreate && (
          <OpenLink className="button button--primary" to={`${base}/recreate`}>
            Recreate Draft
          </OpenLink>
        )}
      </div>
      {drafts.map(({ id, words }) => (
        <p key={words}>
          {words} {mayOpenDrafts ? <a href={`/drafts/${id}`}>{id}</a> : id}
        </p>
      ))}
    </>
  )
}
