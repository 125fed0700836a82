import type { HistoryEvent } from './history.server'
import { CLOSED_QUEUES } from './kind-rules'
import type { Instance, State, Step } from './types'

/** A place that an object reached in this round: who moved it there, and when. */
interface StatePassed extends State {
  by: string
  at: Date
}

/** The progress of an object through its workflow, in the current round. */
export interface WorkflowProgress {
  /** The places that it has reached, ordered by the latest time; the last one is the current place. */
  passed: StatePassed[]
  /** The places that its next steps lead to, unless it is returned. */
  ahead: Pick<State, 'queue' | 'status'>[]
}

/** Styles of steps that lead back or end the work: no object waits for these alone. */
const NOT_ON = ['warning', 'failed', 'invalidated']

/** Whether a step to a place of this style advances the workflow, instead of going back or ending it. */
export const leadsOn = (style: string): boolean => !NOT_ON.includes(style)

/** At most this many are shown. */
const MAX_PASSED = 8
const MAX_AHEAD = 6

/**
 * @param steps of the version that the object is under, in their order
 * @param history newest first
 */
export function workflowProgress(
  instance: Instance,
  steps: readonly Step[],
  history: readonly Pick<HistoryEvent, 'type' | 'round' | 'queue' | 'status' | 'class' | 'whoName' | 'at'>[],
): WorkflowProgress {
  const reached = new Map<string, StatePassed>()
  for (const { round, type, ...event } of history) {
    if (round !== instance.round || type === 'act') continue
    const { queue, status, whoName: by, at } = event
    const key = keyOf(event)
    if (!reached.has(key)) reached.set(key, { queue, status, class: event.class, by, at })
  }
  return { passed: [...reached.values()].slice(0, MAX_PASSED).reverse(), ahead: aheadOf(instance, steps) }
}

function aheadOf(instance: Instance, steps: readonly Step[]): WorkflowProgress['ahead'] {
  const ahead: WorkflowProgress['ahead'] = []
  const seen = new Set([keyOf(instance)])
  let at: Pick<State, 'queue' | 'status'> = instance
  while (!CLOSED_QUEUES.includes(at.queue) && ahead.length < MAX_AHEAD) {
    const from = at
    const next = steps.find(
      (step) =>
        !step.opensRound &&
        leadsOn(step.toClass) &&
        step.fromQueue === from.queue &&
        (step.fromStatus === null || step.fromStatus === from.status) &&
        !seen.has(keyOf({ queue: step.toQueue, status: step.toStatus })),
    )
    if (!next) break
    at = { queue: next.toQueue, status: next.toStatus }
    seen.add(keyOf(at))
    ahead.push(at)
  }
  return ahead
}

const keyOf = ({ queue, status }: Pick<State, 'queue' | 'status'>) => JSON.stringify([queue, status])
