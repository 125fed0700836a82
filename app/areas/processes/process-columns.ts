import type { ListKind } from '~/platform/lists/list-query'
import type { ProcessRow } from './process'

/** What the list of processes may be sorted, filtered and grouped by, with what each column holds. */
export const PROCESS_COLUMNS = {
  entity_process_date_id: 'number',
  user_id: 'number',
  user_name: 'text',
  manco: 'text',
  category_name: 'text',
  entity: 'text',
  entity_group_components: 'text',
  entity_event: 'text',
  event_date: 'day',
  process: 'text',
  recipient: 'text',
  process_due_date: 'day',
  remaining_days: 'number',
  completed_tasks: 'text',
  team_status: 'text',
  process_status: 'text',
} as const satisfies Partial<Record<keyof ProcessRow, ListKind>>

export type ProcessColumn = keyof typeof PROCESS_COLUMNS

/** What comes first unless asked otherwise: what is due next. */
export const PROCESS_ORDER: { column: ProcessColumn; descending: boolean }[] = [
  { column: 'process_due_date', descending: false },
  { column: 'entity', descending: false },
]
