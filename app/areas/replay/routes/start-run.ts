import { redirect } from '@remix-run/node'
import { fundCodes } from '~/areas/navs/tolerances.server'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm } from '~/http/page-answer'
import { servicesOfProcess } from '~/http/services-of-request'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { detectionWork } from '../detection/detect.server'
import { criteriaOf, DetectionFields, periodOf } from '../forms'
import type { ReplayCriteria } from '../replay'
import { type CurveCriteria, curveWork, replayWork } from '../run-replay.server'
import { beginRun, type OnProgress, type ReplaySite, type RunKind, workOn } from '../runs.server'
import { type SuggestionsCriteria, suggestionsWork } from '../suggestions.server'

type Wanted =
  | { kind: 'replay'; criteria: ReplayCriteria }
  | { kind: 'curve'; criteria: CurveCriteria }
  | { kind: 'detection'; criteria: { funds: string[] } }
  | { kind: 'suggestions'; criteria: SuggestionsCriteria }

/** Runs under way in this process, by id: tests and the end of the process wait for them. */
const underWay = new Map<number, Promise<void>>()

/** Ends when a run of this process has ended. */
export const runEnded = (id: number): Promise<void> => underWay.get(id) ?? Promise.resolve()

/** Stores a new run, once, then starts it; returns its id. */
export async function startRun(guarded: Guarded, wanted: Wanted): Promise<number> {
  const { actor, transaction, services } = guarded
  const { kind, criteria } = wanted
  let begun = false
  const { id } = await transaction((context) =>
    withIdempotencyKey(context, `replay ${kind}`, async () => {
      begun = true
      return { id: await beginRun(context, actor, kind, criteria) }
    }),
  )
  if (!begun) return id
  const site = servicesOfProcess(services)
  const work = (onProgress: OnProgress) => workOf(site, wanted, onProgress)
  const onFault = (err: unknown) => site.log.error({ err, run: id }, 'a replay failed')
  const run = workOn(site, { id, criteria }, work, onFault).finally(() => underWay.delete(id))
  underWay.set(id, run)
  return id
}

function workOf(site: ReplaySite, { kind, criteria }: Wanted, onProgress: OnProgress) {
  if (kind === 'curve') return curveWork(site, criteria, onProgress)
  if (kind === 'detection') return detectionWork(site, criteria, onProgress)
  if (kind === 'suggestions') return suggestionsWork(site, criteria, onProgress)
  return replayWork(site, criteria, onProgress)
}

/** The form that computes the detection floor, of all funds or of those that it names. */
export const DETECTION_FORMS: PageForms<Guarded> = {
  detection: pageForm({
    fields: DetectionFields,
    async answer(guarded, typed) {
      const wanted = await wantedRun(guarded, 'detection', typed)
      return redirect(`/replay/${await startRun(guarded, wanted)}`)
    },
  }),
}

/** A run as its form requests it. @throws DomainError invalid */
export async function wantedRun(
  { read }: Guarded,
  kind: Exclude<RunKind, 'suggestions'>,
  typed: Record<string, string>,
): Promise<Wanted> {
  const codes = await fundCodes(read)
  if (kind === 'replay') return { kind, criteria: criteriaOf(typed, codes) }
  if (kind === 'detection')
    return { kind, criteria: { funds: periodOf({ funds: typed.funds ?? '' }, codes).funds } }
  return { kind, criteria: { ...periodOf(typed, codes), tolerance: typed.tolerance ?? '' } }
}
