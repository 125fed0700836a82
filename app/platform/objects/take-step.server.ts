import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { stepTaker } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Context } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { lastEventOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import {
  type EventData,
  type FourEyesRoles,
  type Instance,
  type RoutingEvent,
  routingEvent,
  type State,
  type Step,
  type StepTaker,
  SYSTEM,
} from '~/platform/workflow/types'

/** The title of refused steps. */
export const STEP_REFUSED = 'Workflow cannot move to next step.'

/** The steps from the current place of an object, for any user. */
export function stepsFrom(steps: readonly Step[], at: { queue: string; status: string }): Step[] {
  return steps.filter(
    (step) => step.fromQueue === at.queue && (step.fromStatus === null || step.fromStatus === at.status),
  )
}

/** What a user with a mark has done; the marks of a round last until the next round. */
const DONE: Readonly<Record<string, readonly [did: string, when: string]>> = {
  maker: ['prepared it', ' in this round'],
  approver: ['approved it', ' in this round'],
  signer: ['signed it', ' in this round'],
  quantifier: ['quantified it', ' in this round'],
  validator: ['validated it', ' in this round'],
  editor: ['entered or edited it', ''],
  sender: ['sent it', ''],
  submitter: ['submitted it', ' in this round'],
  booker: ['booked it', ''],
  'first approver': ['gave the first approval', ' in this round'],
  'second approver': ['gave the second approval', ' in this round'],
  doer: ['did it', ' in this round'],
}

/**
 * Who of the taker and those with whom they count as one person has a mark, and what they did; null where none has it.
 * Neither a substitute nor the person who is away is the second pair of eyes for the other.
 */
function whoDid(mark: string, taker: StepTaker, people: ReadonlySet<number> | undefined): string | null {
  const [did, when] = DONE[mark] ?? []
  if (people?.has(taker.id)) return did === undefined ? `you are its ${mark}` : `you ${did} yourself${when}`
  const partner = taker.oneWith.find(({ id }) => people?.has(id))
  if (!partner) return null
  const { fullName, isAway } = partner
  const who = isAway ? `${fullName}, whom you substitute,` : `${fullName}, who substitutes you,`
  return did === undefined ? `${who} is its ${mark}` : `${who} ${did}${when}`
}

/** The capacity in which a user takes a step: their own before that of a person whom they substitute. */
const capacityFor = ({ capacities }: StepTaker, { actingQueue, functionId }: Step) =>
  capacities.find(({ queues, mayUpdate }) => queues.includes(actingQueue) && mayUpdate(functionId))

/** Why a user may not take a step, as a sentence; null if they may. */
function refusalOf(step: Step, taker: StepTaker, marks: FourEyesRoles): string | null {
  if (step.actingQueue === SYSTEM) return `“${step.display}” is taken by the system.`
  if (!taker.mayUpdate(step.functionId))
    return `You need the update permission for this page to take “${step.display}”. Ask an administrator.`
  if (!taker.queues.includes(step.actingQueue))
    return `“${step.display}” is for members of the queue ${step.actingQueue}.`
  if (!capacityFor(taker, step))
    return `“${step.display}” needs one person with the queue ${step.actingQueue} and the update permission for this page.`
  const held = taker.heldBack(step)
  if (held !== null) return held
  for (const mark of step.excludes) {
    const why = whoDid(mark, taker, marks[mark])
    if (why !== null) return `“${step.display}” needs another person: ${why} (four-eyes rule).`
  }
  return null
}

/** The steps offered to a user, and those withheld only by the four-eyes rule or a reset, with the reason. */
export function offeredSteps(
  steps: readonly Step[],
  instance: Instance,
  taker: StepTaker,
  marks: FourEyesRoles,
): { offered: Step[]; withheld: { step: Step; reason: string }[] } {
  const offered: Step[] = []
  const withheld: { step: Step; reason: string }[] = []
  for (const step of stepsFrom(steps, instance)) {
    if (step.actingQueue === SYSTEM || !taker.queues.includes(step.actingQueue)) continue
    const reason = refusalOf(step, taker, marks)
    if (reason === null) offered.push(step)
    else withheld.push({ step, reason })
  }
  return { offered, withheld }
}

export interface NextSteps {
  routing: RoutingEvent[]
  withheld: { display: string; reason: string }[]
  /** Since when the object has been in its place. */
  since: Date
  /** The people for whom the user would take them. */
  actsFor: string[]
}

/**
 * The steps that a user may take from an object's current place, and those withheld only by the four-eyes rule, with
 * the reason. Conditions are checked when a step is taken.
 */
export async function nextSteps(
  read: Read,
  taker: StepTaker,
  instance: Instance,
  marks: FourEyesRoles,
): Promise<NextSteps> {
  return nextStepsOf(await stepsOfInstance(read, instance), taker, instance, marks)
}

/** The same for callers that have already read the steps of the object's version. */
export function nextStepsOf(
  steps: readonly Step[],
  taker: StepTaker,
  instance: Instance,
  marks: FourEyesRoles,
): NextSteps {
  const { offered, withheld } = offeredSteps(steps, instance, taker, marks)
  return {
    routing: offered.map((step) => routingEvent(step, instance.queue)),
    withheld: withheld.map(({ step, reason }) => ({ display: step.display, reason })),
    since: instance.lastEventAt,
    actsFor: [...new Set(offered.flatMap((step) => capacityFor(taker, step)?.actsFor?.fullName ?? []))],
  }
}

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
  workflow: WorkflowHandlers<Input, Facts>,
  objectId: number,
  stepId: number,
  input: Input,
): Promise<string> {
  const { tx, actor, now } = context
  const take = async () => {
    const facts = await workflow.before(context, objectId, input)
    workflow.checkInput?.(context, facts, input)
    const instance = await lockInstance(tx, objectId)
    const step = (await stepsOfInstance(tx, instance)).find(({ id }) => id === stepId)
    if (!step || !workflow.kinds.includes(instance.kind))
      throw new DomainError('not-found', 'There is no such step for this object. Reload the page.', {
        title: STEP_REFUSED,
      })
    const request = { step, input, facts }
    await refuseWhenMoved(context, instance, step, input.seenEventId)
    await workflow.seen?.(context, instance, request)

    const taker = stepTaker(actor)
    const refusal = refusalOf(step, taker, await workflow.marks(context, instance))
    if (refusal) throw new DomainError('forbidden', refusal, { title: STEP_REFUSED })
    if (step.commentRequired && input.comment.trim() === '')
      throw new DomainError('invalid', `Enter a message for “${step.display}”.`, {
        title: STEP_REFUSED,
        fields: { eventLog: `Enter a message for “${step.display}”` },
      })

    const data: EventData = { ...workflow.recorded?.(input) }
    if (step.condition)
      Object.assign(data, await named(workflow.conditions, step.condition)(context, instance, request))
    const to = (await workflow.target?.(context, instance, step)) ?? {
      queue: step.toQueue,
      status: step.toStatus,
      class: step.toClass,
    }
    for (const condition of Object.values(workflow.conditionsOfEveryStep ?? {}))
      Object.assign(data, await condition(context, instance, request))

    await moveInstance(tx, instance, {
      type: 'step',
      name: step.name,
      stepId: step.id,
      to,
      who: { ...actor, actsFor: capacityFor(taker, step)?.actsFor ?? null },
      log: input.comment.trim(),
      data,
      now,
      opensRound: step.opensRound,
    })
    const taken = { ...request, to, round: instance.round + (step.opensRound ? 1 : 0) }
    if (step.effect) await named(workflow.effects, step.effect)(context, instance, taken)
    for (const effect of Object.values(workflow.effectsOfEveryStep ?? {}))
      await effect(context, instance, taken)
    return `${workflow.nameOf(objectId, facts)}: ${to.status} (${to.queue})`
  }
  return withIdempotencyKey(context, `${workflow.kinds[0]} step ${stepId} of ${objectId}`, take)
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

/** A table whose rows have a revision. */
type Counted = PgTable & { id: PgColumn; revision: PgColumn; updatedBy: PgColumn }

interface Seen {
  /** "draft", "budget". */
  what: string
  id: number
  /** The revision shown by the form; null if not given. */
  revision: number | null
  /** Title of the refusal. */
  title: string
}

/**
 * No user may move an object in a state that they have not seen: the form's revision must be the current one.
 * @throws DomainError 'conflict' that names the user who changed it
 */
export async function sameRevision(
  read: Read,
  table: Counted,
  { what, id, revision, title }: Seen,
): Promise<void> {
  if (revision === null) return
  const [row] = await read
    .select({ revision: table.revision, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(table as PgTable)
    .leftJoin(appUser, eq(appUser.id, table.updatedBy))
    .where(eq(table.id, id))
  if (!row || row.revision === revision) return
  const who = row.firstName === null ? '' : ` by ${row.firstName} ${row.lastName}`
  throw new DomainError(
    'conflict',
    `The ${what} was changed${who} after you opened this page. Check its current state, then choose again.`,
    { title },
  )
}
