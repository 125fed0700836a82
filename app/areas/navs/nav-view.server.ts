import type { Read } from 'db/database'
import { reason, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav } from 'db/schema/navs'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import type { List } from '~/platform/lists/list'
import { fieldsOfRows, fromSql, inner, type ListTables, left } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { type NextSteps, nextSteps, nextStepsOf } from '~/platform/objects/take-step.server'
import { onceShared, type SharedRead } from '~/platform/values/context.server'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { type WorkflowProgress, workflowProgress } from '~/platform/workflow/workflow-progress'
import { navChecks, openChecksOf } from './checks.server'
import { type ControlRow, controlsOf, selectedControl } from './control/controls-of.server'
import { type RuleResultRow, ruleResultsOf } from './control/rule-results.server'
import { ELEMENT_DECLARED, ELEMENT_ROW, type NavElementRow } from './fields.server'
import { elementColumns } from './list'
import { type LatestMatching, latestMatching } from './matching/matching.server'
import { type ControlSet, mayChangeFigures, type NavFacts, readOnlyReason } from './nav'
import { navFacts, navMarks, usualSet } from './nav-facts.server'
import { type NavHeadline, navHeadline } from './nav-headline.server'

/** A NAV, and its place in the workflow. */
interface PlacedNav {
  nav: NavFacts
  instance: Instance
}

async function placedNav(read: Read, fundNavId: number): Promise<PlacedNav> {
  // Without the NAV, its sentence says where to find one.
  const nav = await navFacts(read, fundNavId)
  return { nav, instance: await instanceById(read, fundNavId) }
}

/** The same for a page: its panel and its tab load in parallel, and read it once. */
export const shownNav = onceShared(({ read }: SharedRead, fundNavId: number) => placedNav(read, fundNavId))

/** One NAV as its panel and the call return it (specification: Fund NAV, detail). */
export interface NavView extends PlacedNav {
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  /** Newest first. */
  controls: ControlRow[]
  matching: LatestMatching | null
  /** Why the actor may not upload or override; null when they may. */
  readOnly: string | null
}

export async function navView(context: UserContext, fundNavId: number): Promise<NavView> {
  return viewOf(context, await placedNav(context.read, fundNavId))
}

async function viewOf({ read, actor }: UserContext, { nav, instance }: PlacedNav): Promise<NavView> {
  const [history, controls, matching] = await Promise.all([
    historyOf(read, nav.id),
    controlsOf(read, nav.id),
    latestMatching(read, nav.id),
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
export async function nextRouting({ read, actor }: UserContext, fundNavId: number): Promise<NextSteps> {
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

export interface ValidationRequest {
  fundNavId: number
  /** The selected control; null for the current one. */
  controlId: number | null
}

export interface NavValidation extends NavView {
  /** The current control; null before there is one. */
  current: ControlRow | null
  /** Figures of the current control; null before there is one. */
  headline: NavHeadline | null
  progress: WorkflowProgress
  selected: { control: ControlRow; results: RuleResultRow[] } | null
  routing: NextSteps
  reasons: { code: string; display: string }[]
  /** The files that a new control of it usually has. */
  usualSet: ControlSet
  /** Checks of the queue the NAV is in that are not ticked yet. */
  openChecks: { isae_rank: number; isae_checkname: string }[]
}

/** All that the tab "NAV Validation" of a NAV shows, except the NAV elements. */
export async function navValidation(
  context: UserContext,
  request: ValidationRequest,
): Promise<NavValidation> {
  const { read, actor } = context
  const { fundNavId } = request
  const view = await viewOf(context, await shownNav(context, fundNavId))
  const { controls, nav, instance } = view
  const control = selectedControl(controls, request.controlId, nav.currentControlId)
  const current = controls.find(({ id }) => id === nav.currentControlId) ?? null
  const [steps, marks, results, reasonList, checks, set, headline] = await Promise.all([
    stepsOfInstance(read, instance),
    navMarks(read, instance),
    control ? ruleResultsOf(read, control.id) : [],
    reasons(read),
    navChecks(read, fundNavId, instance.round),
    usualSet(read, nav),
    navHeadline(read, nav, current),
  ])
  return {
    ...view,
    current,
    headline,
    progress: workflowProgress(instance, steps, view.history),
    selected: control && { control, results },
    routing: nextStepsOf(steps, stepTaker(actor), instance, marks),
    reasons: reasonList,
    usualSet: set,
    openChecks: openChecksOf(checks, instance.queue).map(({ isae_rank, isae_checkname }) => ({
      isae_rank,
      isae_checkname,
    })),
  }
}

const TABLES: ListTables = {
  table: fundNav,
  joins: [
    inner(navLine, eq(navLine.controlId, fundNav.currentControlId)),
    left(shareClass, eq(shareClass.code, navLine.code)),
  ],
}

/** The NAV elements of a NAV's current control. */
export function navElements(read: Read, fundNavId: number): List<NavElementRow> {
  const ofNav = eq(fundNav.id, fundNavId)
  return sqlList(
    { read, timeZone: 'UTC' },
    {
      columns: sqlColumns(elementColumns(ELEMENT_DECLARED), ELEMENT_ROW),
      from: fromSql(TABLES),
      where: ofNav,
      key: navLine.row,
      keyOf: ({ row }) => row,
      rows: (numbers) =>
        fieldsOfRows(read, TABLES, ELEMENT_ROW, sql`${ofNav} and ${inArray(navLine.row, [...numbers])}`),
    },
  )
}
