import type { PendingChange } from '~/domain/access/pending-changes.server'
import type { RowColumns } from '~/domain/lists/row-match'
import { showDay, showInstant } from '~/domain/values/show'
import type { GridColumn } from '~/ui/grid/columns'

/** Columns of the changes that wait. */
export function pendingColumns(timeZone: string): GridColumn<PendingChange>[] {
  return [
    {
      id: 'description',
      label: 'What',
      kind: 'text',
      groupable: false,
      render: (change) => change.description,
    },
    {
      id: 'change',
      label: 'Change',
      kind: 'text',
      wrap: true,
      values: false,
      exported: changeWords,
      render: changeWords,
    },
    { id: 'requester', label: 'Requested by', kind: 'text', render: (change) => change.requester },
    {
      id: 'requestedAt',
      label: 'Requested',
      kind: 'instant',
      show: showDay,
      render: (change) => showInstant(change.requestedAt, timeZone),
    },
  ]
}

/** How they filter and sort. */
export const PENDING_ROW_COLUMNS: RowColumns<PendingChange> = {
  description: { kind: 'text', value: (change) => change.description },
  change: { kind: 'text', value: changeWords },
  requester: { kind: 'text', value: (change) => change.requester },
  requestedAt: { kind: 'instant', value: (change) => change.requestedAt.toISOString() },
}

export const PENDING_GRID = {}

function changeWords({ before, after }: PendingChange): string {
  return Object.entries(after)
    .filter(([field, value]) => before === null || text(before[field]) !== text(value))
    .map(([field, value]) =>
      before === null ? `${field}: ${text(value)}` : `${field}: ${text(before[field])} → ${text(value)}`,
    )
    .join('; ')
}

function text(value: unknown): string {
  return value === null || value === undefined || value === '' ? '(blank)' : String(value)
}
