import { type Actor, isAllowed } from '~/areas/access/actor'
import type { Instance, StepTaker } from '~/platform/workflow/types'
import type { EvidenceFigure, RuleOutcome } from './rules/contract'

/** Where NAVs are opened: a page, and the function that its readers are authorised for. */
export interface NavBase {
  path: '/nav-controls' | '/production'
  functionId: 'navctrl' | 'production'
  /** The heading above a NAV that is opened there. */
  heading: string | null
}

const CONTROLS: NavBase = { path: '/nav-controls', functionId: 'navctrl', heading: null }
const PRODUCTION: NavBase = { path: '/production', functionId: 'production', heading: 'Current Production' }

/** Functions on whose pages a NAV can be read; changes of a NAV belong to the first alone. */
export const NAV_READERS = ['navctrl', 'production'] as const

/**
 * The page that an address of a NAV, its tabs, popups and downloads belongs to: NAV Controls, or NAV Production with
 * the same routes below it.
 * @param address a path or a whole address
 */
export function navBaseOf(address: string): NavBase {
  const { pathname } = new URL(address, 'http://here.invalid')
  return /^\/production([/.]|$)/i.test(pathname) ? PRODUCTION : CONTROLS
}

/** Title of the reasons why a user may not take a step of a NAV: specification, section 8. */
export const ROUTING_REFUSED = 'NAV Workflow Not Allowed'

/** The sets of files that a control runs on: specification, section 5. */
export const CONTROL_SETS = {
  FIA2: { uploadType: 'FIA', files: 2, definition: 'FIA 2 files', heading: 'New FIA 2 Files control' },
  FIA3: { uploadType: 'FIA', files: 3, definition: 'FIA 3 files', heading: 'New FIA 3 Files control' },
  MFFA: { uploadType: 'MFFA', files: 2, definition: 'MFFA 2 files', heading: 'New MultiFonds control' },
} as const
export type ControlSet = keyof typeof CONTROL_SETS

/** Set of files → its word in addresses. */
export const SET_IN_PATH: Record<ControlSet, string> = { FIA2: 'fia-2', FIA3: 'fia-3', MFFA: 'multifonds' }

export function setOfPath(word: string | undefined): ControlSet | null {
  const found = Object.entries(SET_IN_PATH).find(([, path]) => path === word)
  return found ? (found[0] as ControlSet) : null
}

/** The file format that read the files of a control, "EFA-DAILY version 3"; null for FUNDESK. */
export function formatOfControl({
  formatCode,
  formatVersion,
}: {
  formatCode: string | null
  formatVersion: number | null
}): string | null {
  return formatCode === null ? null : `${formatCode} version ${formatVersion}`
}

/** How many results of a control there are of each kind. `okCount` counts all that start with OK. */
export interface ResultCounts {
  okCount: number
  nokCount: number
  /** Of okCount: those that a person turned into OK, and those that did not apply. */
  justifiedCount: number
  notApplicableCount: number
}

/** Counts the results of a control. */
export function countsOf(results: readonly { result: string }[]): ResultCounts {
  const of = (wanted: string) => results.filter(({ result }) => result === wanted).length
  const nokCount = of('NOK')
  return {
    okCount: results.length - nokCount,
    nokCount,
    justifiedCount: of('OK - justified'),
    notApplicableCount: of('OK - not applicable'),
  }
}

type Answered = { result: string; severity: string; explained: boolean }

/** It holds up Submit: it blocks, or is a warning without an explanation. */
export const isToDo = ({ result, severity, explained }: Answered) =>
  result === 'NOK' && (severity === 'B' || !explained)

/** The results that hold up Submit: those that block, and warnings without an explanation. */
export function missingForSubmit<Result extends Answered>(
  results: readonly Result[],
): { blocking: Result[]; unexplained: Result[] } {
  const failing = results.filter(({ result }) => result === 'NOK')
  return {
    blocking: failing.filter(({ severity }) => severity === 'B'),
    unexplained: failing.filter(({ severity, explained }) => severity !== 'B' && !explained),
  }
}

/** "29 OK · 1 justified · 1 not OK · 10 not applicable"; a number that is 0 is left out. */
export function summaryOf({ okCount, nokCount, justifiedCount, notApplicableCount }: ResultCounts): string {
  const parts: [number, string][] = [
    [okCount - justifiedCount - notApplicableCount, 'OK'],
    [justifiedCount, 'justified'],
    [nokCount, 'not OK'],
    [notApplicableCount, 'not applicable'],
  ]
  return parts.flatMap(([count, what]) => (count === 0 ? [] : `${count} ${what}`)).join(' · ')
}

/** "(39 / 41)": how many rules of a control are OK, of all (specification: Control Status). */
export const okOfTotal = ({ okCount, nokCount }: ResultCounts): string =>
  `(${okCount} / ${okCount + nokCount})`

/** Selects the rules that are not OK in the address of a NAV; without it all rules are shown. */
export const ONLY_NOT_OK = { name: 'rules', value: 'not-ok' } as const

/** Units that mean nothing to a reader. */
const HIDDEN_UNITS = ['amount', 'factor', 'decimals']

/** "0.5 %, set for fund LUX001"; it follows the label of the tolerance. */
export function showTolerance({ value, unit, level }: RuleOutcome['tolerances'][number]): string {
  return `${value}${HIDDEN_UNITS.includes(unit) ? '' : ` ${unit}`}, set for ${level}`
}

/** "Price 98.38 in the previous ARV04_Inventory.xlsx, Inventory!H12"; of a value without a cell, what gave it */
export function showFigure({ label, value, upload, file, sheet, cell }: EvidenceFigure): string {
  const place = sheet === '' ? cell : `${sheet}!${cell}`
  return `${label} ${value} in ${upload === 'previous' ? 'the previous ' : ''}${file}, ${place}`
}

/** The facts of one NAV that decide what may be done with it. */
export interface NavFacts {
  id: number
  fundId: number
  fundCode: string
  fundName: string
  fundCurrency: string
  provider: string
  clientValidation: boolean
  navDate: string
  maxPrebalanceDate: string | null
  maxSendingDate: string | null
  /** Until when on these days, in the site's zone; null for their end. */
  maxPrebalanceTime: string | null
  maxSendingTime: string | null
  documentReceptionDate: string | null
  clientValidationDate: string | null
  currentControlId: number | null
  /** The round that the current control ran in; null without one. */
  currentControlRound: number | null
}

/** Uploading and overriding need the permission to add or to update on NAV Controls. */
export function mayChangeFigures(actor: Pick<Actor, 'authorisations'>): boolean {
  return isAllowed(actor, 'navctrl', 'add') || isAllowed(actor, 'navctrl', 'update')
}

const CLOSED = ['SENT', 'CANCELLED']

/** Why this person may not upload to or override on this NAV, in a sentence; null when they may. */
export function readOnlyReason(
  instance: Pick<Instance, 'status' | 'queue'>,
  taker: Pick<StepTaker, 'queues'>,
  mayChange: boolean,
): string | null {
  const closed = closedNavReason(instance)
  if (closed) return closed
  if (!mayChange) return 'Read-only. Uploading and overriding need the permission for NAV Controls.'
  if (!taker.queues.includes('ACCOUNTANT')) return 'Read-only. Accountants upload and override.'
  return null
}

/** Why no user may change the data of this NAV, in a sentence; null while it is under way. */
export function closedNavReason({ status }: Pick<Instance, 'status'>): string | null {
  if (!CLOSED.includes(status)) return null
  return `This NAV is ${status}: it is read-only.${status === 'SENT' ? ' A team leader can reopen it.' : ''}`
}

/**
 * Why a control and its results can only be read, in a sentence; null for the current control of the round under way.
 */
export function closedControlReason(
  control: { id: number; round: number },
  { currentControlId }: Pick<NavFacts, 'currentControlId'>,
  { round }: Pick<Instance, 'round'>,
): string | null {
  if (control.round !== round)
    return `Round ${control.round} was sent: its results are read-only. Round ${round} begins with a new control.`
  if (currentControlId !== null && control.id > currentControlId)
    return 'A second source arrived after this NAV was sent: these are the results with it, beside those that were sent. They are read-only.'
  if (control.id !== currentControlId)
    return 'A newer control has run: its results count. This one is read-only.'
  return null
}

/** The current control while its round is under way: the one that may be edited, and matched with. */
export function openControlId(
  nav: Pick<NavFacts, 'currentControlId' | 'currentControlRound'>,
  { round }: Pick<Instance, 'round'>,
): number | null {
  return nav.currentControlRound === round ? nav.currentControlId : null
}

/** Why a matching has nothing to compare with. */
export const MATCHING_NEEDS_CONTROL = 'Run a control first: a matching compares with its inventory.'

/** A NAV that was sent and reopened, whose new round has no control yet. */
export function isReopenedNav(
  nav: Pick<NavFacts, 'currentControlId' | 'currentControlRound'>,
  instance: Pick<Instance, 'round'>,
): boolean {
  return instance.round > 1 && openControlId(nav, instance) === null
}

/** Where a case of wrong NAVs is opened from a NAV; null for one that was never sent. */
export function newErrorLink(
  { id }: Pick<NavFacts, 'id'>,
  { status, round }: Pick<Instance, 'status' | 'round'>,
): string | null {
  return status === 'SENT' || round > 1 ? `/nav-errors/new?nav=${id}` : null
}

/** True when approvals were given or requested, so that a change of figures voids them. */
export function isBeyondAccountant(instance: Pick<Instance, 'queue'>): boolean {
  return ['TEAM LEADER', 'MANAGER', 'CLIENT', 'SENDING'].includes(instance.queue)
}

/**
 * Where a new control takes the NAV back from, "SUBMITTED (TEAM LEADER)"; null where it is not with anyone for
 * approval.
 */
export function withdrawnFrom(instance: Pick<Instance, 'status' | 'queue'>): string | null {
  return isBeyondAccountant(instance) ? `${instance.status} (${instance.queue})` : null
}

/** The queue that prepares; checks of other queues are reviews. */
export const PREPARING = 'ACCOUNTANT'

/**
 * The queue whose members may sign a check: its own, or the preparing one where the rules that it depends on are not
 * enough; null for what only the system ticks.
 */
export function signingQueue({ queue, rests_on }: { queue: string; rests_on: string }): string | null {
  if (queue !== 'auto') return queue
  return rests_on === '' ? null : PREPARING
}

/** Check "Positions reconciled to the depositary": it depends on the breaks of the matching. */
export const POSITIONS_CHECK = 10

/**
 * Checks of a person that the system ticks where rules of second sources were OK by themselves: the first rule must have
 * applied, the others where they did.
 */
export const CHECKS_BY_SOURCES: readonly { rank: number; rules: readonly string[] }[] = [
  { rank: 4, rules: ['S01', 'S02'] },
  { rank: 9, rules: ['S03'] },
  { rank: POSITIONS_CHECK, rules: ['S04'] },
]

/** The reason of a control in which the system judged again what a second source says. */
export const SOURCE_REASON = 'SOURCE'

/** The reason of such a control of a NAV that was sent: it is kept beside the one that was sent. */
export const AFTER_SENDING_REASON = 'AFTER SENDING'
