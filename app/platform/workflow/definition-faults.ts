import { formatList } from '~/platform/values/show'
import {
  type DefinitionStep,
  OWN_STEP,
  sameState,
  sourceStateName,
  stateName,
  statesOf,
  stepLabel,
  targetState,
  type WorkflowState,
} from './definition-step'
import { CLOSED_QUEUES, type KindRules } from './kind-rules'
import { OWN_QUEUE, SYSTEM } from './types'

/** A fault of a version, as a sentence. */
export interface DefinitionFault {
  /** Index of the step; null for the version as a whole. */
  step: number | null
  sentence: string
}

/** A transition between places: a step, or a move by the code. */
interface Transition {
  from: string
  to: string
  /** Index of the step; null for a move by the code. */
  step: number | null
  name: string
  display: string
}

/** Places by name, and the transitions between them. */
interface Graph {
  places: ReadonlyMap<string, WorkflowState>
  transitions: readonly Transition[]
}

type Moving = Pick<KindRules, 'starts' | 'moves'>

/** A version as a graph: steps "from any status" start at every place of their queue. */
function graphOf(steps: readonly DefinitionStep[], { starts, moves }: Moving): Graph {
  const places = new Map<string, WorkflowState>()
  const add = (place: WorkflowState) => places.set(stateName(place), place)
  for (const place of starts) add(place)
  for (const step of steps)
    if (step.fromStatus !== null) add({ queue: step.fromQueue, status: step.fromStatus })
  for (const { queue, status } of statesOf(steps)) add({ queue, status })
  for (const { to } of moves) add(to)
  const ofQueue = (queue: string, status?: string) =>
    [...places]
      .filter(([, place]) => place.queue === queue && (status === undefined || place.status === status))
      .map(([name]) => name)
  const startsOf = (step: DefinitionStep) =>
    step.fromStatus === null ? ofQueue(step.fromQueue) : [sourceStateName(step)]
  const transitions: Transition[] = steps.flatMap((step, index) =>
    startsOf(step).map((from) => ({
      from,
      to: stateName(targetState(step)),
      step: index,
      name: step.name,
      display: step.display,
    })),
  )
  for (const { from, to, display } of moves) {
    const origins =
      'queue' in from
        ? ofQueue(from.queue, from.status)
        : transitions.filter(({ name }) => name === from.step).map((transition) => transition.from)
    const name = 'step' in from ? from.step : ''
    for (const origin of new Set(origins))
      transitions.push({ from: origin, to: stateName(to), step: null, name, display })
  }
  return { places, transitions }
}

/** All places reachable from these, including these; with `without`, not by steps of that name. */
function reachable({ transitions }: Graph, from: Iterable<string>, without?: string): Set<string> {
  const reached = new Set(from)
  for (const at of reached)
    for (const transition of transitions)
      if (transition.from === at && transition.name !== without) reached.add(transition.to)
  return reached
}

/** All places from which some of these are reachable, including these. */
function leadingTo({ transitions, places }: Graph, to: Iterable<string>): Set<string> {
  const back = transitions.map((transition) => ({ ...transition, from: transition.to, to: transition.from }))
  return reachable({ transitions: back, places }, to)
}

/** The faults in the sequence of a version's steps. */
function chainFaults(steps: readonly DefinitionStep[], rules: KindRules): DefinitionFault[] {
  const graph = graphOf(steps, rules)
  // Only steps that users can take count: a change of figures that returns a NAV is not a way out.
  const taken = graphOf(steps, { ...rules, moves: [] })
  const whole = (sentence: string): DefinitionFault => ({ step: null, sentence })
  const reached = reachable(graph, rules.starts.map(stateName))
  const stranded = steps.flatMap((step, index): DefinitionFault[] => {
    const starts = graph.transitions.filter((transition) => transition.step === index)
    if (step.actingQueue === SYSTEM || starts.some(({ from }) => reached.has(from))) return []
    if (isBeginning(step, rules)) return []
    const sentence = `"${stepLabel(step)}": no ${rules.title} ever gets there. Add a step that leads there, or delete this one.`
    return [{ step: index, sentence }]
  })
  const isEnd = (name: string) => [...rules.goals, ...rules.ends].some((place) => stateName(place) === name)
  const done = leadingTo(taken, rules.goals.map(stateName))
  const stuck = [...reached].filter((name) => !isEnd(name) && !done.has(name))
  const dead = stuck.filter((name) => !taken.transitions.some(({ from, to }) => from === name && to !== name))
  const circles = stuck.filter((name) => !dead.includes(name))
  const goals = rules.goals.map(stateName).join(' or ')
  return [
    ...stranded,
    ...rules.goals
      .map(stateName)
      .filter((name) => !reached.has(name))
      .map((name) => whole(`No step leads to ${name} any more, but Fundesk needs it.`)),
    ...dead.map((name) => whole(`${name} is a dead end: no step leads on from there. Add one.`)),
    ...circles.map((name) =>
      whole(
        `${name} has no way out: its steps go round in a circle and never reach ${goals}. Add one that does.`,
      ),
    ),
    ...gateFaults(graphOf(steps, { ...rules, moves: byQueue(rules) }), rules).map(whole),
  ]
}

/** "Created": the step that the code takes when an object is created. */
function isBeginning(
  { fromQueue, fromStatus, toQueue, toStatus }: DefinitionStep,
  { starts }: KindRules,
): boolean {
  return (
    fromQueue === SYSTEM &&
    fromStatus === 'CREATED' &&
    starts.some((place) => sameState(place, { queue: toQueue, status: toStatus }))
  )
}

/** A move by the code does not count as a bypass. */
const byQueue = ({ moves }: KindRules) => moves.filter(({ from }) => 'queue' in from)

/** Required steps must not be bypassed. */
function gateFaults(graph: Graph, { gates, one }: KindRules): string[] {
  return gates.flatMap(({ from, to, through }) => {
    const starts = [...graph.places]
      .filter(([, place]) =>
        from.some(
          (each) => each.queue === place.queue && (!('status' in each) || each.status === place.status),
        ),
      )
      .map(([name]) => name)
    return through.flatMap((name) => {
      const open = starts.find((start) => reachable(graph, [start], name).has(stateName(to)))
      return open === undefined
        ? []
        : [`From ${open} ${one} could reach ${stateName(to)} without the step "${name}". Close this way.`]
    })
  })
}

export interface Judged {
  rules: KindRules
  /** The newest version that Fundesk ships. */
  shipped: readonly DefinitionStep[]
  /** Queues that can have members. */
  queues: ReadonlySet<string>
}

/** The faults of one step, as text that follows its name. */
function stepFaults(step: DefinitionStep, { rules, shipped, queues }: Judged): string[] {
  const faults: string[] = []
  const say = (fault: string | false) => fault !== false && faults.push(fault)
  const usedQueues = new Set(shipped.flatMap((each) => [each.fromQueue, each.toQueue]))
  const originals = shipped.filter(({ name }) => name === step.name)
  if (step.display.trim() === '') faults.push('it has no button text. Enter one.')
  say(step.actingQueue === '' && 'it has no queue. Choose whose members take it.')
  for (const queue of new Set([step.fromQueue, step.toQueue]))
    say(
      !usedQueues.has(queue) &&
        `there is no queue ${queue || '(blank)'} for ${rules.one}. Choose one of ${formatList(usedQueues)}.`,
    )
  const isOpen = step.actingQueue === OWN_QUEUE ? usedQueues.has(OWN_QUEUE) : queues.has(step.actingQueue)
  const byCode = originals.some((each) => each.actingQueue === step.actingQueue)
  say(
    step.actingQueue !== '' &&
      !isOpen &&
      !byCode &&
      `the queue ${step.actingQueue} cannot have members. Choose another one.`,
  )
  say(step.toStatus.trim() === '' && 'it leads to no status. Enter one.')
  const brings = shipped.some((each) => sameState(targetState(each), targetState(step)))
  say(
    CLOSED_QUEUES.includes(step.toQueue) &&
      (!brings || originals.length === 0) &&
      `only steps supplied by Fundesk lead to ${formatList(CLOSED_QUEUES)}. Add one of those, or lead elsewhere.`,
  )
  const namesake = brings ? undefined : shipped.find(({ toStatus }) => toStatus === step.toStatus)
  say(
    namesake !== undefined &&
      `the status ${step.toStatus} is that of ${stateName(targetState(namesake))}. Choose another word.`,
  )
  for (const { place, by } of rules.held)
    say(
      step.fromQueue === place.queue &&
        (step.fromStatus === null || step.fromStatus === place.status) &&
        !by.includes(step.name) &&
        `only ${formatList(by)} lead on from ${stateName(place)}. Start elsewhere.`,
    )
  for (const mark of step.excludes)
    say(
      !rules.marks.includes(mark) &&
        `the four-eyes rule does not know "${mark}". Choose from ${formatList(rules.marks)}.`,
    )
  say(
    step.condition !== null &&
      !rules.conditions.includes(step.condition) &&
      `the code knows no condition "${step.condition}".`,
  )
  say(
    step.effect !== null &&
      !rules.effects.includes(step.effect) &&
      `the code knows no effect "${step.effect}".`,
  )
  say(
    step.dateToDisplayId !== null &&
      (rules.datesEffect === null || step.effect !== rules.datesEffect) &&
      'its form asks for dates that would not be saved. Leave them out.',
  )
  faults.push(...(originals.length > 0 ? shippedFaults(step, originals, rules) : ownFaults(step, rules)))
  return faults
}

/** A shipped step must keep what the code relies on. */
function shippedFaults(step: DefinitionStep, shipped: readonly DefinitionStep[], rules: KindRules): string[] {
  const byCode = shipped.some(({ actingQueue }) => actingQueue === SYSTEM)
  const alike = shipped.filter(
    (each) =>
      each.fromQueue === step.fromQueue &&
      each.condition === step.condition &&
      (each.effect === step.effect || (each.effect === null && step.effect === rules.datesEffect)) &&
      each.mark === step.mark &&
      each.opensRound === step.opensRound &&
      (each.actingQueue === SYSTEM) === (step.actingQueue === SYSTEM),
  )
  if (alike.length === 0)
    return [
      `it starts in ${formatList(new Set(shipped.map(({ fromQueue }) => fromQueue)))}, with rules set by Fundesk. Start it there, or give the step another name.`,
    ]
  const faults: string[] = []
  if (
    !rules.bendable.includes(step.name) &&
    !alike.some((each) => sameState(targetState(each), targetState(step)))
  )
    faults.push(
      `it leads to ${formatList(new Set(alike.map((each) => stateName(targetState(each)))))}: Fundesk needs this.`,
    )
  if (byCode && !alike.some((each) => each.fromStatus === step.fromStatus))
    faults.push('it is taken by Fundesk itself. Leave it as it is.')
  if (CLOSED_QUEUES.includes(step.fromQueue) && !alike.some((each) => each.fromStatus === step.fromStatus))
    faults.push(`it starts in ${formatList(new Set(alike.map(sourceStateName)))}. Start it there.`)
  if (!step.commentRequired && alike.every(({ commentRequired }) => commentRequired))
    faults.push('it needs a comment that gives the reason. Require one.')
  if (step.dateToDisplayId === null && alike.every(({ dateToDisplayId }) => dateToDisplayId !== null))
    faults.push('its form asks for dates that Fundesk needs. Keep them.')
  const match = alike.find((each) => each.excludes.every((mark) => step.excludes.includes(mark)))
  if (!match)
    faults.push(
      `it excludes ${formatList(new Set(alike.flatMap(({ excludes }) => excludes)))} (four-eyes rule). You may exclude more, but not fewer.`,
    )
  return faults
}

/** A site's own step may do only what ordinary steps do, nothing reserved for the code. */
function ownFaults(step: DefinitionStep, { datesEffect }: KindRules): string[] {
  const faults: string[] = []
  if (!step.name.startsWith(OWN_STEP)) faults.push('it has a name that Fundesk may use itself. Add it again.')
  if (CLOSED_QUEUES.includes(step.fromQueue))
    faults.push(`only steps supplied by Fundesk lead out of ${formatList(CLOSED_QUEUES)}. Start elsewhere.`)
  if (step.actingQueue === SYSTEM)
    faults.push('SYSTEM has no members, so it would never be taken. Choose another queue.')
  if (step.condition !== null || step.mark !== null || (step.effect !== null && step.effect !== datesEffect))
    faults.push('it has rules of a step supplied by Fundesk. Add it again.')
  return faults
}

/** All faults in the steps of a version; empty if it may take effect. */
export function definitionFaults(steps: readonly DefinitionStep[], judged: Judged): DefinitionFault[] {
  const faults = steps.flatMap((step, index) =>
    stepFaults(step, judged).map((what) => ({ step: index, sentence: `"${stepLabel(step)}": ${what}` })),
  )
  const twice = steps.flatMap((step, index) =>
    steps.slice(0, index).some((other) => stepLabel(other) === stepLabel(step))
      ? [
          {
            step: index,
            sentence: `"${stepLabel(step)}" exists twice. Give it another name, or delete one.`,
          },
        ]
      : [],
  )
  const missing = judged.rules.needed
    .filter((name) => !steps.some((step) => step.name === name))
    .map((name) => ({
      step: null,
      sentence: `The step "${displayOf(name, judged)}" is missing, but Fundesk needs it. Add it again.`,
    }))
  return [...faults, ...twice, ...missing, ...classFaults(steps), ...chainFaults(steps, judged.rules)]
}

/** Each place has one colour. */
function classFaults(steps: readonly DefinitionStep[]): DefinitionFault[] {
  return statesOf(steps).flatMap((place) => {
    const classes = new Set(
      steps.filter((step) => sameState(targetState(step), place)).map((step) => step.toClass),
    )
    return classes.size < 2
      ? []
      : [
          {
            step: null,
            sentence: `${stateName(place)} is shown as ${formatList(classes)}. Give all steps that lead to it one of them.`,
          },
        ]
  })
}

function displayOf(name: string, { shipped }: Judged): string {
  return shipped.find((step) => step.name === name)?.display ?? name
}
