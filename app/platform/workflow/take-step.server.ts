import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from './definition.server'
import { lastEventOf } from './history.server'
import { lockInstance, moveInstance } from './instance.server'
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
} from './types'

/** The steps from the current place of an object, for any user. */
export function stepsFrom(steps: readonly Step[], at: { queue: string; status: string }): Step[] {
  return steps.filter(
    (step) => step.fromQueue === at.queue && (step.fromStatus === null || step.fromStatus === at.status),
  )
}

/** What a user with a mark has done; the marks of a round last until the next round. */
const DONE: Readonly<Record<string, string>> = {
  maker: 'you prepared it yourself in this round',
  approver: 'you approved it yourself in this round',
  validator: 'you validated it yourself in this round',
  editor: 'you entered or edited it yourself',
  sender: 'you sent it yourself',
  submitter: 'you submitted it yourself in this round',
  booker: 'you booked it yourself',
  'first approver': 'you gave the first approval yourself in this round',
  'second approver': 'you gave the second approval yourself in this round',
  doer: 'you did it yourself in this round',
}

/** Why a user may not take a step, as a sentence; null if they may. */
function refusalOf(step: Step, taker: StepTaker, marks: FourEyesRoles): string | null {
  if (step.actingQueue === SYSTEM) return `"${step.display}" is taken by the system.`
  if (!taker.mayUpdate(step.functionId))
    return `You need the update permission for this page to take "${step.display}". Ask an administrator.`
  if (!taker.queues.includes(step.actingQueue))
    return `"${step.display}" is for members of the queue ${step.actingQueue}.`
  const held = taker.heldBack(step)
  if (held !== null) return held
  for (const mark of step.excludes) {
    if (marks[mark]?.has(taker.id))
      return `"${step.display}" needs another person: ${DONE[mark] ?? `you are its ${mark}`} (four-eyes rule).`
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
  }
}

/** What the owning area provides for its kind of object. */
export interface WorkflowHandlers<Request extends StepRequest = StepRequest> {
  kind: string
  marks(tx: Transaction, instance: Instance): Promise<FourEyesRoles>
  /** Throws a "conflict" if anything but the place of the object changed after the form was opened. */
  seen?(tx: Transaction, instance: Instance, request: Request): Promise<void>
  /**
   * Named in workflow_step.condition; throws a DomainError if the step may not be taken now. Its result is stored with
   * the event.
   */
  conditions: Record<
    string,
    (tx: Transaction, instance: Instance, request: Request) => Promise<EventData> | Promise<void>
  >
  /** The same for every step of such an object, regardless of its definition. */
  check?(tx: Transaction, instance: Instance, step: Step, request: Request): Promise<EventData>
  /** Named in workflow_step.effect; runs in the step's transaction, after its event. */
  effects: Record<
    string,
    (tx: Transaction, instance: Instance, taken: TakenStep, request: Request) => Promise<void>
  >
  /** The target of the step, if it depends on the object; otherwise the one in the definition. */
  target?(tx: Transaction, instance: Instance, step: Step): Promise<State | null>
}

export interface StepRequest {
  objectId: number
  stepId: number
  /** The latest event shown by the form; null if not given. */
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
 * Takes a step with the object locked: the object must still be where the form showed it, the user must be allowed to
 * take the step, and the conditions must hold. Event, new state and effects are in the caller's transaction.
 */
export async function takeStep<Request extends StepRequest>(
  { tx, now }: TransactionAt,
  subject: WorkflowHandlers<Request>,
  taker: StepTaker,
  request: Request,
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
    throw new DomainError('invalid', `Enter a message for “${step.display}”.`, {
      title: STEP_REFUSED,
      fields: { eventLog: `Enter a message for “${step.display}”` },
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
    `It is now ${instance.status} (${instance.queue}), changed${who} after you opened this page. Check its history, then decide again.`,
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
