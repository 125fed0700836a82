import type { GridField } from '~/ui/grid/columns'

/** A field of each kind; what is said of the last comment can neither be sorted nor filtered. */
export const FIELDS: GridField[] = [
  { id: 'reference', header: 'Reference', meta: { kind: 'text' } },
  { id: 'gross', header: 'Gross', meta: { kind: 'number' } },
  { id: 'invoice_date', header: 'Inv.Date', meta: { kind: 'day' } },
  { id: 'paid', header: 'Paid', meta: { kind: 'boolean' } },
  { id: 'status', header: 'Status', meta: { kind: 'badge', filter: 'select' } },
  {
    id: 'log',
    header: 'Last Comment',
    enableSorting: false,
    enableColumnFilter: false,
    meta: { kind: 'text' },
  },
]
