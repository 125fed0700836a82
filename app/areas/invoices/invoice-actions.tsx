import { OpenLink } from '~/ui/open-close/open-link'
import type { InvoiceView } from './invoice-view.server'
import { useInvoiceBase } from './use-invoice-base'

/** Consultation, report, loader and Recreate Draft of one invoice. */
export function InvoiceActions({ view: { invoice, loader, mayRecreate } }: { view: InvoiceView }) {
  const popups = `${useInvoiceBase().path}/${invoice.id}`
  const files = `/invoices/${invoice.id}`
  return (
    <div className="toolbar screen-only">
      <OpenLink className="button" to={`${popups}/consultation/invoice`}>
        Consultation
      </OpenLink>
      <a className="button" href={`${files}/report.pdf`} download>
        Report
      </a>
      {loader && (
        <a className="button" href={`${files}/loader.xlsx`} download>
          Loader
        </a>
      )}
      {mayRecreate && (
        <OpenLink className="button button--primary" to={`${popups}/recreate`}>
          Recreate Draft
        </OpenLink>
      )}
    </div>
  )
}
