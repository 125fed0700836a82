/** A box of a diagram. */
export interface DiagramNode {
  id: string
  width: number
}

/** An arrow, with the width of its label. */
export interface DiagramEdge {
  from: string
  to: string
  labelWidth: number
}

/** An item with a place in a layer: a box, the label of an arrow, or a point that an arrow goes through. */
export interface Item {
  id: number
  layer: number
  width: number
  /** Index of the box, or of the arrow. */
  node: number | null
  edge: number | null
  isLabel: boolean
}

export interface Layered {
  layers: Item[][]
  /** Items above and below, by id. */
  above: number[][]
  below: number[][]
  /** Of each arrow: its items from the upper box to the lower one, and whether it points upwards. */
  chains: { items: number[]; upwards: boolean }[]
}

const POINT = 14

/**
 * Boxes in even layers, each arrow going down by one layer or more; its label is in the odd layer beside the box that
 * it leaves. Arrows that would close a circle point upwards. Arrows of a box to itself are left out.
 */
export function layersOf(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): Layered {
  const index = new Map(nodes.map(({ id }, at) => [id, at]))
  const ends = edges.map(({ from, to }) => [index.get(from) ?? -1, index.get(to) ?? -1] as const)
  const upwards = closingCircles(nodes.length, ends)
  const down = ends.map(([from, to], at) => (upwards.has(at) ? ([to, from] as const) : ([from, to] as const)))
  const ranks = ranksOf(nodes.length, down)
  const items: Item[] = nodes.map(({ width }, node) => ({
    ...{ id: node, layer: 2 * (ranks[node] ?? 0), width, node, edge: null, isLabel: false },
  }))
  const chains = down.map(([upper, lower], edge) => {
    const [first, last] = [2 * (ranks[upper] ?? 0) + 1, 2 * (ranks[lower] ?? 0) - 1]
    const isUp = upwards.has(edge)
    const words = isUp ? last : first
    const chain = [upper]
    for (let layer = first; layer <= last; layer += 1) {
      const isLabel = layer === words
      const width = isLabel ? Math.max(POINT, edges[edge]?.labelWidth ?? 0) : POINT
      chain.push(items.length)
      items.push({ id: items.length, layer, width, node: null, edge, isLabel })
    }
    return { items: [...chain, lower], upwards: isUp }
  })
  const layers: Item[][] = []
  for (const item of items) {
    layers[item.layer] ??= []
    layers[item.layer]?.push(item)
  }
  const above: number[][] = items.map(() => [])
  const below: number[][] = items.map(() => [])
  for (const { items: chain } of chains)
    for (const [at, id] of chain.slice(1).entries()) {
      const before = chain[at] ?? 0
      above[id]?.push(before)
      below[before]?.push(id)
    }
  return { layers: Array.from(layers, (layer) => layer ?? []), above, below, chains }
}

type Ends = readonly (readonly [from: number, to: number])[]

/** The arrows that lead back to a box that is already on the current path. */
function closingCircles(count: number, ends: Ends): Set<number> {
  const closing = new Set<number>()
  const state = new Array<'new' | 'open' | 'done'>(count).fill('new')
  const visit = (node: number) => {
    state[node] = 'open'
    for (const [at, [from, to]] of ends.entries()) {
      if (from !== node) continue
      if (state[to] === 'open') closing.add(at)
      else if (state[to] === 'new') visit(to)
    }
    state[node] = 'done'
  }
  for (let node = 0; node < count; node += 1) if (state[node] === 'new') visit(node)
  return closing
}

/** The length of the longest way to each box. */
function ranksOf(count: number, down: Ends): number[] {
  const ranks = new Array<number>(count).fill(0)
  for (let round = 0; round < count; round += 1)
    for (const [from, to] of down) ranks[to] = Math.max(ranks[to] ?? 0, (ranks[from] ?? 0) + 1)
  return ranks
}
