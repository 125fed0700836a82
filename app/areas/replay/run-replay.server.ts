import { ENGINE_VERSION, type RuleId } from '~/areas/navs/rules/catalogue'
import type { OnProgress } from '~/platform/jobs/jobs.server'
import { mapConcurrently } from '~/platform/threads/map-concurrently'
import { atFactor, CURVE_FACTORS, type CurveResult, curvePoints } from './curve'
import type { ReplayChange, ReplayCriteria, ReplayResult } from './replay'
import { ALL_RULES, type ReplayedControl, rulesTouched, summed } from './replay-control'
import { type ReplaySite, type RunOutcome, withRetry } from './runs.server'
import {
  type ControlToReplay,
  controlsToReplay,
  lastControls,
  ofLastControls,
  readControls,
} from './stored-controls.server'

interface Replayed {
  /** Of each set of changes. */
  sets: ReplayedControl[][]
  leftOut: ReplayResult['leftOut']
  read: string[]
}

/** Runs the rules over controls, fund by fund, under several sets of changes. */
export async function replayAll(
  { database, replays }: Pick<ReplaySite, 'database' | 'replays'>,
  controls: readonly ControlToReplay[],
  sets: readonly (readonly ReplayChange[])[],
  onProgress: OnProgress,
): Promise<Replayed> {
  const replayed: Replayed = { sets: sets.map(() => []), leftOut: [], read: [] }
  const able = controls.filter(({ engineVersion }) => engineVersion === ENGINE_VERSION)
  const older = controls.length - able.length
  const rules = ALL_RULES.filter((rule) => sets.some((changes) => rulesTouched(changes, [rule]).length > 0))
  let missing = 0
  let done = older
  const chunks = readControls(database.read, able, rules)
  // The next controls are read while those before them are worked on.
  let reading = chunks.next()
  for (let chunk = await reading; !chunk.done; chunk = await reading) {
    reading = chunks.next()
    reading.catch(() => {})
    const answers = await mapConcurrently(chunk.value, chunk.value.length, async ({ control, texts }) => {
      const answer =
        texts && (await withRetry(() => replays.run('replay', [texts, sets], `Fund ${control.fund}`)))
      done += 1
      await onProgress(done, controls.length)
      return answer
    })
    for (const answer of answers) {
      if (answer === null) missing += 1
      else {
        replayed.read.push(answer.hash)
        for (const [at, each] of answer.found.entries()) replayed.sets[at]?.push(each)
      }
    }
  }
  if (older > 0) replayed.leftOut.push({ why: 'They ran an older version of the rules', controls: older })
  if (missing > 0) replayed.leftOut.push({ why: 'Their figures are not stored', controls: missing })
  return replayed
}

/** The work of a replay. */
export async function replayWork(
  site: ReplaySite,
  criteria: ReplayCriteria,
  onProgress: OnProgress,
): Promise<RunOutcome> {
  const controls = await controlsToReplay(site.database.read, criteria)
  await onProgress(0, controls.length)
  const { sets, leftOut, read } = await replayAll(site, controls, [criteria.changes], onProgress)
  return { result: summed(sets[0] ?? [], criteria.changes, leftOut), read }
}

/** The request for a curve: a tolerance over its range. */
export interface CurveCriteria extends Pick<ReplayCriteria, 'funds' | 'from' | 'to'> {
  tolerance: string
}

/** The work of a curve: alerts of all controls at each factor, and the floors of each fund's last control. */
export async function curveWork(
  site: ReplaySite,
  { tolerance, ...criteria }: CurveCriteria,
  onProgress: OnProgress,
): Promise<RunOutcome> {
  const { read } = site.database
  const rule = tolerance.slice(0, 3) as RuleId
  const controls = await controlsToReplay(read, criteria)
  const last = await lastControls(read, criteria.funds)
  const total = controls.length + last.length
  const sets = CURVE_FACTORS.map((factor) => [atFactor(tolerance, factor)])
  const replayed = await replayAll(site, controls, sets, (done) => onProgress(done, total))
  let done = controls.length
  const floors = await ofLastControls(read, last, async ({ texts, control }) => {
    const found =
      texts &&
      (await withRetry(() =>
        site.replays.run('ruleFloors', [texts, rule, tolerance], `Fund ${control.fund}`),
      ))
    done += 1
    await onProgress(done, total)
    return found ?? { hash: '', found: [] }
  })
  const alerts = replayed.sets.map((of) =>
    of.reduce(
      (sum, each) => sum + each.alerts.filter((alert) => alert.rule === rule && alert.after).length,
      0,
    ),
  )
  const months = new Set(controls.map(({ navDate }) => navDate.slice(0, 7))).size
  const points = curvePoints(
    alerts,
    months,
    floors.flatMap((each) => each.found),
  )
  const result: CurveResult = { tolerance, rule, controls: controls.length, months, points }
  return { result, read: [...replayed.read, ...floors.map(({ hash }) => hash)] }
}
