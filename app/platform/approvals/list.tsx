import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { WaitingChange } from './pending-changes.server'

/** Columns of the changes that wait. */
export function pendingColumns(timeZone: string): GridColumn<WaitingChange>[] {
  return [
    {
      id: 'description',
      label: 'What',
      kind: 'text',
      groupable: false,
      wrap: true,
      render: ({ description }) => description,
    },
    {
      id: 'change',
      label: 'Change',
      kind: 'text',
      wrap: true,
      width: 260,
      // Its words are made of what is stored, which is in no order.
      sortable: false,
      values: false,
      render: ({ change }) => change,
    },
    {
      id: 'comment',
      label: 'Reason',
      kind: 'text',
      wrap: true,
      values: false,
      render: ({ comment }) => comment,
    },
    { id: 'requester', label: 'Requested by', kind: 'text', render: ({ requester }) => requester },
    {
      id: 'requestedAt',
      label: 'Requested',
      kind: 'instant',
      show: showDay,
      render: ({ requestedAt }) => showInstant(requestedAt, timeZone),
    },
  ]
}
