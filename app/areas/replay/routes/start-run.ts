import { redirect } from '@remix-run/node'
import { fundCodes } from '~/areas/navs/tolerances.server'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm } from '~/http/page-answer'
import { servicesOfProcess } from '~/http/services-of-request'
import { type OnProgress, startJob } from '~/platform/jobs/jobs.server'
import { detectionWork } from '../detection/detect.server'
import { criteriaOf, DetectionFields, periodOf } from '../forms'
import type { ReplayCriteria } from '../replay'
import { type CurveCriteria, curveWork, replayWork } from '../run-replay.server'
import { beginRun, REPLAY_JOB, type ReplaySite, type RunKind, workOn } from '../runs.server'
import { type SuggestionsCriteria, suggestionsWork } from '../suggestions.server'

type RunRequest =
  | { kind: 'replay'; criteria: ReplayCriteria }
  | { kind: 'curve'; criteria: CurveCriteria }
  | { kind: 'detection'; criteria: { funds: string[] } }
  | { kind: 'suggestions'; criteria: SuggestionsCriteria }

/** Stores a new run, once, then starts it; returns its id. */
export function startRun(guarded: Guarded, requested: RunRequest): Promise<number> {
  const { services } = guarded
  const { kind, criteria } = requested
  const site = servicesOfProcess(services)
  return startJob(
    guarded,
    REPLAY_JOB,
    `replay ${kind}`,
    (context) => beginRun(context, kind, criteria),
    (id) =>
      workOn(
        site,
        { id, criteria },
        (onProgress) => workOf(site, requested, onProgress),
        (err) => site.log.error({ err, run: id }, 'a replay failed'),
      ),
  )
}

function workOf(site: ReplaySite, { kind, criteria }: RunRequest, onProgress: OnProgress) {
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
      const requested = await requestedRun(guarded, 'detection', typed)
      return redirect(`/replay/${await startRun(guarded, requested)}`)
    },
  }),
}

/** A run as its form requests it. @throws DomainError invalid */
export async function requestedRun(
  { read }: Guarded,
  kind: Exclude<RunKind, 'suggestions'>,
  typed: Record<string, string>,
): Promise<RunRequest> {
  const codes = await fundCodes(read)
  if (kind === 'replay') return { kind, criteria: criteriaOf(typed, codes) }
  if (kind === 'detection')
    return { kind, criteria: { funds: periodOf({ funds: typed.funds ?? '' }, codes).funds } }
  return { kind, criteria: { ...periodOf(typed, codes), tolerance: typed.tolerance ?? '' } }
}
