import { showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { NavCheckRow } from './nav-checks.server'

const KINDS: Record<string, 'new' | 'success' | 'failed'> = {
  OPEN: 'new',
  DONE: 'success',
  'NOT OK': 'failed',
}

/** Columns of the NAV checks audit (specification: NAV checks audit grid). */
export function checkColumns(timeZone: string): GridColumn<NavCheckRow>[] {
  return [
    {
      id: 'isae_rank',
      label: 'Check Id',
      kind: 'number',
      width: 64,
      filter: false,
      render: (row) => row.isae_rank,
    },
    {
      id: 'isae_checkname',
      label: 'Check Name',
      width: 200,
      kind: 'text',
      wrap: true,
      groupable: false,
      render: (row) => row.isae_checkname,
    },
    { id: 'queue', label: 'Role', kind: 'text', width: 95, render: (row) => row.queue },
    {
      id: 'full_name',
      label: 'User',
      kind: 'text',
      width: 100,
      wrap: true,
      render: (row) => row.full_name ?? '',
    },
    {
      id: 'status',
      label: 'Status',
      kind: 'badge',
      width: 90,
      filter: 'select',
      options: Object.keys(KINDS).map((value) => ({ value, label: value })),
      render: (row) => <Badge kind={KINDS[row.status] ?? 'invalidated'} status={row.status} />,
    },
    {
      id: 'event_date',
      label: 'Event Date',
      kind: 'instant',
      width: 130,
      show: showDay,
      render: (row) => showInstant(row.event_date, timeZone),
    },
    {
      id: 'event_log',
      label: 'Comment',
      kind: 'text',
      width: 140,
      wrap: true,
      values: false,
      render: (row) => row.event_log,
    },
  ]
}

export const CHECK_GRID = { prefix: 'checks' }
