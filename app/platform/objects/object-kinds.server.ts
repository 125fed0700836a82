import type { Read } from 'db/database'
import type { SQL } from 'drizzle-orm'
import type { FunctionId } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { userIdOf } from '~/platform/workflow/record-act.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'

/** A step as the calls of all kinds of objects ask for it. */
export interface CalledStep {
  objectId: number
  /** `workflowId` of the step. */
  stepId: number
  comment: string
  /** The event that the caller saw; null when they did not say. */
  seenEventId: number | null
  /** Of a draft or budget, as the caller saw it; null when they did not say. */
  revision: number | null
  /** With "Paid" of an invoice; null when they did not say. */
  paymentDate: Day | null
  /** With approvals and "Payment sent" of an invoice: hash of the account that the caller saw; null when they did not say. */
  accountSeen: string | null
  idempotencyKey: string
}

/** How an object with a workflow is moved. */
export interface ObjectSteps {
  /** Who made and who approved it, for the four-eyes rule. */
  marks(read: Read, instance: Instance): Promise<FourEyesRoles>
  /**
   * Takes the step, and answers what is asked for in the same transaction.
   * @param answer gets what happened, in a short line
   * @throws DomainError refused
   */
  take<Answer>(
    work: UserWork,
    step: CalledStep,
    answer: (context: UserWriteContext, line: string) => Promise<Answer>,
  ): Promise<Answer>
}

/** An object in a list of work of all kinds, in SQL over its row of workflow_instance, which is called "place". */
export interface ObjectAtWork {
  /** "NAV" */
  label: string
  /** Its tables, joined to the row. */
  join: SQL
  /** What names it beside its label: fund and date, supplier and reference. */
  title: SQL
  /** What it is about, in money; null for none. */
  amount: SQL
  currency: SQL
  /** What else is decided by, in a few words: the results of a NAV's control; null for none. */
  facts: SQL
  /** Its headline figures in a line, of the objects that a page shows: one query for all of them. */
  figures?: (read: Read, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** Counts its changes: a step is taken on what was seen. Null for kinds that change by steps and acts alone. */
  revision: SQL
}

/** What an object of a kind is to those who know it by its kind and id alone. Its area says it. */
export interface ObjectKind {
  /** The function that its changes belong to, and after it those that show it too. */
  functions: readonly FunctionId[]
  /** The address that its own stands below: "/drafts". */
  list: string
  /** The statuses in which it is completed: no document is added to it or deleted of it any more. */
  completed: readonly string[]
  /** Null where it has no workflow. */
  steps: ObjectSteps | null
  atWork: ObjectAtWork | null
}

export type ObjectKindName =
  | 'nav'
  | 'draft'
  | 'invoice'
  | 'payment run'
  | 'budget'
  | 'process'
  | 'task'
  | 'reviewed task'

let kinds: ReadonlyMap<string, ObjectKind> | null = null

/** Every kind of object, each from its area: at the start, before anything is asked. */
export function registerObjectKinds(all: Readonly<Record<ObjectKindName, ObjectKind>>): void {
  kinds = new Map(Object.entries(all))
}

/** Null for what is no object of an area, such as a user. @throws Error when the areas are not registered */
export function objectKind(kind: string): ObjectKind | null {
  if (!kinds) throw new Error('No kinds of objects are registered: call registerAreas() first')
  return kinds.get(kind) ?? null
}

/** The kinds whose objects wait for somebody, and how work lists name them. @throws Error when none are registered */
export function kindsAtWork(): { kind: string; atWork: ObjectAtWork }[] {
  if (!kinds) throw new Error('No kinds of objects are registered: call registerAreas() first')
  return [...kinds].flatMap(([kind, { atWork }]) => (atWork === null ? [] : [{ kind, atWork }]))
}

/** @throws Error for a kind without a workflow */
export function stepsOfKind(kind: string): ObjectSteps {
  const steps = objectKind(kind)?.steps
  if (!steps) throw new Error(`A ${kind} has no workflow`)
  return steps
}

/** The page of an object of any kind: that which a document belongs to, or an event of the audit trail. */
export function objectPage({ kind, objectId }: { kind: string; objectId: number }): string {
  if (kind === 'user') return `/admin/users/${userIdOf(objectId) ?? ''}`
  const known = objectKind(kind)
  return known === null ? '/' : `${known.list}/${objectId}`
}
