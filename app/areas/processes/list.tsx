import { fieldColumns } from '~/platform/page/shown-columns'
import { showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Figure } from '~/ui/description/description'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { ProcessRow } from './fields.server'
import { PROCESS_STATUSES } from './process'

const STATUSES = PROCESS_STATUSES.map((value) => ({ value, label: value }))

const { day, slim } = fieldColumns<ProcessRow>()

/** Columns of Processes (specification, Process row): its name and status first, then its definition. */
export const PROCESS_COLUMNS = columnsOf<ProcessRow>()([
  {
    id: 'entity_process_date_id',
    header: 'Id',
    size: 70,
    meta: { kind: 'number', hiddenByDefault: true },
    cell: ({ row }) => String(row.original.entity_process_date_id),
  },
  slim('process', 'Process', { meta: { phone: 'object' } }),
  slim('entity', 'Entity', { meta: { phone: 'name' } }),
  day('process_due_date', 'Due Date', { size: 124, meta: { phone: 'due' } }),
  {
    id: 'remaining_days',
    header: 'Days',
    size: 72,
    meta: {
      kind: 'number',
      decimals: 0,
      title: 'Remaining business days until the due date; negative when it is late',
    },
    cell: ({ row }) =>
      row.original.remaining_days !== null && <RemainingDays days={row.original.remaining_days} />,
  },
  {
    id: 'completed_tasks',
    header: 'Tasks',
    size: 65,
    meta: { kind: 'text', align: 'end', values: false, title: 'Completed and total tasks' },
    cell: ({ row }) => row.original.completed_tasks,
  },
  status('team_status', 'Team Status', 'The worst status of the open tasks of your queues'),
  slim('user_name', 'User', { meta: { title: 'Who is responsible for it' } }),
  day('event_date', 'Event Date', { size: 124 }),
  slim('entity_event', 'Event'),
  slim('recipient', 'Recipient'),
  slim('entity_group_components', 'Components', { meta: { title: 'Codes of the funds of the entity' } }),
  slim('category_name', 'Category'),
  slim('manco', 'Manco', { meta: { title: 'Management company of the entity' } }),
  changed(status('process_status', 'Status', 'The worst status of all its tasks'), {
    size: 180,
    meta: { pinned: 'end', phone: 'status' },
  }),
])

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

function RemainingDays({ days }: { days: number }) {
  return days < 0 ? <Figure coloured>{String(days)}</Figure> : <Figure>{String(days)}</Figure>
}

function status<Id extends 'team_status' | 'process_status'>(
  id: Id,
  header: string,
  title: string,
): GridColumn<ProcessRow, Id> {
  return {
    id,
    header,
    size: 132,
    meta: { kind: 'badge', title, filter: 'select', options: STATUSES },
    cell: ({ row }) => {
      const [word, style] = [row.original[id], row.original[`${id}_style`]]
      if (word === '' || style === '') return
      return (
        <Badge kind={style} status={word} queue={id === 'process_status' ? whose(row.original) : undefined} />
      )
    },
  }
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
