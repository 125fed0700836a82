import type { Item } from './layers'

const GAP = 18
const ROUNDS = 40
/** How much more an arrow wants to be straight than a box wants to stand in the middle. */
const STRAIGHT = 4

/** The middle of each item from left to right, by id: near what it is joined with, never on its neighbour. */
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
 * The places nearest to those that are wanted (least squares) at which the items of a layer keep their order and their
 * distance: isotonic regression by pooling neighbours that get in each other's way.
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
