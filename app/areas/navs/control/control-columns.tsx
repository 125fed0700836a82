import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { okOfTotal, type ResultCounts, summaryOf } from '../nav'
import { readableFigures, resultKind, showResult } from '../nav-labels'
import type { ControlRow } from './controls-of.server'
import type { RuleResultRow } from './rule-results.server'

/** Columns of the controls of one NAV (specification: controls results grid). They are too few to group. */
export const CONTROL_COLUMNS: GridColumn<ControlRow>[] = [
  {
    id: 'submissionDate',
    header: 'Last Control Date',
    size: 185,
    enableGrouping: false,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.submissionDate} />,
  },
  {
    id: 'definition',
    header: 'Type',
    enableGrouping: false,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.definition,
  },
  {
    id: 'fullName',
    header: 'User',
    enableGrouping: false,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.fullName ?? '',
  },
  {
    id: 'okCount',
    header: 'Control Status',
    enableColumnFilter: false,
    enableSorting: false,
    size: 330,
    accessorFn: (row) => `${okOfTotal(row)} ${summaryOf(row)}`,
    meta: { kind: 'badge' },
    cell: ({ row }) => (
      <>
        <Badge kind={countsKind(row.original)} status={okOfTotal(row.original)} />{' '}
        <span className="muted">{summaryOf(row.original)}</span>
      </>
    ),
  },
  {
    id: 'reasonDisplay',
    header: 'Reason',
    enableGrouping: false,
    meta: { kind: 'text', hiddenByDefault: true },
    cell: ({ row }) => row.original.reasonDisplay,
  },
  {
    id: 'submissionComment',
    header: 'Comment',
    meta: { kind: 'text', values: false, hiddenByDefault: true },
    cell: ({ row }) => row.original.submissionComment,
  },
]

/** Successful when all rules are OK, otherwise failed (specification, section 4). */
export const countsKind = ({ nokCount }: ResultCounts) => (nokCount === 0 ? 'success' : 'failed')

const RESULTS = [
  { value: 'NOK', label: 'not OK' },
  { value: 'OK', label: 'OK' },
  { value: 'OK - justified', label: 'OK - justified' },
  { value: 'OK - not applicable', label: 'OK - not applicable' },
]

/** Columns of the rule results of one control (specification: rule results grid). */
export const RULE_COLUMNS: GridColumn<RuleResultRow>[] = [
  {
    id: 'sortingOrder',
    header: 'Nb.',
    size: 48,
    enableColumnFilter: false,
    meta: { kind: 'number' },
    cell: ({ row }) => row.original.sortingOrder,
  },
  {
    id: 'name',
    header: 'Rule',
    size: 190,
    enableGrouping: false,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.name,
  },
  {
    id: 'result',
    header: 'Status',
    size: 175,
    meta: { kind: 'badge', filter: 'select', options: RESULTS, exported: (row) => showResult(row.result) },
    cell: ({ row }) => (
      <Badge kind={resultKind(row.original.result)} status={showResult(row.original.result)} />
    ),
  },
  {
    id: 'comment',
    header: 'Comment',
    meta: { kind: 'text', wrap: true, values: false },
    cell: ({ row }) => readableFigures(row.original.comment),
  },
  {
    id: 'when',
    header: 'When',
    meta: { kind: 'instant', hiddenByDefault: true, show: showDay },
    cell: ({ row }) => <Instant at={row.original.when} seconds />,
  },
  {
    id: 'was',
    header: 'previous',
    meta: {
      kind: 'text',
      hiddenByDefault: true,
      show: showResult,
      exported: (row) => row.was && showResult(row.was),
    },
    cell: ({ row }) => (row.original.was === null ? '' : showResult(row.original.was)),
  },
  {
    id: 'whoName',
    header: 'Who',
    meta: { kind: 'text', hiddenByDefault: true },
    cell: ({ row }) => row.original.whoName ?? '',
  },
]

export const CONTROL_GRID = { prefix: 'controls' }
/** All of them on one page. */
export const RULE_GRID = { prefix: 'rules', size: 50 }
