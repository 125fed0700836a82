import type { EventClass, Step } from './types'

/** A place of an object, as named in a version of a workflow. */
export interface WorkflowState {
  queue: string
  status: string
}

/** A step of a version of a workflow, without its stored id. */
export interface DefinitionStep
  extends Pick<
    Step,
    | 'name'
    | 'display'
    | 'fromStatus'
    | 'toQueue'
    | 'toStatus'
    | 'toClass'
    | 'actingQueue'
    | 'dateToDisplayId'
    | 'commentRequired'
    | 'opensRound'
    | 'excludes'
    | 'mark'
    | 'condition'
    | 'effect'
  > {
  fromQueue: string
}

/** Prefix of the names of a site's own steps: no name used by the code begins with it. */
export const OWN_STEP = 'site: '

/** "TEAM LEADER / SUBMITTED" */
export function stateName({ queue, status }: WorkflowState): string {
  return `${queue} / ${status}`
}

export const sameState = (a: WorkflowState, b: WorkflowState): boolean =>
  a.queue === b.queue && a.status === b.status

export function targetState({
  toQueue,
  toStatus,
}: Pick<DefinitionStep, 'toQueue' | 'toStatus'>): WorkflowState {
  return { queue: toQueue, status: toStatus }
}

/** "ACCOUNTANT / RETURNED", "ACCOUNTANT / any status" */
export function sourceStateName({
  fromQueue,
  fromStatus,
}: Pick<DefinitionStep, 'fromQueue' | 'fromStatus'>): string {
  return stateName({ queue: fromQueue, status: fromStatus ?? 'any status' })
}

/** "Submit, from ACCOUNTANT / CONTROLLED": identifies a step within a version. */
export function stepLabel(step: DefinitionStep): string {
  return `${step.display}, from ${sourceStateName(step)}`
}

/** Each place once, in the order in which steps lead to it, with its class. */
export function statesOf(steps: readonly DefinitionStep[]): (WorkflowState & { class: EventClass })[] {
  const places = new Map(
    [...steps]
      .reverse()
      .map((step) => [stateName(targetState(step)), { ...targetState(step), class: step.toClass }]),
  )
  return [...places.values()].reverse()
}

/** A stored step without the fields of its row. */
export function definitionStep(step: Step): DefinitionStep {
  const { name, display, fromStatus, toQueue, toStatus, toClass, actingQueue, dateToDisplayId } = step
  const { commentRequired, opensRound, excludes, mark, condition, effect } = step
  return {
    name,
    display,
    fromQueue: step.fromQueue ?? '',
    fromStatus,
    toQueue,
    toStatus,
    toClass,
    actingQueue,
    dateToDisplayId,
    commentRequired,
    opensRound,
    excludes,
    mark,
    condition,
    effect,
  }
}

type Shown = (step: DefinitionStep) => string

/** The visible properties of a step, in the order of its form. */
const FIELDS: readonly [label: string, show: Shown][] = [
  ['name', ({ display }) => display],
  ['from', sourceStateName],
  ['to', (step) => stateName(targetState(step))],
  ['colour', ({ toClass }) => toClass],
  ['taken by', ({ actingQueue }) => actingQueue],
  ['comment', ({ commentRequired }) => (commentRequired ? 'required' : 'not required')],
  ['excludes', ({ excludes }) => [...excludes].sort().join(', ') || 'none'],
  ['asks for', ({ dateToDisplayId }) => inputDescription(dateToDisplayId)],
]

/** Description of the inputs in a step's form (specification, section 4: dateToDisplayId). */
export function inputDescription(dateToDisplayId: DefinitionStep['dateToDisplayId']): string {
  if (dateToDisplayId === null) return 'no dates'
  return {
    1: 'last document reception',
    2: 'client validation date',
    3: 'reason and last document reception',
  }[dateToDisplayId]
}

/** The differences between two versions, one sentence per step. */
export function definitionChanges(
  before: readonly DefinitionStep[],
  after: readonly DefinitionStep[],
): string[] {
  const pairs = paired(before, after)
  const changed = pairs.flatMap(([was, is]) => {
    const fields = FIELDS.filter(([, show]) => show(was) !== show(is)).map(
      ([label, show]) => `${label} ${show(was)} → ${show(is)}`,
    )
    return fields.length === 0 ? [] : [`${stepLabel(was)}: ${fields.join(', ')}`]
  })
  const added = after.filter((step) => !pairs.some(([, is]) => is === step))
  const left = before.filter((step) => !pairs.some(([was]) => was === step))
  return [
    ...changed,
    ...added.map(
      (step) => `Added: ${stepLabel(step)}, to ${stateName(targetState(step))}, taken by ${step.actingQueue}`,
    ),
    ...left.map((step) => `Removed: ${stepLabel(step)}`),
  ]
}

/** Pairs the steps of both versions: by name, first those that start at the same place, then in order. */
function paired(before: readonly DefinitionStep[], after: readonly DefinitionStep[]) {
  const pairs: [DefinitionStep, DefinitionStep][] = []
  const isFree = (step: DefinitionStep) => !pairs.some((pair) => pair.includes(step))
  const alike: ((a: DefinitionStep, b: DefinitionStep) => boolean)[] = [
    (a, b) => a.name === b.name && sourceStateName(a) === sourceStateName(b),
    (a, b) => a.name === b.name && a.fromQueue === b.fromQueue,
  ]
  for (const isSame of alike)
    for (const was of before) {
      if (!isFree(was)) continue
      const is = after.find((step) => isFree(step) && isSame(was, step))
      if (is) pairs.push([was, is])
    }
  return pairs
}
