import { CONTROL_GRID, controlColumns, RULE_GRID, ruleColumns } from '~/components/navs/control-columns'
import { ELEMENT_COLUMNS, ELEMENT_GRID } from '~/components/navs/element-columns'
import { rowList } from '~/domain/lists/row-list'
import type { ControlRow } from '~/domain/navs/controls/controls-of.server'
import { CONTROL_ROW_COLUMNS, RULE_ROW_COLUMNS } from '~/domain/navs/controls/nav-row-columns'
import type { RuleResultRow } from '~/domain/navs/controls/rule-results.server'
import { navElements } from '~/domain/navs/nav-elements.server'
import { gridPage } from '~/http/grid-page'
import type { Guarded } from '~/http/guard'

interface OfNav {
  fundNavId: number
  controls: ControlRow[]
  /** Of the selected control. */
  results: RuleResultRow[]
}

/** The three grids of the tab "NAV Validation" as the address asks for them. */
export async function validationGrids(guarded: Guarded, request: Request, nav: OfNav) {
  const { timeZone } = guarded.services.settings
  const controlList = rowList(nav.controls, CONTROL_ROW_COLUMNS, { timeZone })
  const ruleList = rowList(nav.results, RULE_ROW_COLUMNS, { timeZone })
  const [controls, rules, elements] = await Promise.all([
    gridPage(guarded, request, controlColumns(timeZone), CONTROL_GRID, controlList),
    gridPage(guarded, request, ruleColumns(timeZone), RULE_GRID, ruleList),
    gridPage(guarded, request, ELEMENT_COLUMNS, ELEMENT_GRID, navElements(guarded.read, nav.fundNavId)),
  ])
  return { controls, rules, elements }
}

export type ValidationGrids = Awaited<ReturnType<typeof validationGrids>>
