import { parseGridQuery } from '~/ui/grid/query'
import { CONTROL_GRID, controlColumns, RULE_GRID, ruleColumns } from './control-columns'
import { ELEMENT_COLUMNS, ELEMENT_GRID } from './element-columns'

/** What an address asks of the three grids of the validation tab. */
export function validationQueries(params: URLSearchParams, timeZone: string) {
  return {
    controls: parseGridQuery(params, controlColumns(timeZone), CONTROL_GRID),
    rules: parseGridQuery(params, ruleColumns(timeZone), RULE_GRID),
    elements: parseGridQuery(params, ELEMENT_COLUMNS, ELEMENT_GRID),
  }
}

export type ValidationQueries = ReturnType<typeof validationQueries>
