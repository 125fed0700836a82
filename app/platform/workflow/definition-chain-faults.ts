import type { DefinitionFault } from './definition-fault'
import { type Graph, graphOf, leadingTo, reachable } from './definition-graph'
import { type DefinitionStep, placeName, samePlace, stepWords } from './definition-step'
import type { KindRules } from './kind-rules'
import { SYSTEM } from './types'

/** What is wrong with how the steps of a version follow each other. */
export function chainFaults(steps: readonly DefinitionStep[], rules: KindRules): DefinitionFault[] {
  const graph = graphOf(steps, rules)
  // What people can do: a change of figures that brings a NAV back is no way out.
  const taken = graphOf(steps, { ...rules, moves: [] })
  const whole = (sentence: string): DefinitionFault => ({ step: null, sentence })
  const reached = reachable(graph, rules.starts.map(placeName))
  const stranded = steps.flatMap((step, index): DefinitionFault[] => {
    const starts = graph.ways.filter((way) => way.step === index)
    if (step.actingQueue === SYSTEM || starts.some(({ from }) => reached.has(from))) return []
    if (isBeginning(step, rules)) return []
    const sentence = `"${stepWords(step)}": no ${rules.title} ever comes there. Let a step lead to it, or delete this one.`
    return [{ step: index, sentence }]
  })
  const isEnd = (name: string) => [...rules.goals, ...rules.ends].some((place) => placeName(place) === name)
  const done = leadingTo(taken, rules.goals.map(placeName))
  const stuck = [...reached].filter((name) => !isEnd(name) && !done.has(name))
  const dead = stuck.filter((name) => !taken.ways.some(({ from, to }) => from === name && to !== name))
  const circles = stuck.filter((name) => !dead.includes(name))
  const goals = rules.goals.map(placeName).join(' or ')
  return [
    ...stranded,
    ...rules.goals
      .map(placeName)
      .filter((name) => !reached.has(name))
      .map((name) => whole(`No way leads to ${name} any more: Fundesk relies on it.`)),
    ...dead.map((name) => whole(`${name} is a dead end: no step leads on from there. Add one.`)),
    ...circles.map((name) =>
      whole(
        `${name} has no way out: its steps go round in a circle and never come to ${goals}. Add one that does.`,
      ),
    ),
    ...gateFaults(graphOf(steps, { ...rules, moves: byQueue(rules) }), rules).map(whole),
  ]
}

/** "Created": the step that the code takes when an object begins. */
function isBeginning(
  { fromQueue, fromStatus, toQueue, toStatus }: DefinitionStep,
  { starts }: KindRules,
): boolean {
  return (
    fromQueue === SYSTEM &&
    fromStatus === 'CREATED' &&
    starts.some((place) => samePlace(place, { queue: toQueue, status: toStatus }))
  )
}

/** Where a step leads when the code decides is no way past it. */
const byQueue = ({ moves }: KindRules) => moves.filter(({ from }) => 'queue' in from)

/** What must be done on the way is not passed by. */
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
      const open = starts.find((start) => reachable(graph, [start], name).has(placeName(to)))
      return open === undefined
        ? []
        : [
            `From ${open} ${one} could come to ${placeName(to)} without the step "${name}". Let no way pass it by.`,
          ]
    })
  })
}
