import type { UserContext } from '~/areas/access/user-context'
import { navErrorOf } from '~/areas/navs/nav-errors.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { RULES } from '~/areas/navs/rules/catalogue'
import { FLIP_LABELS, type ReplayResult } from '~/areas/replay/replay'
import { runById } from '~/areas/replay/runs.server'
import type { Day } from '~/platform/values/day'
import { showExact, showFixed, showNavDate } from '~/platform/values/show'
import { historyOf } from '~/platform/workflow/history.server'

/** The fields of a new case that are filled in where it is opened from. */
export interface InitialFields {
  fundCode: string
  firstDate: Day | ''
  discoveredBy: string
  description: string
}

interface OpenedFrom {
  /** The NAV that was wrong. */
  navId: number
  /** The replay with the finding, and its rule. */
  replay: { runId: number; rule: string } | null
}

/**
 * What a NAV says of a case that is opened from it: fund and date, and what rule N11, its reopening or a replay found.
 * @throws DomainError not-found
 */
export async function initialFields(
  context: UserContext,
  { navId, replay }: OpenedFrom,
): Promise<InitialFields> {
  const { read, actor } = context
  const nav = await navFacts(read, navId)
  const found = replay ? await replayFinding(context, navId, replay) : await ownFinding(context, navId)
  return {
    fundCode: nav.fundCode,
    firstDate: nav.navDate,
    discoveredBy: actor.fullName,
    description: found ?? `NAV of ${showNavDate(nav.navDate)}`,
  }
}

/** By how much N11 found it wrong, or why it was reopened; null where it says nothing. */
async function ownFinding({ read }: UserContext, navId: number): Promise<string | null> {
  const error = await navErrorOf(read, await navFacts(read, navId))
  if (error) {
    const classes = error.classes.map(
      ({ code, sentFirst, right, percent }) =>
        `${code} ${showExact(percent)} % (${showExact(sentFirst)} sent first, ${showExact(right)} right)`,
    )
    return `Rule N11: ${classes.join('; ')}`
  }
  const reopened = (await historyOf(read, navId)).find(({ name }) => name === 'reopen')
  const why = reopened?.log.trim() ?? ''
  return why === '' ? null : `Reopened: ${why}`
}

async function replayFinding(
  { read }: UserContext,
  navId: number,
  { runId, rule }: NonNullable<OpenedFrom['replay']>,
): Promise<string | null> {
  const { kind, result } = await runById(read, runId)
  if (kind !== 'replay' || !result) return null
  const { flips } = JSON.parse(result) as ReplayResult
  const flip = flips.find((each) => each.navId === navId && each.rule === rule)
  if (!flip) return null
  const title = RULES.find(({ id }) => id === flip.rule)?.title ?? ''
  const impact = flip.impact === null ? '' : `, ${showFixed(flip.impact, 2)} bp`
  return `Replay ${runId}, control ${flip.controlId}: ${flip.rule} ${title}${impact} (${FLIP_LABELS[flip.what].toLowerCase()})`
}
