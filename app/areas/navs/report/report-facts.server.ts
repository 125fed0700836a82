import type { Read } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowEvent } from 'db/schema/workflow'
import { asc, eq } from 'drizzle-orm'
import { documentsWithHashes } from '~/areas/documents/documents-of.server'
import { actName } from '~/platform/workflow/event-text'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { navChecks } from '../checks.server'
import { bridgeOfControl } from '../control/bridge.server'
import { controlById } from '../control/controls-of.server'
import { evidencedResultsOf } from '../control/rule-results.server'
import { navBreaks } from '../matching/breaks.server'
import { latestMatching } from '../matching/matching.server'
import { countsOf, type NavFacts, summaryOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import type { ControlWorkers } from '../worker/jobs'
import type { ReportControl, ReportFacts } from './report-facts'

/** @throws DomainError 'not-found' */
async function reportFacts(read: Read, fundNavId: number): Promise<ReportFacts> {
  const nav = await navFacts(read, fundNavId)
  const instance = await instanceById(read, fundNavId)
  const [control, events, checks, matching, breaks, documents, classes] = await Promise.all([
    nav.currentControlId === null ? null : controlFacts(read, nav.currentControlId),
    eventsOf(read, fundNavId),
    navChecks(read, fundNavId, instance.round),
    latestMatching(read, fundNavId),
    navBreaks(read, nav),
    documentsWithHashes(read, 'nav', fundNavId),
    read
      .select({ code: shareClass.code, name: shareClass.name, reference: shareClass.reference })
      .from(shareClass)
      .where(eq(shareClass.fundId, nav.fundId)),
  ])
  return { nav, instance, control, events, checks, matching, breaks, documents, classes }
}

async function controlFacts(read: Read, controlId: number): Promise<ReportControl> {
  const control = await controlById(read, controlId)
  const previousId = control.previousControlId
  const [results, bridge, lines, previousLines, previousDate] = await Promise.all([
    evidencedResultsOf(read, controlId),
    bridgeOfControl(read, controlId),
    linesOf(read, controlId),
    previousId === null ? [] : linesOf(read, previousId),
    previousId === null ? null : navDateOf(read, previousId),
  ])
  return {
    ...control,
    summary: summaryOf(countsOf(results)),
    results,
    bridge,
    lines,
    previousLines,
    previousDate,
  }
}

function linesOf(read: Read, controlId: number) {
  return read
    .select({ type: navLine.type, code: navLine.code, currency: navLine.currency, value: navLine.value })
    .from(navLine)
    .where(eq(navLine.controlId, controlId))
    .orderBy(asc(navLine.row))
}

async function navDateOf(read: Read, controlId: number): Promise<string | null> {
  const [row] = await read
    .select({ navDate: fundNav.navDate })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(eq(navControl.id, controlId))
  return row?.navDate ?? null
}

/** Oldest first, with the queue that each was taken in. */
async function eventsOf(read: Read, fundNavId: number) {
  const rows = await read
    .select({
      type: workflowEvent.type,
      name: workflowEvent.name,
      round: workflowEvent.round,
      at: workflowEvent.at,
      whoName: workflowEvent.whoName,
      fromQueue: workflowEvent.fromQueue,
      queue: workflowEvent.queue,
      status: workflowEvent.status,
      log: workflowEvent.log,
    })
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, fundNavId))
    .orderBy(asc(workflowEvent.seq))
  return rows.map((row) => ({ ...row, act: actName({ ...row, type: row.type as HistoryEvent['type'] }) }))
}

/** What the request provides. */
export interface ReportSite {
  read: Read
  /** The report shows its times in the zone of the site. */
  services: { workers: ControlWorkers; settings: { timeZone: string } }
}

/**
 * The report of a NAV as a PDF, whether all its rules passed or not, and its file name. It contains no times but those
 * of the state that it shows: the same state gives the same bytes.
 * @throws DomainError 'not-found'
 */
export async function navReport({ read, services }: ReportSite, fundNavId: number) {
  const { workers, settings } = services
  const facts = await reportFacts(read, fundNavId)
  return {
    fileName: navReportName(facts.nav),
    bytes: await workers.run('navReport', [facts, settings.timeZone], 'The report'),
    /** Of the state that it shows. */
    at: facts.events.at(-1)?.at ?? new Date(0),
  }
}

/** "nav_LUX001_2026-10-30_1012.pdf" */
export function navReportName({
  id,
  fundCode,
  navDate,
}: Pick<NavFacts, 'id' | 'fundCode' | 'navDate'>): string {
  return `nav_${fundCode.replace(/[^\w.-]/g, '_')}_${navDate}_${id}.pdf`
}
