import { type DiagramEdge, type DiagramNode, type Item, type Layered, layersOf } from './layers'

const SWEEPS = 24

/** The layers with their items in an order in which few arrows cross. */
export function ordered({ layers, above, below }: Layered): Item[][] {
  let best = layers.map((layer) => [...layer])
  let fewest = crossings(best, below)
  let now = best
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const isDown = sweep % 2 === 0
    const neighbours = isDown ? above : below
    const next = now.map((layer) => [...layer])
    const ways = next.map((_, at) => (isDown ? at : next.length - 1 - at))
    for (const at of ways.slice(1)) {
      const beside = next[isDown ? at - 1 : at + 1] ?? []
      const place = new Map(beside.map(({ id }, index) => [id, index]))
      const middles = new Map(
        (next[at] ?? []).map(({ id }, index) => {
          const places = (neighbours[id] ?? []).flatMap((each) => place.get(each) ?? [])
          return [
            id,
            places.length === 0 ? index : places.reduce((sum, each) => sum + each, 0) / places.length,
          ]
        }),
      )
      next[at]?.sort((a, b) => (middles.get(a.id) ?? 0) - (middles.get(b.id) ?? 0))
    }
    const count = crossings(next, below)
    if (count < fewest) {
      best = next
      fewest = count
    }
    now = next
  }
  return best
}

/** How many pairs of arrows cross between neighbouring layers. */
export function crossings(layers: readonly Item[][], below: readonly number[][]): number {
  let count = 0
  for (const [at, layer] of layers.entries()) {
    const place = new Map((layers[at + 1] ?? []).map(({ id }, index) => [id, index]))
    const ends = layer.map(({ id }) => (below[id] ?? []).flatMap((each) => place.get(each) ?? []))
    for (const [left, from] of ends.entries())
      for (const right of ends.slice(left + 1))
        for (const a of from) for (const b of right) if (a > b) count += 1
  }
  return count
}

const GAP = 18
const ROUNDS = 40
/** How much the straightness of an arrow counts against the centring of a box. */
const STRAIGHT = 4

/**
 * The middle of each item from left to right, by id: near the items that it is joined with, never overlapping its
 * neighbour.
 */
export function positions(
  layers: readonly Item[][],
  above: readonly number[][],
  below: readonly number[][],
): number[] {
  const x: number[] = []
  for (const layer of layers) {
    let left = 0
    for (const { id, width } of layer) {
      x[id] = left + width / 2
      left += width + GAP
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const isDown = round % 2 === 0
    for (const layer of isDown ? layers : [...layers].reverse()) {
      const wanted = layer.map(({ id }) => {
        const near = (isDown ? above[id] : below[id]) ?? []
        const joined = near.length > 0 ? near : [...(above[id] ?? []), ...(below[id] ?? [])]
        return joined.length === 0
          ? (x[id] ?? 0)
          : joined.reduce((sum, each) => sum + (x[each] ?? 0), 0) / joined.length
      })
      for (const [at, place] of apart(layer, wanted).entries()) x[layer[at]?.id ?? 0] = place
    }
  }
  const left = Math.min(...layers.flatMap((layer) => layer.map(({ id, width }) => (x[id] ?? 0) - width / 2)))
  return x.map((place) => place - left)
}

/**
 * The positions nearest to the wanted ones (least squares) at which the items of a layer keep their order and their
 * distance: isotonic regression by pooling neighbours that would overlap.
 */
function apart(layer: readonly Item[], wanted: readonly number[]): number[] {
  const offsets: number[] = []
  for (const [at, { width }] of layer.entries()) {
    const before = layer[at - 1]
    offsets.push(before ? (offsets[at - 1] ?? 0) + (before.width + width) / 2 + GAP : 0)
  }
  const pools: { sum: number; weight: number; count: number }[] = []
  for (const [at, item] of layer.entries()) {
    const weight = item.node === null ? STRAIGHT : 1
    pools.push({ sum: weight * ((wanted[at] ?? 0) - (offsets[at] ?? 0)), weight, count: 1 })
    for (;;) {
      const [before, last] = pools.slice(-2)
      if (!before || !last || before.sum / before.weight <= last.sum / last.weight) break
      pools.splice(-2, 2, {
        sum: before.sum + last.sum,
        weight: before.weight + last.weight,
        count: before.count + last.count,
      })
    }
  }
  const shifts = pools.flatMap(({ sum, weight, count }) => new Array<number>(count).fill(sum / weight))
  return shifts.map((shift, at) => shift + (offsets[at] ?? 0))
}

export interface Point {
  x: number
  y: number
}

/** The positions of all parts of a diagram, in px. */
export interface Layout {
  width: number
  height: number
  /** The upper left corner of each box. */
  nodes: Point[]
  /** Of each arrow: the points it goes through from its beginning to its end, and the middle of its words. */
  edges: { points: Point[]; label: Point }[]
}

export const BOX_HEIGHT = 40
const WORDS_HEIGHT = 18
const BETWEEN = 16
const EDGE = 2

const APART = 40

/** Lays a directed graph out; parts that are not connected are placed side by side. */
export function layoutOf(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): Layout {
  const whole: Layout = { width: 0, height: 0, nodes: [], edges: [] }
  for (const { ofNodes, ofEdges } of parts(nodes, edges)) {
    const of = <T>(all: readonly T[], places: readonly number[]) => places.flatMap((at) => all[at] ?? [])
    const part = layeredLayout(of(nodes, ofNodes), of(edges, ofEdges))
    const left = whole.width === 0 ? 0 : whole.width + APART
    const moved = ({ x, y }: Point): Point => ({ x: x + left, y })
    for (const [at, node] of ofNodes.entries()) whole.nodes[node] = moved(part.nodes[at] ?? { x: 0, y: 0 })
    for (const [at, edge] of ofEdges.entries()) {
      const { points = [], label = { x: 0, y: 0 } } = part.edges[at] ?? {}
      whole.edges[edge] = { points: points.map(moved), label: moved(label) }
    }
    whole.width = left + part.width
    whole.height = Math.max(whole.height, part.height)
  }
  return whole
}

/** Boxes that arrows join, with these arrows; in the order of their first boxes. */
function parts(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]) {
  const part = new Map(nodes.map(({ id }, at) => [id, at]))
  for (const _ of nodes)
    for (const { from, to } of edges) {
      const least = Math.min(part.get(from) ?? 0, part.get(to) ?? 0)
      part.set(from, least).set(to, least)
    }
  const places = (all: readonly string[], of: number) =>
    all.flatMap((id, at) => (part.get(id) === of ? [at] : []))
  return [...new Set(part.values())].map((of) => ({
    ofNodes: places(
      nodes.map(({ id }) => id),
      of,
    ),
    ofEdges: places(
      edges.map(({ from }) => from),
      of,
    ),
  }))
}

/**
 * Lays a directed graph out in layers from top to bottom (after Sugiyama): circles opened, boxes by their longest way
 * from the top, few crossings, straight arrows. Each arrow's label has its own space and covers nothing else.
 */
function layeredLayout(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): Layout {
  const layered = layersOf(nodes, edges)
  const layers = ordered(layered)
  const x = positions(layers, layered.above, layered.below)
  const middle = (layer: number) =>
    EDGE +
    Math.ceil(layer / 2) * (BOX_HEIGHT + BETWEEN) +
    Math.floor(layer / 2) * (WORDS_HEIGHT + BETWEEN) +
    (layer % 2 === 0 ? BOX_HEIGHT : WORDS_HEIGHT) / 2
  const items = layers.flat().sort((a, b) => a.id - b.id)
  const at = (id: number): Point => ({ x: (x[id] ?? 0) + EDGE, y: middle(items[id]?.layer ?? 0) })
  const right = Math.max(0, ...items.map(({ id, width }) => (x[id] ?? 0) + width / 2))
  const ports = portsOf(layered.chains, x, items)
  return {
    width: Math.ceil(right + 2 * EDGE),
    height: Math.ceil(middle(Math.max(0, layers.length - 1)) + BOX_HEIGHT / 2 + EDGE),
    nodes: nodes.map(({ width }, id) => ({ x: at(id).x - width / 2, y: at(id).y - BOX_HEIGHT / 2 })),
    edges: layered.chains.map(({ items: chain, upwards }, edge) => {
      const inner = chain.slice(1, -1).map(at)
      const [upper, lower] = [at(chain[0] ?? 0), at(chain.at(-1) ?? 0)]
      const port = ports[edge] ?? { out: 0, into: 0 }
      const points = [
        { x: upper.x + port.out, y: upper.y + BOX_HEIGHT / 2 },
        ...inner,
        { x: lower.x + port.into, y: lower.y - BOX_HEIGHT / 2 },
      ]
      const words = chain.find((id) => items[id]?.isLabel)
      const label = words === undefined ? upper : at(words)
      return { points: upwards ? points.reverse() : points, label }
    }),
  }
}

type Chains = readonly { items: number[] }[]

/**
 * The points where arrows leave and reach their boxes, as offsets from the middle of the edge: side by side, in their
 * order.
 */
function portsOf(chains: Chains, x: readonly number[], items: readonly { width: number }[]) {
  const ports = chains.map(() => ({ out: 0, into: 0 }))
  const spread = (
    side: 'out' | 'into',
    box: (chain: number[]) => number,
    next: (chain: number[]) => number,
  ) => {
    const byBox = new Map<number, number[]>()
    for (const [edge, { items: chain }] of chains.entries())
      byBox.set(box(chain), [...(byBox.get(box(chain)) ?? []), edge])
    for (const [id, edges] of byBox) {
      const room = Math.min(24, ((items[id]?.width ?? 0) - 20) / edges.length)
      const sorted = edges.sort(
        (a, b) => (x[next(chains[a]?.items ?? [])] ?? 0) - (x[next(chains[b]?.items ?? [])] ?? 0),
      )
      for (const [place, edge] of sorted.entries()) {
        const port = ports[edge]
        if (port) port[side] = (place - (edges.length - 1) / 2) * room
      }
    }
  }
  spread(
    'out',
    (chain) => chain[0] ?? 0,
    (chain) => chain[1] ?? 0,
  )
  spread(
    'into',
    (chain) => chain.at(-1) ?? 0,
    (chain) => chain.at(-2) ?? 0,
  )
  return ports
}
