import type { Database } from 'db/database'
import { replayRun } from 'db/schema/replay'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { OnProgress } from '~/platform/jobs/jobs.server'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { atFactor } from './curve'
import { replayAll } from './run-replay.server'
import { beginRun, type ReplaySite, type RunOutcome, withRetry, workOn } from './runs.server'
import { controlsToReplay, lastControls, ofLastControls } from './stored-controls.server'
import { named, type SuggestionsResult, TRIED, type Tried, worthwhile } from './suggestions'

/** The month of a list, and the first and last NAV date that it looks at: a year. */
export interface SuggestionsCriteria {
  month: string
  from: string
  to: string
}

export function criteriaOfMonth(today: Day): SuggestionsCriteria {
  const year = Number(today.slice(0, 4)) - 1
  return { month: today.slice(0, 7), from: `${year}${today.slice(4, 8)}01`, to: today }
}

/** The work of the monthly list: every tolerance at half and at double its values, over a year of controls. */
export async function suggestionsWork(
  site: ReplaySite,
  { from, to }: SuggestionsCriteria,
  onProgress: OnProgress,
): Promise<RunOutcome> {
  const { read } = site.database
  const controls = await controlsToReplay(read, { funds: [], from, to })
  const last = await lastControls(read)
  const total = controls.length + last.length
  const sets = TRIED.map(({ tolerance, factor }) => [atFactor(tolerance, factor)])
  const replayed = await replayAll(site, controls, sets, (done) => onProgress(done, total))
  let done = controls.length
  const found = await ofLastControls(read, last, async ({ texts, control }) => {
    const answer =
      texts &&
      (await withRetry(() => site.replays.run('atThreshold', [texts, TRIED], `Fund ${control.fund}`)))
    done += 1
    await onProgress(done, total)
    return { fund: control.fund, hash: answer?.hash ?? '', of: answer?.found ?? [] }
  })
  const tried = TRIED.map(({ tolerance, factor }, at): Tried => {
    const rule = tolerance.slice(0, 3) as RuleId
    const alerts = (replayed.sets[at] ?? []).flatMap((each) => each.alerts.filter((one) => one.rule === rule))
    const moved = found.flatMap(({ fund, of }) =>
      of
        .filter((each) => each.tolerance === tolerance && each.factor === factor)
        .map(({ lost, won }) => ({ lost: named(fund, lost), won: named(fund, won) })),
    )
    return {
      tolerance,
      factor,
      before: alerts.filter(({ before }) => before).length,
      after: alerts.filter(({ after }) => after).length,
      lost: moved.flatMap(({ lost }) => lost),
      won: moved.flatMap(({ won }) => won),
    }
  })
  const months = new Set(controls.map(({ navDate }) => navDate.slice(0, 7))).size
  const result: SuggestionsResult = {
    controls: controls.length,
    months,
    suggestions: worthwhile(tried, months),
  }
  return { result, read: [...replayed.read, ...found.map(({ hash }) => hash)] }
}

/**
 * Makes the list of this month where there is none yet.
 * @returns false where there is one, or other replays are running: the caller tries again later
 */
export async function suggestOfMonth(
  site: ReplaySite & { database: Pick<Database, 'read' | 'transaction'> },
  timeZone: string,
  onFault: (err: unknown) => void,
): Promise<boolean> {
  const now = site.clock()
  const criteria = criteriaOfMonth(dayIn(now, timeZone))
  const existing = await site.database.read.$count(
    replayRun,
    and(
      eq(replayRun.kind, 'suggestions'),
      inArray(replayRun.status, ['RUNNING', 'DONE']),
      eq(sql`${replayRun.criteria} ->> 'month'`, criteria.month),
    ),
  )
  if (existing > 0) return false
  try {
    const id = await site.database.transaction((tx) =>
      beginRun({ tx, now, actor: null }, 'suggestions', criteria),
    )
    await workOn(site, { id, criteria }, (onProgress) => suggestionsWork(site, criteria, onProgress), onFault)
    return true
  } catch (err) {
    if (err instanceof DomainError && err.code === 'busy') return false
    throw err
  }
}
