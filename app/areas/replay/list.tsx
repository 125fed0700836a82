import { fieldColumns } from '~/platform/page/shown-columns'
import { showDay, showExact, showFixed, showNavDate } from '~/platform/values/show'
import { columnsOf, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import {
  type DetectedFund,
  type DetectionCell,
  describeAlone,
  describeCell,
  ERROR_LABELS,
  isBlindCell,
} from './detection/detection'
import { type BeforeAndAfter, FLIP_LABELS, type Flip, SETTLEMENT_LABELS } from './replay'
import { describeGain, describeSuggestion, type Tried } from './suggestions'

const flip = fieldColumns<Flip>()
const suggestionRow = fieldColumns<SuggestionRow>()

/** The columns of the results that would have come out differently. */
export const FLIP_COLUMNS: GridColumn<Flip>[] = [
  flip.text('fund', 'Fund', { size: 90 }),
  {
    id: 'navDate',
    header: 'NAV date',
    size: 100,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showNavDate(row.original.navDate),
  },
  flip.text('rule', 'Rule', { size: 70 }),
  {
    id: 'what',
    header: 'Change',
    size: 130,
    meta: { kind: 'text' },
    accessorFn: (row) => FLIP_LABELS[row.what],
    cell: ({ row }) => FLIP_LABELS[row.original.what],
  },
  {
    id: 'settled',
    header: 'Settled then',
    meta: { kind: 'text' },
    accessorFn: (row) => (row.settled === null ? '' : SETTLEMENT_LABELS[row.settled]),
    cell: ({ row }) => (row.original.settled === null ? '' : SETTLEMENT_LABELS[row.original.settled]),
  },
  {
    id: 'impact',
    header: 'Impact, bp',
    size: 100,
    meta: { kind: 'number', decimals: 4 },
    cell: ({ row }) => showFixed(row.original.impact, 2),
  },
  {
    id: 'minutes',
    header: 'Minutes',
    size: 90,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => row.original.minutes,
  },
]

export const FLIP_GRID = { layout: 'replayboard' }

/** One fund and error, for the list and its file. */
export interface FloorRow extends Omit<DetectionCell, 'rules' | 'closes' | 'seen' | 'sources'> {
  key: string
  fund: string
  navId: number
  label: string
  found: string
  /** The floor by the files alone; blank where no second source changes it. */
  alone: string
  rules: string
  threshold: string
  blind: string
  closes: string
}

export const floorRows = (funds: readonly DetectedFund[]): FloorRow[] =>
  funds
    .flatMap(({ fund, navId, threshold, cells }) =>
      cells.map((cell) => ({
        key: `${fund} ${cell.error}`,
        fund,
        navId,
        error: cell.error,
        bp: cell.bp,
        most: cell.most,
        threshold,
        label: ERROR_LABELS[cell.error][0],
        found: describeCell(cell),
        alone: describeAlone(cell),
        rules: cell.rules.join(', '),
        blind: isBlindCell(cell, threshold) ? 'Blind spot' : '',
        closes: cell.closes.join(' '),
      })),
    )
    .sort((a, b) => (a.blind === b.blind ? 0 : a.blind > b.blind ? -1 : 1))

const floorText = (id: keyof FloorRow, header: string, size?: number): GridColumn<FloorRow> => ({
  id,
  header,
  size,
  meta: { kind: 'text', wrap: true },
  cell: ({ row }) => row.original[id],
})

/** The floors as a list: blind spots first. */
export const FLOOR_COLUMNS: GridColumn<FloorRow>[] = [
  floorText('fund', 'Fund', 90),
  floorText('label', 'Error', 200),
  floorText('found', 'Found from', 150),
  {
    id: 'bp',
    header: 'Floor, bp',
    size: 90,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => row.original.bp,
  },
  floorText('alone', 'Without sources', 130),
  floorText('rules', 'Rules', 150),
  {
    id: 'threshold',
    header: 'Threshold, bp',
    size: 140,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => showExact(row.original.threshold),
  },
  floorText('blind', 'Blind spot', 120),
  floorText('closes', 'What would close it'),
]

export const FLOOR_GRID = { layout: 'detectionboard' }

/** A suggestion as its list shows it. */
export interface SuggestionRow extends Tried {
  what: string
  why: string
}

export const suggestionRows = (suggestions: readonly Tried[]): SuggestionRow[] =>
  suggestions.map((each) => ({ ...each, what: describeSuggestion(each), why: describeGain(each) }))

/** The columns of the tolerances worth reviewing. */
export const SUGGESTION_COLUMNS: GridColumn<SuggestionRow>[] = [
  suggestionRow.text('what', 'Suggestion', { size: 420, meta: { wrap: true } }),
  {
    id: 'before',
    header: 'Alerts before',
    size: 120,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => row.original.before,
  },
  {
    id: 'after',
    header: 'Alerts after',
    size: 120,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => row.original.after,
  },
  suggestionRow.text('why', 'Why', { meta: { wrap: true } }),
]

export const SUGGESTION_GRID = { layout: 'suggestionboard' }

const counts = (of: string) =>
  columnsOf<BeforeAndAfter>()([
    { id: 'name', header: of, meta: { kind: 'text' }, cell: ({ row }) => row.original.name },
    {
      id: 'before',
      header: 'Alerts before',
      meta: { kind: 'number' },
      cell: ({ row }) => row.original.before,
    },
    {
      id: 'after',
      header: 'Alerts after',
      meta: { kind: 'number' },
      cell: ({ row }) => row.original.after,
    },
  ])

/** Alerts before and after, of rules, funds or months; those without any are left out. */
export function Counts({ of, rows }: { of: string; rows: BeforeAndAfter[] }) {
  const shown = rows.filter(({ before, after }) => before > 0 || after > 0)
  return (
    <Grid
      title={`Alerts by ${of.toLowerCase()}`}
      panel
      columns={counts(of)}
      rows={shown}
      total={shown.length}
      rowKey={({ name }) => name}
      rowLabel={({ name }) => name}
      empty={`No alert before or after, in any ${of.toLowerCase()}.`}
    />
  )
}
