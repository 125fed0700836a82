import type { UserNotice } from '~/areas/access/user-notices.server'
import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'

/** Columns of what one was told about how people get in. */
export function noticeColumns(timeZone: string): GridColumn<UserNotice>[] {
  return [
    instant('at', 'When', timeZone),
    { id: 'text', label: 'What', kind: 'text', wrap: true, groupable: false, render: ({ text }) => text },
    instant('closedAt', 'Closed', timeZone),
  ]
}

export const NOTICE_ROW_COLUMNS: RowColumns<UserNotice> = {
  at: { kind: 'instant', value: ({ at }) => at.toISOString() },
  text: { kind: 'text', value: ({ text }) => text },
  closedAt: { kind: 'instant', value: ({ closedAt }) => closedAt?.toISOString() ?? null },
}

function instant(id: 'at' | 'closedAt', label: string, timeZone: string): GridColumn<UserNotice> {
  return { id, label, kind: 'instant', show: showDay, render: (row) => showInstant(row[id], timeZone) }
}
