import { showDay, showInstant, showLongInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { ControlRow } from './controls-of.server'
import type { RuleResultRow } from './rule-results.server'

/** Columns of the controls of one NAV (specification: controls results grid). They are too few to group. */
export function controlColumns(timeZone: string): GridColumn<ControlRow>[] {
  return [
    {
      id: 'submissionDate',
      label: 'Last Control Date',
      kind: 'instant',
      groupable: false,
      show: showDay,
      render: (row) => showInstant(row.submissionDate, timeZone),
    },
    { id: 'definition', label: 'Type', kind: 'text', groupable: false, render: (row) => row.definition },
    { id: 'fullName', label: 'User', kind: 'text', groupable: false, render: (row) => row.fullName ?? '' },
    {
      id: 'okCount',
      label: 'Control Status',
      kind: 'badge',
      filter: false,
      sortable: false,
      exported: okOfTotal,
      render: (row) => <Badge kind={row.nokCount === 0 ? 'success' : 'failed'} status={okOfTotal(row)} />,
    },
    {
      id: 'reasonDisplay',
      label: 'Reason',
      kind: 'text',
      groupable: false,
      hiddenByDefault: true,
      render: (row) => row.reasonDisplay,
    },
    {
      id: 'submissionComment',
      label: 'Comment',
      kind: 'text',
      values: false,
      hiddenByDefault: true,
      render: (row) => row.submissionComment,
    },
  ]
}

const okOfTotal = ({ okCount, nokCount }: ControlRow) => `${okCount} / ${okCount + nokCount} OK`

export function resultKind(result: string) {
  if (result === 'OK') return 'success'
  if (result === 'OK - justified') return 'warning'
  return result.startsWith('OK') ? 'invalidated' : 'failed'
}

/** "not OK" is how NOK is shown (specification, section 5). */
export const showResult = (result: string) => (result === 'NOK' ? 'not OK' : result)

const RESULTS = [
  { value: 'NOK', label: 'not OK' },
  { value: 'OK', label: 'OK' },
  { value: 'OK - justified', label: 'OK - justified' },
  { value: 'OK - not applicable', label: 'OK - not applicable' },
]

/** Columns of the rule results of one control (specification: rule results grid). */
export function ruleColumns(timeZone: string): GridColumn<RuleResultRow>[] {
  return [
    {
      id: 'sortingOrder',
      label: 'Nb.',
      kind: 'number',
      width: 48,
      filter: false,
      render: (row) => row.sortingOrder,
    },
    {
      id: 'name',
      label: 'Rule',
      kind: 'text',
      width: 190,
      groupable: false,
      render: (row) => row.name,
    },
    {
      id: 'result',
      label: 'Status',
      kind: 'badge',
      width: 160,
      filter: 'select',
      options: RESULTS,
      exported: (row) => showResult(row.result),
      render: (row) => <Badge kind={resultKind(row.result)} status={showResult(row.result)} />,
    },
    {
      id: 'comment',
      label: 'Comment',
      kind: 'text',
      wrap: true,
      values: false,
      render: (row) => row.comment,
    },
    {
      id: 'when',
      label: 'When',
      kind: 'instant',
      hiddenByDefault: true,
      show: showDay,
      render: (row) => showLongInstant(row.when, timeZone),
    },
    {
      id: 'was',
      label: 'previous',
      kind: 'text',
      hiddenByDefault: true,
      show: showResult,
      exported: (row) => row.was && showResult(row.was),
      render: (row) => (row.was === null ? '' : showResult(row.was)),
    },
    { id: 'whoName', label: 'Who', kind: 'text', hiddenByDefault: true, render: (row) => row.whoName ?? '' },
  ]
}

export const CONTROL_GRID = { prefix: 'controls' }
/** All of them on one page. */
export const RULE_GRID = { prefix: 'rules', size: 50 }
