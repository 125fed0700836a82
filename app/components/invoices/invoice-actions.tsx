import type { InvoiceView } from '~/domain/invoices/invoice-view.server'
import { OpenLink } from '~/ui/open-close/open-link'

/** Consultation, report, loader and Recreate Draft of one invoice. */
export function InvoiceActions({ view: { invoice, loader, mayRecreate } }: { view: InvoiceView }) {
  const base = `/invoices/${invoice.id}`
  return (
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
  )
}
