import { stepTaker } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Context } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { lastEventOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { refusalOf, STEP_REFUSED } from '~/platform/workflow/next-steps.server'
import type { EventData, FourEyesRoles, Instance, State, Step } from '~/platform/workflow/types'

/** What is sent with a step of any object; a kind of object may need more. */
export interface StepInput {
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  comment: string
}

/** A step that is about to be taken. */
export interface StepRequest<Input, Facts> {
  step: Step
  input: Input
  facts: Facts
}

/** A step that was taken. */
export interface TakenStep<Input, Facts> extends StepRequest<Input, Facts> {
  to: State
  /** The round that the step belongs to. */
  round: number
}

/** Throws a DomainError if the step may not be taken now. Its result is stored with the event. */
type Condition<Input, Facts> = (
  context: UserWriteContext,
  instance: Instance,
  request: StepRequest<Input, Facts>,
) => Promise<EventData> | Promise<void>

/** Runs in the step's transaction, after its event; gets the instance as it was before. */
type Effect<Input, Facts> = (
  context: UserWriteContext,
  instance: Instance,
  taken: TakenStep<Input, Facts>,
) => Promise<void>

/** What an area declares about the steps of its kind of object. */
export interface WorkflowHandlers<Input extends StepInput = StepInput, Facts = void> {
  /** The names of the kinds, the usual one first. */
  kinds: readonly [string, ...string[]]
  /** Takes the locks that come before that of the object, and returns what the other functions have to know. */
  before(context: UserWriteContext, objectId: number, input: Input): Promise<Facts>
  /** Refuses input that is impossible with any step, before the object is locked. */
  checkInput?(context: UserWriteContext, facts: Facts, input: Input): void
  /** Throws a "conflict" if anything but the place of the object changed after the form was opened. */
  seen?(context: UserWriteContext, instance: Instance, request: StepRequest<Input, Facts>): Promise<void>
  /** The users whom the four-eyes rule excludes from steps. */
  marks(context: Pick<Context, 'read'>, instance: Instance): Promise<FourEyesRoles>
  /** Named in workflow_step.condition. */
  conditions: Readonly<Record<string, Condition<Input, Facts>>>
  /** Conditions of every step, in this order, after the one that its definition names. */
  conditionsOfEveryStep?: Readonly<Record<string, Condition<Input, Facts>>>
  /** The target of the step, if it depends on the object; otherwise the one in the definition. */
  target?(context: UserWriteContext, instance: Instance, step: Step): Promise<State | null>
  /** What the event says of the input. */
  recorded?(input: Input): EventData
  /** Named in workflow_step.effect. */
  effects: Readonly<Record<string, Effect<Input, Facts>>>
  /** Effects of every step, in this order, after the one that its definition names. */
  effectsOfEveryStep?: Readonly<Record<string, Effect<Input, Facts>>>
  /** The name of the object in the line about its step: "Draft 12". */
  nameOf(objectId: number, facts: Facts): string
  /** How the transaction of a step is begun, where a refusal has consequences that must be stored. */
  inTransaction?<Result>(
    work: UserWork,
    step: (context: UserWriteContext) => Promise<Result>,
  ): Promise<Result>
}

/**
 * Takes a step with the object locked: the object must still be where the form showed it, the user must be allowed to
 * take the step, and the conditions must hold. Event, new state and effects are in the caller's transaction.
 * @param stepId `workflowId` of the step
 * @returns the result in a short line
 */
export async function takeStep<Input extends StepInput, Facts>(
  context: UserWriteContext,
  kind: WorkflowHandlers<Input, Facts>,
  objectId: number,
  stepId: number,
  input: Input,
): Promise<string> {
  const { tx } = context
  const take = async () => {
    const facts = await kind.before(context, objectId, input)
    kind.checkInput?.(context, facts, input)
    const instance = await lockInstance(tx, objectId)
    const step = (await stepsOfInstance(tx, instance)).find(({ id }) => id === stepId)
    if (!step || !kind.kinds.includes(instance.kind))
      throw new DomainError('not-found', 'There is no such step for this object. Reload the page.', {
        title: STEP_REFUSED,
      })
    const { to } = await takeFrom(context, kind, instance, { step, input, facts })
    return `${kind.nameOf(objectId, facts)}: ${to.status} (${to.queue})`
  }
  const action = `${kind.kinds[0]} step ${stepId} of ${objectId}`
  return withIdempotencyKey(context, action, take)
}

async function takeFrom<Input extends StepInput, Facts>(
  context: UserWriteContext,
  kind: WorkflowHandlers<Input, Facts>,
  instance: Instance,
  request: StepRequest<Input, Facts>,
): Promise<TakenStep<Input, Facts>> {
  const { tx, actor, now } = context
  const { step, input } = request
  await refuseWhenMoved(context, instance, step, input.seenEventId)
  await kind.seen?.(context, instance, request)

  const refusal = refusalOf(step, stepTaker(actor), await kind.marks(context, instance))
  if (refusal) throw new DomainError('forbidden', refusal, { title: STEP_REFUSED })
  if (step.commentRequired && input.comment.trim() === '')
    throw new DomainError('invalid', `Enter a message for “${step.display}”.`, {
      title: STEP_REFUSED,
      fields: { eventLog: `Enter a message for “${step.display}”` },
    })

  const data: EventData = { ...kind.recorded?.(input) }
  if (step.condition)
    Object.assign(data, await named(kind.conditions, step.condition)(context, instance, request))
  const to = (await kind.target?.(context, instance, step)) ?? {
    queue: step.toQueue,
    status: step.toStatus,
    class: step.toClass,
  }
  for (const holds of Object.values(kind.conditionsOfEveryStep ?? {}))
    Object.assign(data, await holds(context, instance, request))

  await moveInstance(tx, instance, {
    type: 'step',
    name: step.name,
    stepId: step.id,
    to,
    who: actor,
    log: input.comment.trim(),
    data,
    now,
    opensRound: step.opensRound,
  })
  const taken = { ...request, to, round: instance.round + (step.opensRound ? 1 : 0) }
  if (step.effect) await named(kind.effects, step.effect)(context, instance, taken)
  for (const effect of Object.values(kind.effectsOfEveryStep ?? {})) await effect(context, instance, taken)
  return taken
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = table[name]
  if (!entry) throw new Error(`The workflow names "${name}", which the code does not know`)
  return entry
}

/** @throws DomainError 'conflict' when the object is no longer where the form showed it */
async function refuseWhenMoved(
  { read }: UserWriteContext,
  { objectId, queue, status, lastEventId }: Instance,
  step: Step,
  seenEventId: number | null,
): Promise<void> {
  const hasMoved = seenEventId !== null && seenEventId !== lastEventId
  const isElsewhere = step.fromQueue !== queue || (step.fromStatus !== null && step.fromStatus !== status)
  if (!hasMoved && !isElsewhere) return
  const last = await lastEventOf(read, objectId)
  const who = last ? ` by ${last.whoName}` : ''
  throw new DomainError(
    'conflict',
    `It is now ${status} (${queue}), changed${who} after you opened this page. Check its history, then decide again.`,
    { title: STEP_REFUSED },
  )
}
