import type { Guarded } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { statusesOf } from '~/platform/workflow/instance.server'
import { fieldsOf } from '~/ui/grid/columns'
import { CHECK_COLUMNS, CHECK_GRID } from '../check-list'
import type { NavCheckRow } from '../checks.server'
import { CONTROL_COLUMNS, CONTROL_GRID, RULE_COLUMNS, RULE_GRID } from '../control/control-columns'
import type { ControlRow } from '../control/controls-of.server'
import type { RuleResultRow } from '../control/rule-results.server'
import { ELEMENT_DECLARED, NAV_DECLARED, type NavElementRow, type NavRow } from '../fields.server'
import { ELEMENT_GRID, elementColumns, NAV_GRID, navColumns } from '../list'
import { navList } from '../list.server'
import { BREAK_COLUMNS, BREAK_GRID } from '../matching/break-list'
import type { BreakRow } from '../matching/breaks'
import { ONLY_NOT_OK } from '../nav'
import { navElements } from '../nav-view.server'

/** The tables of one NAV, for its grids and their files. */

type InZone = Pick<Guarded, 'timeZone'>

export const controlTable = ({ timeZone }: InZone, rows: ControlRow[]): GridSource<ControlRow> => ({
  columns: CONTROL_COLUMNS,
  options: CONTROL_GRID,
  list: rowList(rows, CONTROL_COLUMNS, { timeZone, keyOf: ({ id }) => String(id) }),
})

export const ruleTable = ({ timeZone }: InZone, rows: RuleResultRow[]): GridSource<RuleResultRow> => ({
  columns: RULE_COLUMNS,
  options: RULE_GRID,
  list: rowList(rows, RULE_COLUMNS, { timeZone, keyOf: ({ id }) => String(id) }),
})

export const elementTable = (read: Guarded['read'], fundNavId: number): GridSource<NavElementRow> => ({
  columns: elementColumns(ELEMENT_DECLARED),
  declared: ELEMENT_DECLARED,
  options: ELEMENT_GRID,
  list: navElements(read, fundNavId),
})

/** Columns of the checks, and those that only their call has. */
export const CHECK_FIELDS = [...CHECK_COLUMNS, ...fieldsOf({ username: 'text' })]

export const checkTable = ({ timeZone }: InZone, rows: NavCheckRow[]): GridSource<NavCheckRow> => ({
  columns: CHECK_COLUMNS,
  options: CHECK_GRID,
  list: rowList(rows, CHECK_FIELDS, { timeZone, keyOf: (row) => String(row.isae_rank) }),
})

/** Columns of the breaks, and those that only their call has. */
export const BREAK_FIELDS = [...BREAK_COLUMNS, ...fieldsOf({ owner: 'text' })]

export const breakTable = ({ timeZone }: InZone, rows: BreakRow[]): GridSource<BreakRow> => ({
  columns: BREAK_COLUMNS,
  options: BREAK_GRID,
  list: rowList(rows, BREAK_FIELDS, { timeZone, keyOf: ({ id }) => String(id) }),
})

/** The round whose checks an address selects; the latest unless it names another existing one. */
export function requestedRound(request: Request, latest: number): number {
  const requested = Number(new URL(request.url).searchParams.get('round'))
  return Number.isInteger(requested) && requested >= 1 && requested <= latest ? requested : latest
}

/** Whether an address selects only the rules that are not OK. */
export function requestsOnlyNotOk(request: Request): boolean {
  return new URL(request.url).searchParams.get(ONLY_NOT_OK.name) === ONLY_NOT_OK.value
}

/** The control whose rules an address selects; null when it names none. */
export function requestedControl(request: Request): number | null {
  return Number(new URL(request.url).searchParams.get('control')) || null
}

interface OfNav {
  fundNavId: number
  controls: ControlRow[]
  /** Of the selected control. */
  results: RuleResultRow[]
  history: HistoryEvent[]
  round: number
}

/** A short list needs no filter row. */
const FEW = 5

/** The grids of the tab "NAV Validation" as the address selects them. */
export async function validationGrids(guarded: Guarded, request: Request, nav: OfNav) {
  const page = <Row>(table: GridSource<Row>) => sourcePage(guarded, request, table)
  const results = requestsOnlyNotOk(request)
    ? nav.results.filter(({ result }) => result === 'NOK')
    : nav.results
  const [controls, rules, elements, events] = await Promise.all([
    page(controlTable(guarded, nav.controls)),
    page(ruleTable(guarded, results)),
    page(elementTable(guarded.read, nav.fundNavId)),
    page(eventTable(guarded, nav.history, nav.round)),
  ])
  return {
    controls,
    rules,
    elements,
    events,
    filtered: { controls: nav.controls.length > FEW, events: nav.history.length > FEW },
  }
}

/** All NAVs, for the list and its files. */
export function navTable(guarded: Guarded): GridSource<NavRow> {
  return {
    columns: navColumns(NAV_DECLARED),
    declared: NAV_DECLARED,
    options: NAV_GRID,
    list: navList(guarded),
    choices: async () => ({ currentstatus: await statusesOf(guarded, ['nav']) }),
  }
}
