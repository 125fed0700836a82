import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { PackLink } from '~/platform/page/pack-link'
import { useFileThen } from '~/platform/page/past-link'
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import type { InvoiceRow } from './fields.server'
import type { InvoiceView } from './invoice-view.server'
import { useInvoiceBase } from './use-invoice-base'

/**
 * The invoice as a grid of one row (specification: invoice detail page), which begins with its popup "Consultation",
 * the report, and the loader file where there is one.
 */
export function InvoiceRowGrid({
  row,
  declared,
  hasLoader,
}: {
  row: InvoiceRow
  declared: readonly DeclaredColumn[]
  hasLoader: boolean
}) {
  const files: GridColumn<InvoiceRow> = {
    id: 'files',
    header: 'Actions',
    meta: { kind: 'link' },
    cell: () => <RowActions invoiceId={row.id} hasLoader={hasLoader} />,
  }
  return (
    <div className="screen-only">
      <Grid
        title="Invoice"
        columns={[files, ...columnsOfFields<InvoiceRow>(declared)]}
        rows={[row]}
        total={1}
        rowKey={({ id }) => String(id)}
      />
    </div>
  )
}

function RowActions({ invoiceId, hasLoader }: { invoiceId: number; hasLoader: boolean }) {
  const { path } = useInvoiceBase()
  const files = `/invoices/${invoiceId}`
  const fileThen = useFileThen()
  return (
    <span className="actions">
      <OpenLink to={`${path}/${invoiceId}/consultation/invoice`}>Consultation</OpenLink>
      <a href={fileThen(`${files}/report.pdf`)} download>
        Report
      </a>
      {hasLoader && (
        <a href={fileThen(`${files}/loader.xlsx`)} download>
          Loader
        </a>
      )}
    </span>
  )
}

/** Evidence pack and Recreate Draft of one invoice, and whether its supplier collects it. */
export function InvoiceActions({
  view: { invoice, mayRecreate, mayChangeCollection },
}: {
  view: InvoiceView
}) {
  const popups = `${useInvoiceBase().path}/${invoice.id}`
  return (
    <div className="toolbar screen-only">
      <PackLink kind="invoice" id={invoice.id} />
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
