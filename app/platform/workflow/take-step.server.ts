import type { Transaction } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from './definition.server'
import { lastEventOf } from './history.server'
import { lockInstance, moveInstance } from './instance.server'
import { refusalOf } from './offered-steps'
import type { EventData, Instance, Marks, State, Step, StepTaker } from './types'

/** What the owning area answers for its kind of object. */
export interface Subject<Request extends StepRequest = StepRequest> {
  kind: string
  marks(tx: Transaction, instance: Instance): Promise<Marks>
  /** Throws a "conflict" when something else than the place of the object changed after the form was opened. */
  seen?(tx: Transaction, instance: Instance, request: Request): Promise<void>
  /**
   * Named in workflow_step.condition; throws a DomainError when the step may not be taken now. What it found and answers
   * is kept with the event.
   */
  conditions: Record<
    string,
    (tx: Transaction, instance: Instance, request: Request) => Promise<EventData> | Promise<void>
  >
  /** The same for every step of such an object, whatever its definition says. */
  check?(tx: Transaction, instance: Instance, step: Step, request: Request): Promise<EventData>
  /** Named in workflow_step.effect; runs in the step's transaction, after its event. */
  effects: Record<
    string,
    (tx: Transaction, instance: Instance, taken: TakenStep, request: Request) => Promise<void>
  >
  /** Where the step leads when that depends on the object; otherwise as the definition says. */
  target?(tx: Transaction, instance: Instance, step: Step): Promise<State | null>
}

export interface StepRequest {
  objectId: number
  stepId: number
  /** The latest event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  comment: string
  data?: EventData
}

export interface TakenStep {
  step: Step
  eventId: number
  to: State
  /** The round that the step belongs to. */
  round: number
  by: { id: number; fullName: string }
  at: Date
}

export const STEP_REFUSED = 'Workflow cannot move to next step.'

/**
 * Takes a step under the lock of the object: it must still be where the form saw it, the person must be allowed to,
 * and the conditions must hold. Event, new state and effects are the caller's one transaction.
 */
export async function takeStep<Request extends StepRequest>(
  tx: Transaction,
  subject: Subject<Request>,
  taker: StepTaker,
  request: Request,
  now: Date,
): Promise<TakenStep> {
  const instance = await lockInstance(tx, request.objectId)
  const step = (await stepsOfInstance(tx, instance)).find(({ id }) => id === request.stepId)
  if (!step || instance.kind !== subject.kind)
    throw new DomainError('not-found', 'There is no such step for this object. Reload the page.', {
      title: STEP_REFUSED,
    })
  const moved = request.seenEventId !== null && request.seenEventId !== instance.lastEventId
  const elsewhere =
    step.fromQueue !== instance.queue || (step.fromStatus !== null && step.fromStatus !== instance.status)
  if (moved || elsewhere) throw await conflict(tx, instance)
  await subject.seen?.(tx, instance, request)

  const refusal = refusalOf(step, taker, await subject.marks(tx, instance))
  if (refusal) throw new DomainError('forbidden', refusal, { title: STEP_REFUSED })
  if (step.commentRequired && request.comment.trim() === '')
    throw new DomainError('invalid', `Write a comment: "${step.display}" needs one.`, {
      title: STEP_REFUSED,
      fields: { eventLog: `"${step.display}" needs a comment` },
    })
  const found = step.condition
    ? await named(subject.conditions, step.condition)(tx, instance, request)
    : undefined

  const to = (await subject.target?.(tx, instance, step)) ?? {
    queue: step.toQueue,
    status: step.toStatus,
    class: step.toClass,
  }
  const data = { ...request.data, ...(found || {}), ...(await subject.check?.(tx, instance, step, request)) }
  const by = { id: taker.id, fullName: taker.fullName }
  const eventId = await moveInstance(tx, instance, {
    type: 'step',
    name: step.name,
    stepId: step.id,
    to,
    who: by,
    log: request.comment.trim(),
    data,
    now,
    opensRound: step.opensRound,
  })
  const round = instance.round + (step.opensRound ? 1 : 0)
  const taken: TakenStep = { step, eventId, to, round, by, at: now }
  if (step.effect) await named(subject.effects, step.effect)(tx, instance, taken, request)
  return taken
}

function named<T>(table: Record<string, T>, name: string): T {
  const entry = table[name]
  if (!entry) throw new Error(`The workflow names "${name}", which the code does not know`)
  return entry
}

async function conflict(tx: Transaction, instance: Instance): Promise<DomainError> {
  const last = await lastEventOf(tx, instance.objectId)
  const who = last ? ` by ${last.whoName}` : ''
  return new DomainError(
    'conflict',
    `It is now ${instance.status} (${instance.queue}), changed${who} after you opened this page. Look at its history, then decide again.`,
    { title: STEP_REFUSED },
  )
}
