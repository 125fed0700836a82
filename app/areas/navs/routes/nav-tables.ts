import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list'
import { CHECK_GRID, checkColumns } from '../check-columns'
import { CONTROL_GRID, controlColumns, RULE_GRID, ruleColumns } from '../control-columns'
import type { ControlRow } from '../controls/controls-of.server'
import { CHECK_ROW_COLUMNS, CONTROL_ROW_COLUMNS, RULE_ROW_COLUMNS } from '../controls/nav-row-columns'
import type { RuleResultRow } from '../controls/rule-results.server'
import { ELEMENT_COLUMNS, ELEMENT_GRID } from '../element-columns'
import type { NavCheckRow } from '../nav-checks.server'
import { type NavElementRow, navElements } from '../nav-elements.server'

/** The tables of one NAV: what its grids show and their files hold. */

export const controlTable = (rows: ControlRow[], timeZone: string): GridSource<ControlRow> => ({
  columns: controlColumns(timeZone),
  options: CONTROL_GRID,
  list: rowList(rows, CONTROL_ROW_COLUMNS, { timeZone, keyOf: ({ id }) => String(id) }),
})

export const ruleTable = (rows: RuleResultRow[], timeZone: string): GridSource<RuleResultRow> => ({
  columns: ruleColumns(timeZone),
  options: RULE_GRID,
  list: rowList(rows, RULE_ROW_COLUMNS, { timeZone, keyOf: ({ id }) => String(id) }),
})

export const elementTable = (read: Guarded['read'], fundNavId: number): GridSource<NavElementRow> => ({
  columns: ELEMENT_COLUMNS,
  options: ELEMENT_GRID,
  list: navElements(read, fundNavId),
})

export const checkTable = (rows: NavCheckRow[], timeZone: string): GridSource<NavCheckRow> => ({
  columns: checkColumns(timeZone),
  options: CHECK_GRID,
  list: rowList(rows, CHECK_ROW_COLUMNS, { timeZone, keyOf: (row) => String(row.isae_rank) }),
})

/** The round whose checks an address asks for; the latest unless it names another that there was. */
export function askedRound(request: Request, latest: number): number {
  const asked = Number(new URL(request.url).searchParams.get('round'))
  return Number.isInteger(asked) && asked >= 1 && asked <= latest ? asked : latest
}

/** The control whose rules an address asks for; null when it names none. */
export function askedControl(request: Request): number | null {
  return Number(new URL(request.url).searchParams.get('control')) || null
}
