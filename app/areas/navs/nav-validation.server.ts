import type { Read } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import type { ControlRow } from './controls/controls-of.server'
import { type RuleResultRow, ruleResultsOf } from './controls/rule-results.server'
import { selectedControl } from './controls/selected-control'
import { navChecks, openChecksOf } from './nav-checks.server'
import { type NavView, navView, nextRouting, reasons } from './nav-view.server'

export interface ValidationRequest {
  fundNavId: number
  /** The selected control; null for the current one. */
  controlId: number | null
}

export interface NavValidation extends NavView {
  selected: { control: ControlRow; results: RuleResultRow[] } | null
  routing: Awaited<ReturnType<typeof nextRouting>>
  reasons: { code: string; display: string }[]
  /** Checks of the queue the NAV is in that are not ticked yet. */
  openChecks: { isae_rank: number; isae_checkname: string }[]
}

/** All that the tab "NAV Validation" of a NAV shows, but for the NAV elements. */
export async function navValidation(
  read: Read,
  actor: Actor,
  request: ValidationRequest,
): Promise<NavValidation> {
  const { fundNavId } = request
  const view = await navView(read, actor, fundNavId)
  const { controls } = view
  const control = selectedControl(controls, request.controlId, view.nav.currentControlId)
  const [routing, results, reasonList, checks] = await Promise.all([
    nextRouting(read, actor, fundNavId),
    control ? ruleResultsOf(read, control.id) : [],
    reasons(read),
    navChecks(read, fundNavId, view.instance.round),
  ])
  return {
    ...view,
    selected: control && { control, results },
    routing,
    reasons: reasonList,
    openChecks: openChecksOf(checks, view.instance.queue).map(({ isae_rank, isae_checkname }) => ({
      isae_rank,
      isae_checkname,
    })),
  }
}
