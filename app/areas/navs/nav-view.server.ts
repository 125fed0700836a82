import type { Read } from 'db/database'
import { reason } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { type NextSteps, nextSteps } from '~/platform/workflow/next-steps.server'
import type { Instance } from '~/platform/workflow/types'
import { type ControlRow, controlsOf } from './controls/controls-of.server'
import { type LatestMatching, latestMatching } from './latest-matching.server'
import { navFacts } from './nav-facts.server'
import { navMarks } from './nav-marks.server'
import { mayChangeFigures, type NavFacts, readOnlyReason } from './nav-state'

/** One NAV as its panel and the call show it (specification: Fund NAV, detail). */
export interface NavView {
  nav: NavFacts
  instance: Instance
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  /** Newest first. */
  controls: ControlRow[]
  matching: LatestMatching | null
  /** Why the actor may not upload or override; null when they may. */
  readOnly: string | null
}

export async function navView(read: Read, actor: Actor, fundNavId: number): Promise<NavView> {
  const nav = await navFacts(read, fundNavId)
  const [instance, history, controls, matching] = await Promise.all([
    instanceById(read, fundNavId),
    historyOf(read, fundNavId),
    controlsOf(read, fundNavId),
    latestMatching(read, fundNavId),
  ])
  return {
    nav,
    instance,
    history,
    controls,
    matching,
    readOnly: readOnlyReason(instance, stepTaker(actor), mayChangeFigures(actor)),
  }
}

/** The steps that the actor may take now, and those that only the four-eyes rule withholds, with the reason. */
export async function nextRouting(read: Read, actor: Actor, fundNavId: number): Promise<NextSteps> {
  const instance = await instanceById(read, fundNavId)
  return nextSteps(read, stepTaker(actor), instance, await navMarks(read, instance))
}

/** The reasons of controls, in their order. */
export function reasons(read: Read): Promise<{ code: string; display: string }[]> {
  return read
    .select({ code: reason.code, display: reason.display })
    .from(reason)
    .orderBy(asc(reason.sortingOrder))
}
