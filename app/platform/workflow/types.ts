/** The types of the engine. It identifies objects by kind and id, and does not depend on their areas. */

/** Styles of statuses (specification, section 4). */
export const EVENT_CLASSES = [
  'new',
  'pending',
  'warning',
  'success',
  'validated',
  'failed',
  'invalidated',
] as const
export type EventClass = (typeof EVENT_CLASSES)[number]

/** The place of an object. */
export interface State {
  queue: string
  status: string
  class: EventClass
}

/** The row of workflow_instance. */
export interface Instance extends State {
  objectId: number
  kind: string
  definitionId: number
  round: number
  lastEventId: number
  /** When it arrived in its current place. */
  lastEventAt: Date
}

/** One step of a definition, as stored. */
export interface Step {
  id: number
  name: string
  display: string
  fromQueue: string | null
  fromStatus: string | null
  toQueue: string
  toStatus: string
  toClass: EventClass
  actingQueue: string
  functionId: string
  dateToDisplayId: 1 | 2 | 3 | null
  commentRequired: boolean
  opensRound: boolean
  excludes: string[]
  mark: string | null
  condition: string | null
  effect: string | null
}

/** A user, as far as the engine needs. */
export interface StepTaker {
  id: number
  fullName: string
  queues: readonly string[]
  mayUpdate(functionId: string): boolean
  /** Their own capacity first, then that of each person whom they substitute: a step is taken in one of them. */
  capacities: readonly {
    actsFor: ActsFor | null
    queues: readonly string[]
    mayUpdate(functionId: string): boolean
  }[]
  /** With whom they count as one person for the four-eyes rule. */
  oneWith: readonly { id: number; fullName: string; isAway: boolean }[]
  /** Why they may not take the step for now, as a sentence; null if they may. */
  heldBack(step: Pick<Step, 'display' | 'actingQueue' | 'excludes'>): string | null
}

export type EventData = Record<string, string | number | boolean | null | string[]>

/** What has a chain of events: an object, a user, the reference data. */
export interface EventSubject {
  kind: string
  objectId: number
  round: number
  /** Where it is; left out where no workflow moves it. */
  queue?: string
  status?: string
}

/** Someone for whom a user acts. */
export interface ActsFor {
  id: number
  fullName: string
}

/** Who does something; a user of the site with all that follows from substituting someone. */
export interface EventAuthor {
  id: number
  fullName: string
  /** Whom they substitute, with the queues of each. */
  standsFor?: readonly (ActsFor & { queues: readonly string[] })[]
  /** Their own queues while they substitute someone. */
  own?: { queues: readonly string[] } | null
  /** For whom this is done, where that is known; null for themselves. Otherwise the queue of the subject decides. */
  actsFor?: ActsFor | null
}

/** An event to append to the chain of its subject. */
export interface NewEvent {
  /** A "system" event follows from something else than a step; an act leaves its subject where it is. */
  type: 'step' | 'system' | 'act'
  name: string
  /** `workflowId` of the step. */
  stepId?: number
  /** The place of the subject after the event. */
  to: State
  /** Null for SYSTEM. */
  who: EventAuthor | null
  log: string
  data?: EventData
  now: Date
  opensRound?: boolean
}

/** The users who hold each mark of a round ("maker", "approver"): four-eyes rules compare with them. */
export type FourEyesRoles = Readonly<Record<string, ReadonlySet<number>>>

export const SYSTEM = 'SYSTEM'

/** In a definition: the object's current queue. A task stays in the queue of its team, whichever that is. */
export const OWN_QUEUE = 'TEAM'

export const MAX_COMMENT_LENGTH = 4_000

/** A next step offered to users (specification: Routing event). */
export interface RoutingEvent {
  /** `workflowId` of the step. */
  id: number
  /** Stable name of the step within its kind: "submit", "paid". */
  name: string
  display: string
  style: EventClass
  dateToDisplayId: 1 | 2 | 3 | null
  commentRequired: boolean
  /** The place that it leads to. */
  to: State
}

/** @param queue the object's current queue: steps within a team's queue stay there */
export function routingEvent(step: Step, queue: string): RoutingEvent {
  const { id, name, display, toQueue, toStatus, toClass, dateToDisplayId, commentRequired } = step
  const to = { queue: toQueue === OWN_QUEUE ? queue : toQueue, status: toStatus, class: toClass }
  return { id, name, display, style: toClass, dateToDisplayId, commentRequired, to }
}

/** The state of an object in its workflow. */
export type QueueStatus = Pick<State, 'queue' | 'status'>
