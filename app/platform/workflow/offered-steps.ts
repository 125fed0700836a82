import { type Instance, type Marks, type Step, type StepTaker, SYSTEM } from './types'

/** The steps that lead on from where an object is, whoever asks. */
export function stepsFrom(steps: readonly Step[], at: { queue: string; status: string }): Step[] {
  return steps.filter(
    (step) => step.fromQueue === at.queue && (step.fromStatus === null || step.fromStatus === at.status),
  )
}

/** What somebody did who has a mark, as they are told it; marks of one round are theirs until another begins. */
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

/** Why a person may not take a step, in a sentence, or null when they may. */
export function refusalOf(step: Step, taker: StepTaker, marks: Marks): string | null {
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

/** The steps that a person is offered, and those that only the four-eyes rule or a reset keeps from them, and why. */
export function offeredSteps(
  steps: readonly Step[],
  instance: Instance,
  taker: StepTaker,
  marks: Marks,
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
