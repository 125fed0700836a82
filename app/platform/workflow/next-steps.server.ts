import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from './definition.server'
import {
  type FourEyesRoles,
  type Instance,
  type RoutingEvent,
  routingEvent,
  type Step,
  type StepTaker,
  SYSTEM,
} from './types'

/** The title of refused steps. */
export const STEP_REFUSED = 'Workflow cannot move to next step.'

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
export function refusalOf(step: Step, taker: StepTaker, marks: FourEyesRoles): string | null {
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
