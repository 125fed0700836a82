import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { DecidedChange } from './decided-changes.server'

export const DECIDED_GRID = { prefix: 'history', size: 10 }

/** Columns of the changes of bank accounts that were decided. */
export function decidedColumns(timeZone: string): GridColumn<DecidedChange>[] {
  const at = (id: 'requestedAt' | 'decidedAt', label: string): GridColumn<DecidedChange> => ({
    id,
    header: label,
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => showInstant(row.original[id], timeZone),
  })
  const said = (id: 'comment' | 'decisionComment', label: string): GridColumn<DecidedChange> => ({
    id,
    header: label,
    meta: { kind: 'text', wrap: true, values: false },
    cell: ({ row }) => row.original[id],
  })
  return [
    at('decidedAt', 'Decided'),
    {
      id: 'account',
      header: 'Account',
      size: 270,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.account,
    },
    {
      id: 'change',
      header: 'Change',
      meta: { kind: 'text', wrap: true, values: false },
      cell: ({ row }) => row.original.change,
    },
    {
      id: 'decision',
      header: 'Decision',
      size: 110,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.decision,
    },
    said('decisionComment', 'Why'),
    {
      id: 'decider',
      header: 'Decided by',
      size: 140,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.decider,
    },
    {
      id: 'requester',
      header: 'Requested by',
      size: 140,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.requester,
    },
    at('requestedAt', 'Requested'),
    said('comment', 'Reason given'),
  ]
}
