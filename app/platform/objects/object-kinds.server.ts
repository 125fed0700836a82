import type { Read } from 'db/database'
import { workflowInstance } from 'db/schema/workflow'
import type { SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor, FunctionId } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Join } from '~/platform/lists/list-fields.server'
import type { Day } from '~/platform/values/day'
import { userIdOf } from '~/platform/workflow/record-act.server'
import type { State } from '~/platform/workflow/types'
import { type StepInput, takeStep, type WorkflowHandlers } from './take-step.server'

/** A step as requested by code that knows only the kind of the object: with what any kind may need. */
export interface CalledStep extends StepInput {
  objectId: number
  /** `workflowId` of the step. */
  stepId: number
  /** Revision of the draft or budget that the caller saw; null if not given. */
  revision: number | null
  /** With "Paid" of an invoice; null if not given: then it was paid today. */
  paymentDate: Day | null
  /** With approvals and "Payment sent" of an invoice: hash of the account that the caller saw; null if not given. */
  accountSeen: string | null
}

/** How code that knows only the kind of an object moves it. */
export interface ObjectSteps {
  /** Who created and who approved it, for the four-eyes rule. */
  marks: WorkflowHandlers['marks']
  /**
   * Takes the step, and returns the result of `answer` in the same transaction.
   * @param answer receives a short description of the step
   * @throws DomainError refused
   */
  take<Answer>(
    work: UserWork,
    step: CalledStep,
    answer: (context: UserWriteContext, line: string) => Promise<Answer>,
  ): Promise<Answer>
}

/** The steps of a kind, for its `ObjectKind`. */
export function objectSteps<Facts>(workflow: WorkflowHandlers<CalledStep, Facts>): ObjectSteps {
  return {
    marks: workflow.marks,
    take(work, called, answer) {
      const step = async (context: UserWriteContext) => {
        const input = { ...called, paymentDate: called.paymentDate ?? context.today }
        return answer(context, await takeStep(context, workflow, called.objectId, called.stepId, input))
      }
      return workflow.inTransaction ? workflow.inTransaction(work, step) : work.transaction(step)
    },
  }
}

/** The objects in lists of work. */
export const place = alias(workflowInstance, 'place')

/** An object in a list of work of all kinds, in SQL over its row of `place`. */
interface ObjectAtWork {
  /** "NAV" */
  label: string
  /** Its tables: left joins, of which the database leaves out those that a query does not need. */
  joins: readonly Join[]
  /** Identifies it together with its label: fund and date, supplier and reference. */
  title: SQL
  /** The amount concerned; null for none. */
  amount: SQL
  currency: SQL
  /** The calendar by whose business days it is late; null: Monday to Friday. */
  calendar: SQL
  /** Further facts for the decision, in a few words: the results of a NAV's control; null for none. */
  facts: SQL
  /** A line of headline figures of the objects on a page: one query for all of them. */
  figures?: (read: Read, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /**
   * Counts its changes: a step applies to the revision that was seen. Null for kinds that only change by steps and
   * acts.
   */
  revision: SQL
}

/** What people usually do next with several objects at a place, where it is no step but on another page. */
interface ActTogether {
  /** "New FIA 3 Files control" */
  label: string
  at: (place: Pick<State, 'queue' | 'status'>) => boolean
  may: (actor: Actor) => boolean
  /** @param ids of the objects that are there, at least one */
  href: (ids: readonly number[]) => string
}

/** What code that knows only kind and id needs to know about an object. Provided by its area. */
export interface ObjectKind {
  /** The function that its changes belong to, followed by others that also show it. */
  functions: readonly FunctionId[]
  /** The parent of its own address: "/drafts". */
  list: string
  /** The statuses in which it is completed: its documents can no longer be added or deleted. */
  completed: readonly string[]
  /** Null for a kind without workflow. */
  steps: ObjectSteps | null
  /** Its steps at PAYMENT may be taken for many at once: they release no payment. */
  paysNothing?: true
  together?: readonly ActTogether[]
  atWork: ObjectAtWork | null
}

export type ObjectKindName =
  | 'nav'
  | 'draft'
  | 'invoice'
  | 'payment run'
  | 'bank entry'
  | 'NAV error'
  | 'oversight report'
  | 'budget'
  | 'process'
  | 'task'
  | 'reviewed task'
  | 'deadline'

let kinds: ReadonlyMap<string, ObjectKind> | null = null

/** Registers every kind of object at start-up, each from its area. */
export function registerObjectKinds(all: Readonly<Record<ObjectKindName, ObjectKind>>): void {
  kinds = new Map(Object.entries(all))
}

/**
 * Null for anything that is not an object of an area, such as a user. @throws Error when the areas are not registered
 */
export function objectKind(kind: string): ObjectKind | null {
  if (!kinds) throw new Error('No kinds of objects are registered: call registerAreas() first')
  return kinds.get(kind) ?? null
}

/** A kind of objects in work lists, and how these show it. */
export interface KindAtWork {
  kind: string
  atWork: ObjectAtWork
}

/** @throws Error when none are registered */
export function kindsAtWork(): KindAtWork[] {
  if (!kinds) throw new Error('No kinds of objects are registered: call registerAreas() first')
  return [...kinds].flatMap(([kind, { atWork }]) => (atWork === null ? [] : [{ kind, atWork }]))
}

/** @throws Error for a kind without a workflow */
export function stepsOfKind(kind: string): ObjectSteps {
  const steps = objectKind(kind)?.steps
  if (!steps) throw new Error(`A ${kind} has no workflow`)
  return steps
}

/** The page of an object of any kind, such as the owner of a document or the subject of an audit event. */
export function objectPage({ kind, objectId }: { kind: string; objectId: number }): string {
  if (kind === 'user') return `/admin/users/${userIdOf(objectId) ?? ''}`
  const kindOfObject = objectKind(kind)
  return kindOfObject === null ? '/' : `${kindOfObject.list}/${objectId}`
}
