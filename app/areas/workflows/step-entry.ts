import { DomainError } from '~/platform/values/domain-error'
import type { Judged } from '~/platform/workflow/definition-faults'
import {
  type DefinitionStep,
  OWN_STEP,
  sameState,
  sourceStateName,
  stateName,
  statesOf,
  type WorkflowState,
} from '~/platform/workflow/definition-step'
import { CLOSED_QUEUES, type KindRules } from '~/platform/workflow/kind-rules'
import { EVENT_CLASSES, type EventClass, SYSTEM } from '~/platform/workflow/types'

/** The fields of a step's form. */
export interface StepEntry {
  display: string
  /** A place, "QUEUE / any status" included, by its name. */
  from: string
  /** A place by its name; '' for the new one below. */
  to: string
  newQueue: string
  newStatus: string
  newClass: string
  actingQueue: string
  commentRequired: boolean
  excludes: string[]
  dateToDisplayId: DefinitionStep['dateToDisplayId']
}

/** The choices in the form of a step. */
export interface StepChoices {
  from: string[]
  /** Places that exist, or that Fundesk adds. */
  to: (WorkflowState & { class: EventClass })[]
  /** Of a new place. */
  newQueues: string[]
  actingQueues: string[]
}

const ANY = 'any status'
const MAX_LENGTH = 40
const STATUS = /^[A-Z0-9][A-Z0-9 -]{0,29}$/

/** @param queues those that a user may be a member of */
export function stepChoices(
  steps: readonly DefinitionStep[],
  { rules, shipped, queues }: Judged,
): StepChoices {
  const starts = rules.starts.map((place) => ({ ...place, class: 'new' as const }))
  const places = new Map(
    [...statesOf(shipped), ...starts, ...statesOf(steps)].map((place) => [stateName(place), place]),
  )
  const own = [...new Set([...places.values()].map(({ queue }) => queue))].filter(
    (queue) => !CLOSED_QUEUES.includes(queue),
  )
  return {
    from: [
      ...[...places].flatMap(([name, { queue }]) => (CLOSED_QUEUES.includes(queue) ? [] : [name])),
      ...own.map((queue) => stateName({ queue, status: ANY })),
    ],
    to: [...places.values()],
    newQueues: own,
    actingQueues: [...new Set([...queues, ...own])].sort(),
  }
}

/** Does Fundesk itself take this step? Then it cannot be changed or left out. */
export function isFixed({ actingQueue, fromQueue }: DefinitionStep): boolean {
  return actingQueue === SYSTEM || fromQueue === SYSTEM
}

/**
 * A step with the values of its form.
 * @param before the step that is changed, or the Fundesk step whose work a new one does; null for one of the site's own
 * @throws DomainError invalid, with a sentence for each field
 */
export function enteredStep(
  before: DefinitionStep | null,
  entry: StepEntry,
  rules: KindRules,
  choices: StepChoices,
): DefinitionStep {
  const faults: Record<string, string> = {}
  const display = entry.display.trim()
  if (display === '' || display.length > MAX_LENGTH)
    faults.display = `Enter the button text, ${MAX_LENGTH} characters at most.`
  const isKept = (name: string) => before !== null && name === sourceStateName(before)
  if (!choices.from.includes(entry.from) && !isKept(entry.from)) faults.from = 'Choose where it starts.'
  if (!choices.actingQueues.includes(entry.actingQueue) && entry.actingQueue !== before?.actingQueue)
    faults.actingQueue = `"${entry.actingQueue}" is not a queue that can have members. Choose one from the list.`
  const target = targetOf(entry, choices, faults)
  if (Object.keys(faults).length > 0 || target === null)
    throw new DomainError('invalid', Object.values(faults).join(' '), { fields: faults })
  const [fromQueue = '', fromStatus = ''] = entry.from.split(' / ')
  const marks = rules.marks.filter((mark) => entry.excludes.includes(mark))
  const dates = rules.datesEffect === null ? null : entry.dateToDisplayId
  const isOwn = before === null || before.name.startsWith(OWN_STEP)
  return {
    name: before?.name ?? `${OWN_STEP}${display.toLowerCase()}`,
    display,
    fromQueue,
    fromStatus: fromStatus === ANY ? null : fromStatus,
    ...target,
    actingQueue: entry.actingQueue,
    dateToDisplayId: dates,
    commentRequired: entry.commentRequired,
    opensRound: before?.opensRound ?? false,
    excludes: marks,
    mark: before?.mark ?? null,
    condition: before?.condition ?? null,
    // The effect that stores the dates is set together with them.
    effect: isOwn || before.effect === null ? dates && rules.datesEffect : before.effect,
  }
}

type Target = Pick<DefinitionStep, 'toQueue' | 'toStatus' | 'toClass'>

function targetOf(
  { to, newQueue, newStatus, newClass }: StepEntry,
  choices: StepChoices,
  faults: Record<string, string>,
): Target | null {
  if (to !== '') {
    const existing = choices.to.find((place) => stateName(place) === to)
    if (!existing) faults.to = 'Choose where it leads, or a new place.'
    return existing ? { toQueue: existing.queue, toStatus: existing.status, toClass: existing.class } : null
  }
  const status = newStatus.trim().replace(/\s+/g, ' ').toUpperCase()
  const toClass = EVENT_CLASSES.find((each) => each === newClass)
  if (!choices.newQueues.includes(newQueue)) faults.newQueue = 'Choose the queue of the new place.'
  if (!STATUS.test(status))
    faults.newStatus = 'Enter its status: letters, digits, blanks and hyphens, 30 at most.'
  if (!toClass) faults.newClass = 'Choose the colour of the new place.'
  const place = { queue: newQueue, status }
  if (choices.to.some((each) => sameState(each, place)))
    faults.newStatus = `${stateName(place)} already exists: choose it above.`
  return toClass ? { toQueue: newQueue, toStatus: status, toClass } : null
}
