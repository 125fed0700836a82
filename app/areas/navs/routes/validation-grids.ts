import type { Guarded } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { ControlRow } from '../controls/controls-of.server'
import type { RuleResultRow } from '../controls/rule-results.server'
import { controlTable, elementTable, ruleTable } from './nav-tables'

interface OfNav {
  fundNavId: number
  controls: ControlRow[]
  /** Of the selected control. */
  results: RuleResultRow[]
  history: HistoryEvent[]
  round: number
}

/** Few rows are seen at a glance and need no filter row. */
const FEW = 5

/** The grids of the tab "NAV Validation" as the address asks for them. */
export async function validationGrids(guarded: Guarded, request: Request, nav: OfNav) {
  const { timeZone } = guarded.services.settings
  const page = <Row>(table: GridSource<Row>) => sourcePage(guarded, request, table)
  const [controls, rules, elements, events] = await Promise.all([
    page(controlTable(nav.controls, timeZone)),
    page(ruleTable(nav.results, timeZone)),
    page(elementTable(guarded.read, nav.fundNavId)),
    page(eventTable(nav.history, timeZone, nav.round)),
  ])
  return {
    ...{ controls, rules, elements, events },
    filtered: { controls: nav.controls.length > FEW, events: nav.history.length > FEW },
  }
}
