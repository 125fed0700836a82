import { showAmount, showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { InvoiceRow } from './invoice'

const amount = (id: 'gross_amount' | 'taxes' | 'net_amount', label: string): GridColumn<InvoiceRow> => ({
  id,
  label,
  kind: 'number',
  width: 110,
  decimals: 2,
  show: showAmount,
  render: (row) => showAmount(row[id]),
})

const slim = (
  id: 'provider' | 'settling_entity' | 'expense_type' | 'invoice_ref',
  label: string,
): GridColumn<InvoiceRow> => ({
  ...{ id, label, kind: 'text', slim: true },
  cellTitle: (row) => row[id],
  render: (row) => row[id],
})

/**
 * Columns of the Invoice Log, in the specification's words and order.
 * @param held names of the entities to which nothing is paid now
 */
export function invoiceColumns(timeZone: string, held: readonly string[] = []): GridColumn<InvoiceRow>[] {
  return [
    {
      ...slim('provider', 'Provider'),
      render: (row) =>
        row.event_queue === 'PAYMENT' && held.includes(row.provider) ? (
          <>
            <Badge kind="warning" status="payment held" /> {row.provider}
          </>
        ) : (
          row.provider
        ),
    },
    slim('settling_entity', 'Settling Entity'),
    slim('expense_type', 'Expense Type'),
    { id: 'routine_type_name', label: 'Routine', kind: 'text', render: (row) => row.routine_type_name ?? '' },
    {
      id: 'invoice_date',
      label: 'Inv.Date',
      kind: 'day',
      width: 95,
      show: showDay,
      render: (row) => showDay(row.invoice_date),
    },
    { ...slim('invoice_ref', 'Reference'), values: false },
    { id: 'currency', label: 'Ccy', kind: 'text', width: 60, render: (row) => row.currency },
    amount('gross_amount', 'Gross'),
    {
      id: 'due_date',
      label: 'Due.Date',
      kind: 'day',
      width: 95,
      show: showDay,
      render: (row) => showDay(row.due_date),
    },
    amount('taxes', 'Taxes'),
    amount('net_amount', 'Net'),
    {
      id: 'event_date',
      label: 'Update Date',
      kind: 'instant',
      width: 130,
      show: showDay,
      render: (row) => showInstant(row.event_date, timeZone),
    },
    {
      id: 'event_log',
      label: 'Last Comment',
      kind: 'text',
      values: false,
      render: (row) => row.event_log,
    },
    {
      id: 'event_status',
      label: 'Status',
      kind: 'badge',
      // The last column of the specification, and the first that people look for.
      pinned: true,
      width: 228,
      filter: 'select',
      exported: (row) => `${row.event_status} (${row.event_queue})`,
      render: (row) => <Badge kind={row.event_class} status={row.event_status} queue={row.event_queue} />,
    },
  ]
}

/** Settings by which the address of the Invoice Log is parsed; newest invoices first. */
export const INVOICE_GRID = {
  layout: 'invoicelog',
  defaultSort: [{ column: 'invoice_date', descending: true }],
}
