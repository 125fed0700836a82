import type { EventClass, Step } from './types'

/** A next step as it is offered (specification: Routing event). */
export interface RoutingEvent {
  /** `workflowId` of the step. */
  id: number
  /** Stable name of the step within its kind: "submit", "paid". */
  name: string
  display: string
  style: EventClass
  dateToDisplayId: 1 | 2 | 3 | null
  commentRequired: boolean
}

export function routingEvent(step: Step): RoutingEvent {
  const { id, name, display, toClass, dateToDisplayId, commentRequired } = step
  return { id, name, display, style: toClass, dateToDisplayId, commentRequired }
}
