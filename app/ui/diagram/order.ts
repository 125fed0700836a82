import type { Item, Layered } from './layers'

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
