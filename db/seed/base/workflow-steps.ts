/** A step as the product's decisions tell it. */
export interface StepSeed {
  name: string
  display: string
  from: [queue: string, status: string | null]
  to: [queue: string, status: string, eventClass: string]
  /** The queue that the object is in, unless told. */
  actingQueue?: string
  dateToDisplayId?: 1 | 2 | 3
  commentRequired?: boolean
  opensRound?: boolean
  excludes?: string[]
  mark?: string
  condition?: string
  effect?: string
}

/** Rows of workflow_step for one definition. */
export function stepRows(steps: readonly StepSeed[], definitionId: number, functionId: string) {
  return steps.map(({ from, to, actingQueue, ...step }, index) => ({
    ...step,
    definitionId,
    functionId,
    sortingOrder: index + 1,
    fromQueue: from[0],
    fromStatus: from[1],
    toQueue: to[0],
    toStatus: to[1],
    toClass: to[2],
    actingQueue: actingQueue ?? from[0],
  }))
}
