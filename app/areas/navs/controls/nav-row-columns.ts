import type { RowColumns } from '~/platform/lists/row-match'
import type { NavCheckRow } from '../nav-checks.server'
import type { ControlRow } from './controls-of.server'
import type { RuleResultRow } from './rule-results.server'

/** How the short lists of one NAV filter and sort. */

export const CONTROL_ROW_COLUMNS: RowColumns<ControlRow> = {
  submissionDate: { kind: 'instant', value: (row) => row.submissionDate.toISOString() },
  definition: { kind: 'text', value: (row) => row.definition },
  fullName: { kind: 'text', value: (row) => row.fullName },
  reasonDisplay: { kind: 'text', value: (row) => row.reasonDisplay },
  submissionComment: { kind: 'text', value: (row) => row.submissionComment },
}

export const RULE_ROW_COLUMNS: RowColumns<RuleResultRow> = {
  sortingOrder: { kind: 'number', value: (row) => String(row.sortingOrder) },
  name: { kind: 'text', value: (row) => row.name },
  result: { kind: 'text', value: (row) => row.result },
  comment: { kind: 'text', value: (row) => row.comment },
  when: { kind: 'instant', value: (row) => row.when?.toISOString() ?? null },
  was: { kind: 'text', value: (row) => row.was },
  whoName: { kind: 'text', value: (row) => row.whoName },
}

export const CHECK_ROW_COLUMNS: RowColumns<NavCheckRow> = {
  isae_rank: { kind: 'number', value: (row) => String(row.isae_rank) },
  isae_checkname: { kind: 'text', value: (row) => row.isae_checkname },
  queue: { kind: 'text', value: (row) => row.queue },
  username: { kind: 'text', value: (row) => row.username },
  full_name: { kind: 'text', value: (row) => row.full_name },
  status: { kind: 'text', value: (row) => row.status },
  event_date: { kind: 'instant', value: (row) => row.event_date?.toISOString() ?? null },
  event_log: { kind: 'text', value: (row) => row.event_log },
}
