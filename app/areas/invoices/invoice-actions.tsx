import { PackLink } from '~/platform/page/pack-link'
import { useFileThen } from '~/platform/page/past-link'
import { OpenLink } from '~/ui/open-close/close-link'
import type { InvoiceView } from './invoice-view.server'
import { useInvoiceBase } from './use-invoice-base'

/** Consultation, report, evidence pack, loader and Recreate Draft of one invoice. */
export function InvoiceActions({
  view: { invoice, loader, mayRecreate, mayChangeCollection },
}: {
  view: InvoiceView
}) {
  const popups = `${useInvoiceBase().path}/${invoice.id}`
  const files = `/invoices/${invoice.id}`
  const fileThen = useFileThen()
  return (
    <div className="toolbar screen-only">
      <OpenLink className="button" to={`${popups}/consultation/invoice`}>
        Consultation
      </OpenLink>
      <a className="button" href={fileThen(`${files}/report.pdf`)} download>
        Report
      </a>
      <PackLink kind="invoice" id={invoice.id} />
      {loader && (
        <a className="button" href={fileThen(`${files}/loader.xlsx`)} download>
          Loader
        </a>
      )}
      {mayChangeCollection && (
        <OpenLink className="button" to={`${popups}/collection`}>
          {invoice.collectedBySupplier ? 'Not collected by the supplier…' : 'Collected by the supplier…'}
        </OpenLink>
      )}
      {mayRecreate && (
        <OpenLink className="button button--primary" to={`${popups}/recreate`}>
          Recreate Draft
        </OpenLink>
      )}
    </div>
  )
}
