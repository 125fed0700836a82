import type { EventClass, Step } from './types'

/** Where an object can be, as a version of a workflow names it. */
export interface Place {
  queue: string
  status: string
}

/** A step of a version of a workflow, without the id that it is stored under. */
export interface DefinitionStep
  extends Pick<
    Step,
    | 'name'
    | 'display'
    | 'fromStatus'
    | 'toQueue'
    | 'toStatus'
    | 'toClass'
    | 'actingQueue'
    | 'dateToDisplayId'
    | 'commentRequired'
    | 'opensRound'
    | 'excludes'
    | 'mark'
    | 'condition'
    | 'effect'
  > {
  fromQueue: string
}

/** What the names of a site's own steps begin with: nothing that the code looks for does. */
export const OWN_STEP = 'site: '

/** "TEAM LEADER / SUBMITTED" */
export function placeName({ queue, status }: Place): string {
  return `${queue} / ${status}`
}

export const samePlace = (a: Place, b: Place): boolean => a.queue === b.queue && a.status === b.status

export function toPlace({ toQueue, toStatus }: Pick<DefinitionStep, 'toQueue' | 'toStatus'>): Place {
  return { queue: toQueue, status: toStatus }
}

/** "ACCOUNTANT / RETURNED", "ACCOUNTANT / any status" */
export function fromWords({
  fromQueue,
  fromStatus,
}: Pick<DefinitionStep, 'fromQueue' | 'fromStatus'>): string {
  return placeName({ queue: fromQueue, status: fromStatus ?? 'any status' })
}

/** "Submit, from ACCOUNTANT / CONTROLLED": tells the steps of a version apart. */
export function stepWords(step: DefinitionStep): string {
  return `${step.display}, from ${fromWords(step)}`
}

/** Each place once, in the order in which the steps come to it, with its class. */
export function placesOf(steps: readonly DefinitionStep[]): (Place & { class: EventClass })[] {
  const places = new Map(
    [...steps].reverse().map((step) => [placeName(toPlace(step)), { ...toPlace(step), class: step.toClass }]),
  )
  return [...places.values()].reverse()
}

/** A stored step without what only its row has. */
export function definitionStep(step: Step): DefinitionStep {
  const { name, display, fromStatus, toQueue, toStatus, toClass, actingQueue, dateToDisplayId } = step
  const { commentRequired, opensRound, excludes, mark, condition, effect } = step
  return {
    ...{ name, display, fromQueue: step.fromQueue ?? '', fromStatus, toQueue, toStatus, toClass },
    ...{ actingQueue, dateToDisplayId, commentRequired, opensRound, excludes, mark, condition, effect },
  }
}
