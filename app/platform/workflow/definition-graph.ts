import { type DefinitionStep, fromWords, type Place, placeName, placesOf, toPlace } from './definition-step'
import type { KindRules } from './kind-rules'

/** A way from one place to another: a step, or a move that the code makes. */
export interface Way {
  from: string
  to: string
  /** Index of the step; null for a move of the code. */
  step: number | null
  name: string
  display: string
}

/** Places by their names, and the ways between them. */
export interface Graph {
  places: ReadonlyMap<string, Place>
  ways: readonly Way[]
}

type Moving = Pick<KindRules, 'starts' | 'moves'>

/** A version as a graph: steps "from any status" start at every place of their queue. */
export function graphOf(steps: readonly DefinitionStep[], { starts, moves }: Moving): Graph {
  const places = new Map<string, Place>()
  const add = (place: Place) => places.set(placeName(place), place)
  for (const place of starts) add(place)
  for (const step of steps)
    if (step.fromStatus !== null) add({ queue: step.fromQueue, status: step.fromStatus })
  for (const { queue, status } of placesOf(steps)) add({ queue, status })
  for (const { to } of moves) add(to)
  const ofQueue = (queue: string) =>
    [...places].filter(([, place]) => place.queue === queue).map(([name]) => name)
  const startsOf = (step: DefinitionStep) =>
    step.fromStatus === null ? ofQueue(step.fromQueue) : [fromWords(step)]
  const ways: Way[] = steps.flatMap((step, index) =>
    startsOf(step).map((from) => ({
      ...{ from, to: placeName(toPlace(step)), step: index, name: step.name, display: step.display },
    })),
  )
  for (const { from, to, display } of moves) {
    const origins =
      'queue' in from
        ? ofQueue(from.queue)
        : ways.filter(({ name }) => name === from.step).map((way) => way.from)
    const name = 'step' in from ? from.step : ''
    for (const origin of new Set(origins))
      ways.push({ from: origin, to: placeName(to), step: null, name, display })
  }
  return { places, ways }
}

/** Every place that the ways lead to from some, these included; without the steps of one name when told. */
export function reachable({ ways }: Graph, from: Iterable<string>, without?: string): Set<string> {
  const reached = new Set(from)
  for (const at of reached)
    for (const way of ways) if (way.from === at && way.name !== without) reached.add(way.to)
  return reached
}

/** Every place from which the ways lead to some, these included. */
export function leadingTo({ ways, places }: Graph, to: Iterable<string>): Set<string> {
  const back = ways.map((way) => ({ ...way, from: way.to, to: way.from }))
  return reachable({ ways: back, places }, to)
}
