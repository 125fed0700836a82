import type { WorkflowState } from './definition-step'
import { OWN_QUEUE, SYSTEM } from './types'

/** A move that the code makes by itself, whatever a version says. */
export interface OwnMove {
  /** The reason, in a few words: "a control is run". */
  display: string
  /** From every place of a queue, or from every place where the steps of a name start. */
  from: { queue: string } | { step: string }
  to: WorkflowState
}

/** The moves by which the code leads a step of this name elsewhere: "no client validation" after "Validate". */
export function diversionsOf(step: { name: string }, moves: readonly OwnMove[]): OwnMove[] {
  return moves.filter(({ from }) => 'step' in from && from.step === step.name)
}

/**
 * The code's requirements of the workflow of a kind of object: every version keeps them, however a site changes the
 * rest. Each area defines them for its own kind.
 */
export interface KindRules {
  /** "nav" */
  kind: string
  /** "NAV", the name of such an object for users. */
  title: string
  /** "a NAV", as used in sentences. */
  one: string
  functionId: string
  /** Where new objects begin. */
  starts: readonly WorkflowState[]
  /** Where its work is done: every place that is not an end has a way to one of these. */
  goals: readonly WorkflowState[]
  /** Further places where objects may stay for good. */
  ends: readonly WorkflowState[]
  moves: readonly OwnMove[]
  /** Names of steps that the code takes, looks for in histories or counts: one step of each at least. */
  needed: readonly string[]
  /** The shipped steps that may lead to a place of the site's own. */
  bendable: readonly string[]
  /** Steps that cannot be bypassed: the way from any of these places to the other one takes all these steps. */
  gates: readonly {
    from: readonly ({ queue: string } | WorkflowState)[]
    to: WorkflowState
    through: readonly string[]
  }[]
  /** Places that only these steps lead on from: an event outside Fundesk cannot be undone by a step. */
  held: readonly { place: WorkflowState; by: readonly string[] }[]
  /** The marks that the four-eyes rule knows. */
  marks: readonly string[]
  conditions: readonly string[]
  effects: readonly string[]
  /** The effect that stores the dates entered with a step; null where forms of this kind have none. */
  datesEffect: string | null
}

/** Queues of the product's own workflows and tasks: they may have no member and no step yet. */
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

/** Queues without members: the code knows their places, and only steps that Fundesk ships lead out of them. */
export const CLOSED_QUEUES: readonly string[] = [SYSTEM, 'COMPLETED']

const NOBODYS = new Set([...CLOSED_QUEUES, OWN_QUEUE])

/** True for a queue that cannot have members: a closed one, and the placeholder for the team of a task. */
export function isNobodysQueue(queue: string): boolean {
  return NOBODYS.has(queue)
}

/** "ACCOUNTANT, TEAM LEADER": upper case, each once, in alphabetical order. */
export function queuesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' ').toUpperCase())
  return [...new Set(names.filter((name) => name !== ''))].sort()
}
