import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { Late } from '~/platform/page/lateness'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showDay } from '~/platform/values/show'
import type { EventClass } from '~/platform/workflow/types'
import { Badge } from '~/ui/badge/badge'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { ProcessRow } from './fields.server'

/** The columns of Processes (specification, Process row). */
export const processColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<ProcessRow>(declared, {
    remaining_days: {
      cell: ({ row }) =>
        row.original.remaining_days !== null && <RemainingDays days={row.original.remaining_days} />,
    },
    team_status: { cell: ({ row }) => statusBadge(row.original.team_status, row.original.team_status_style) },
    process_status: {
      cell: ({ row: { original } }) =>
        statusBadge(original.process_status, original.process_status_style, whose(original)),
    },
  })

/**
 * Settings by which the address of Processes is parsed: the longest overdue comes first; completed ones last, the
 * newest of them first.
 */
export const PROCESS_GRID = {
  layout: 'processdashboard',
  defaultSort: [
    { column: 'remaining_days', descending: false },
    { column: 'process_due_date', descending: true },
  ],
}

/** The name of a row: "CSSF reporting of Arvensis SICAV, 31/10/2026". */
export function processName({
  process,
  entity,
  event_date,
}: Pick<ProcessRow, 'process' | 'entity' | 'event_date'>) {
  return `${process} of ${entity}, ${showDay(event_date)}`
}

/** Red where it is newly late, as in all lists. */
function RemainingDays({ days }: { days: number }) {
  return days < 0 ? <Late days={-days} text={String(days)} /> : String(days)
}

function statusBadge(status: string, style: EventClass | '', queue?: string) {
  return status !== '' && style !== '' && <Badge kind={style} status={status} queue={queue} />
}

/** Says whose the status of a process is where it differs from that of the reader's team, so that both make sense. */
const whose = ({ team_status, process_status }: ProcessRow) =>
  team_status === '' || team_status === process_status ? undefined : 'other teams'

/** The tabs below an expanded process, in their order. */
export const DETAIL_TABS = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'events', label: 'Process Events' },
] as const

export type ExpandedProcessTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)
