import type { WorkflowState } from './definition-step'
import { OWN_QUEUE, SYSTEM } from './types'

/** A move by the code, in every version. */
export interface OwnMove {
  /** The reason, in a few words: "a control is run". */
  display: string
  /** From a place, from every place of a queue, or from every place where steps of a name start. */
  from: { queue: string; status?: string } | { step: string }
  to: WorkflowState
}

/** The moves by which the code diverts a step of this name: "no client validation" after "Validate". */
export function diversionsOf(step: { name: string }, moves: readonly OwnMove[]): OwnMove[] {
  return moves.filter(({ from }) => 'step' in from && from.step === step.name)
}

/**
 * What the code requires of the workflow for a kind of object: every version complies, whatever else a site changes.
 * Each area defines the rules for its own kind.
 */
export interface KindRules {
  /** "nav" */
  kind: string
  /** "NAV", the user-visible name of such an object. */
  title: string
  /** "a NAV", as used in sentences. */
  one: string
  functionId: string
  /** Where new objects start. */
  starts: readonly WorkflowState[]
  /** Where the work is done: one of these must be reachable from every place that is not an end. */
  goals: readonly WorkflowState[]
  /** Further places where objects may stay permanently. */
  ends: readonly WorkflowState[]
  moves: readonly OwnMove[]
  /** Names of steps that the code takes, counts or looks up in histories: at least one step of each is required. */
  needed: readonly string[]
  /** Shipped steps that may lead to a place of the site's own. */
  bendable: readonly string[]
  /** Steps that cannot be bypassed: every path from one of these places to the other takes all these steps. */
  gates: readonly {
    from: readonly ({ queue: string } | WorkflowState)[]
    to: WorkflowState
    through: readonly string[]
  }[]
  /** Places that only these steps may leave: a step cannot undo an event outside Fundesk. */
  held: readonly { place: WorkflowState; by: readonly string[] }[]
  /** The marks used by the four-eyes rule. */
  marks: readonly string[]
  conditions: readonly string[]
  effects: readonly string[]
  /** The effect that stores dates entered with a step; null if forms of this kind have none. */
  datesEffect: string | null
}

/** Queues of the product's own workflows and tasks: they may have no member or step yet. */
export const PRODUCT_QUEUES: readonly string[] = [
  'ACCOUNTANT',
  'ACCOUNTING',
  'CLIENT',
  'MANAGER',
  'OPERATIONS',
  'PAYMENT',
  'SENDING',
  'TEAM LEADER',
]

/** Queues without members: the code handles their places, and only shipped steps leave them. */
export const CLOSED_QUEUES: readonly string[] = [SYSTEM, 'COMPLETED']

const MEMBERLESS = new Set([...CLOSED_QUEUES, OWN_QUEUE])

/** True for a queue that cannot have members: a closed one, or the placeholder for the team of a task. */
export function isMemberlessQueue(queue: string): boolean {
  return MEMBERLESS.has(queue)
}

/** "ACCOUNTANT, TEAM LEADER": upper case, without duplicates, in alphabetical order. */
export function queuesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' ').toUpperCase())
  return [...new Set(names.filter((name) => name !== ''))].sort()
}
