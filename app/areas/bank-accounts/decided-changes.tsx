import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { DecidedChange } from './decided-changes.server'

export const DECIDED_GRID = { prefix: 'history', size: 10 }

/** Columns of the changes of bank accounts that were decided. */
export function decidedColumns(timeZone: string): GridColumn<DecidedChange>[] {
  const at = (id: 'requestedAt' | 'decidedAt', label: string): GridColumn<DecidedChange> => ({
    ...{ id, label, kind: 'instant', width: 140, show: showDay },
    render: (change) => showInstant(change[id], timeZone),
  })
  const said = (id: 'comment' | 'decisionComment', label: string): GridColumn<DecidedChange> => ({
    ...{ id, label, kind: 'text', wrap: true, values: false },
    render: (change) => change[id],
  })
  return [
    at('decidedAt', 'Decided'),
    { id: 'account', label: 'Account', kind: 'text', width: 270, render: ({ account }) => account },
    {
      id: 'change',
      label: 'Change',
      kind: 'text',
      wrap: true,
      values: false,
      render: ({ change }) => change,
    },
    { id: 'decision', label: 'Decision', kind: 'text', width: 110, render: ({ decision }) => decision },
    said('decisionComment', 'Why'),
    { id: 'decider', label: 'Decided by', kind: 'text', width: 140, render: ({ decider }) => decider },
    {
      id: 'requester',
      label: 'Requested by',
      kind: 'text',
      width: 140,
      render: ({ requester }) => requester,
    },
    at('requestedAt', 'Requested'),
    said('comment', 'Reason given'),
  ]
}

/** How they filter and sort. */
export const DECIDED_ROW_COLUMNS: RowColumns<DecidedChange> = {
  decidedAt: { kind: 'instant', value: ({ decidedAt }) => decidedAt.toISOString() },
  account: { kind: 'text', value: ({ account }) => account },
  change: { kind: 'text', value: ({ change }) => change },
  decision: { kind: 'text', value: ({ decision }) => decision },
  decider: { kind: 'text', value: ({ decider }) => decider },
  comment: { kind: 'text', value: ({ comment }) => comment },
  decisionComment: { kind: 'text', value: ({ decisionComment }) => decisionComment },
  requester: { kind: 'text', value: ({ requester }) => requester },
  requestedAt: { kind: 'instant', value: ({ requestedAt }) => requestedAt.toISOString() },
}
