import type { OwnSession } from '~/areas/access/own-sessions.server'
import { agentWords } from '~/areas/access/user-agent-label'
import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'

/** Columns of one's own sessions. */
export function sessionColumns(timeZone: string): GridColumn<OwnSession>[] {
  return [
    {
      id: 'agent',
      label: 'Browser',
      kind: 'text',
      cellTitle: ({ agent }) => agent || undefined,
      exported: ({ agent }) => agentWords(agent),
      render: ({ agent }) => agentWords(agent),
    },
    { id: 'address', label: 'Address', kind: 'text', render: ({ address }) => address },
    instant('createdAt', 'Logged in', timeZone),
    instant('lastSeenAt', 'Last used', timeZone),
  ]
}

export const SESSION_ROW_COLUMNS: RowColumns<OwnSession> = {
  agent: { kind: 'text', value: ({ agent }) => agentWords(agent) },
  address: { kind: 'text', value: ({ address }) => address },
  createdAt: { kind: 'instant', value: ({ createdAt }) => createdAt.toISOString() },
  lastSeenAt: { kind: 'instant', value: ({ lastSeenAt }) => lastSeenAt.toISOString() },
}

function instant(id: 'createdAt' | 'lastSeenAt', label: string, timeZone: string): GridColumn<OwnSession> {
  return { id, label, kind: 'instant', show: showDay, render: (row) => showInstant(row[id], timeZone) }
}
