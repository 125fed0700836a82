import type { Read } from 'db/doors'
import type { Actor } from '~/domain/access/actor'
import { listOfRows } from '~/domain/lists/list-of-rows'
import type { ListPage, ListQuery } from '~/domain/lists/list-query'
import { navChecks, openChecksOf } from './checks/nav-checks.server'
import type { ControlRow } from './controls/controls-of.server'
import { CONTROL_ROW_COLUMNS, RULE_ROW_COLUMNS } from './controls/nav-row-columns'
import { type RuleResultRow, ruleResultsOf } from './controls/rule-results.server'
import { listNavElements, type NavElementRow } from './nav-elements.server'
import { type NavView, navView, nextRouting, reasons } from './nav-view.server'

export interface ValidationRequest {
  fundNavId: number
  /** The selected control; null for the current one. */
  controlId: number | null
  controls: ListQuery
  rules: ListQuery
  elements: ListQuery
  /** The site's, in which instants filter by day. */
  timeZone: string
}

export interface NavValidation extends Omit<NavView, 'controls'> {
  controls: ListPage<ControlRow>
  /** `failing`: what is not OK, whatever the list is filtered by. */
  selected: { control: ControlRow; results: ListPage<RuleResultRow>; failing: RuleResultRow[] } | null
  elements: ListPage<NavElementRow>
  routing: Awaited<ReturnType<typeof nextRouting>>
  reasons: { code: string; display: string }[]
  /** Checks of the queue the NAV is in that are not ticked yet. */
  openChecks: { isae_rank: number; isae_checkname: string }[]
}

/** All that the tab "NAV Validation" of a NAV shows. */
export async function navValidation(
  read: Read,
  actor: Actor,
  request: ValidationRequest,
): Promise<NavValidation> {
  const { fundNavId } = request
  const { controls, ...view } = await navView(read, actor, fundNavId)
  const wanted = request.controlId ?? view.nav.currentControlId
  const control = controls.find(({ id }) => id === wanted) ?? controls[0] ?? null
  const [routing, elements, results, reasonList, checks] = await Promise.all([
    nextRouting(read, actor, fundNavId),
    listNavElements(read, fundNavId, request.elements),
    control ? ruleResultsOf(read, control.id) : [],
    reasons(read),
    navChecks(read, fundNavId, view.instance.round),
  ])
  return {
    ...view,
    controls: listOfRows(controls, CONTROL_ROW_COLUMNS, request.controls, request.timeZone),
    selected: control && {
      control,
      results: listOfRows(results, RULE_ROW_COLUMNS, request.rules, request.timeZone),
      failing: results.filter(({ result }) => !result.startsWith('OK')),
    },
    elements,
    routing,
    reasons: reasonList,
    openChecks: openChecksOf(checks, view.instance.queue).map(({ isae_rank, isae_checkname }) => ({
      isae_rank,
      isae_checkname,
    })),
  }
}
