import type { GridColumn } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import type { CallRow } from './api-doc'

/** The initial state of the list of calls: all on one page, in the order of the site map. */
export const CALL_GRID: GridQueryOptions = { size: 200 }

const LABELS = {
  address: 'Address',
  method: 'Method',
  tells: 'What it does',
  needs: 'Who may',
  about: 'About',
} as const

type Shown = keyof typeof LABELS

/** Addresses differ at their ends; sentences share the remaining width. */
const WIDTHS: Partial<Record<Shown, number>> = { address: 370, method: 85, about: 120 }

export const callColumns: GridColumn<CallRow>[] = (Object.keys(LABELS) as Shown[]).map((id) => ({
  id,
  header: LABELS[id],
  size: WIDTHS[id],
  meta: { kind: 'text', ...((id === 'tells' || id === 'needs') && { values: false }) },
  cell: ({ row }) => row.original[id],
}))
