import { invoiceColumns } from '~/areas/invoices/list'
import { showAmount, showDay, showExact } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { AllocatedInvoice } from './allocated-invoice'
import type { Budget } from './budget'

/** How a budget counts its invoices. */
export type Counting = Pick<Budget, 'currency' | 'amount_type'>

const COUNTED = { gross: 'gross_amount', net: 'net_amount', taxes: 'taxes' } as const

/**
 * Columns of the Transactions sub-grid: those of the specification, and what the budget counts of each invoice. Which
 * invoice it is and its amounts come first, as little else is in sight beside the list; the hidden id before them.
 */
export function transactionColumns(timeZone: string, budget: Counting): GridColumn<AllocatedInvoice>[] {
  // Pinned, the status would lie over what is counted: the drawer is no wider.
  const known = [...invoiceColumns(timeZone), ...countedColumns(budget)].map((column) => ({
    ...column,
    pinned: false,
  }))
  const first = [
    ...['invoice_date', 'invoice_ref', 'currency', COUNTED[budget.amount_type]],
    ...['counted_amount', 'rate', 'rate_date', 'gross_amount', 'taxes', 'net_amount'],
  ]
  const ordered = [...new Set([...first, ...known.map(({ id }) => id)])]
  const id: GridColumn<AllocatedInvoice> = {
    ...{ id: 'id', label: 'id', kind: 'number', width: 70, hiddenByDefault: true },
    render: (row) => String(row.id),
  }
  return [id, ...ordered.flatMap((name) => known.find((column) => column.id === name) ?? [])]
}

function countedColumns({ currency, amount_type }: Counting): GridColumn<AllocatedInvoice>[] {
  return [
    {
      ...{ id: 'counted_amount', label: `Counted in ${currency}`, kind: 'number', width: 125, decimals: 2 },
      title: `What the budget counts: ${amount_type}, at the rate of the invoice date. Adds up to Consumed`,
      show: showAmount,
      render: (row) => (row.counted_amount === null ? 'no exchange rate' : showAmount(row.counted_amount)),
    },
    {
      ...{ id: 'rate', label: 'Rate', kind: 'number', width: 80, align: 'end' },
      title: `${currency} for one of the invoice’s currency`,
      show: showExact,
      render: (row) => showExact(row.rate),
    },
    {
      ...{ id: 'rate_date', label: 'Rate of', kind: 'day', width: 95 },
      title: 'Day of the rate: the latest on or before the invoice date; of two rates the older one',
      show: showDay,
      render: (row) => showDay(row.rate_date),
    },
  ]
}
