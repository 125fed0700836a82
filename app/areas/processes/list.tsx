import { showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Figure } from '~/ui/figure/figure'
import type { GridColumn } from '~/ui/grid/columns'
import { PROCESS_STATUSES, type ProcessRow } from './process'

const STATUSES = PROCESS_STATUSES.map((value) => ({ value, label: value }))

/** Columns of Processes (specification, Process row): its name and status first, then its definition. */
export function processColumns(): GridColumn<ProcessRow>[] {
  return [
    {
      ...{ id: 'entity_process_date_id', label: 'Id', kind: 'number', width: 70 },
      hiddenByDefault: true,
      render: (row) => String(row.entity_process_date_id),
    },
    text('process', 'Process'),
    text('entity', 'Entity'),
    day('process_due_date', 'Due Date'),
    {
      ...{ id: 'remaining_days', label: 'Days', kind: 'number', width: 65, decimals: 0 },
      title: 'Remaining business days until the due date; negative when it is late',
      render: ({ remaining_days: days }) => days !== null && <RemainingDays days={days} />,
    },
    {
      ...{ id: 'completed_tasks', label: 'Tasks', kind: 'text', width: 65, align: 'end', values: false },
      title: 'Completed and total tasks',
      render: (row) => row.completed_tasks,
    },
    status('team_status', 'Team Status', 'The worst status of the open tasks of your queues'),
    text('user_name', 'User', 'Who is responsible for it'),
    day('event_date', 'Event Date'),
    text('entity_event', 'Event'),
    text('recipient', 'Recipient'),
    text('entity_group_components', 'Components', 'Codes of the funds of the entity'),
    text('category_name', 'Category'),
    text('manco', 'Manco', 'Management company of the entity'),
    { ...status('process_status', 'Status', 'The worst status of all its tasks'), pinned: true },
  ]
}

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

type Text = 'user_name' | 'manco' | 'category_name' | 'entity' | 'entity_event' | 'process' | 'recipient'

function text(id: Text | 'entity_group_components', label: string, title?: string): GridColumn<ProcessRow> {
  return {
    ...{ id, label, kind: 'text', slim: true, title },
    cellTitle: (row) => row[id],
    render: (row) => row[id],
  }
}

function day(id: 'event_date' | 'process_due_date', label: string): GridColumn<ProcessRow> {
  return { id, label, kind: 'day', width: 90, show: showDay, render: (row) => showDay(row[id]) }
}

function status(id: 'team_status' | 'process_status', label: string, title: string): GridColumn<ProcessRow> {
  return {
    ...{ id, label, kind: 'badge', title, width: 120, filter: 'select', options: STATUSES },
    render: (row) => {
      const [word, style] = [row[id], row[`${id}_style`]]
      return word !== '' && style !== '' && <Badge kind={style} status={word} />
    },
  }
}
