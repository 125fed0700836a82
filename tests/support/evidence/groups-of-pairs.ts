/** All pairs of values, each in the order of the list. */
export const pairsOf = <Value>(values: readonly Value[]): [Value, Value][] =>
  values.flatMap((one, at) => values.slice(at + 1).map((other): [Value, Value] => [one, other]))

interface Grouping<Value> {
  /** Whether two values may be in one group. */
  areCompatible: (one: Value, other: Value) => boolean
  /** Most values of a group. */
  size: number
  /** A number below the limit, from a seed. */
  draw: (limit: number) => number
}

/** Groups in which all pairs that fit are together at least once, in any order: fewer than there are pairs. */
export function groupsOfAllPairs<Value extends object>(
  values: readonly Value[],
  { areCompatible, size, draw }: Grouping<Value>,
): Value[][] {
  /** With which others each value has to be yet. */
  const missing = new Map(
    values.map((one) => [one, new Set(values.filter((other) => other !== one && areCompatible(one, other)))]),
  )
  const isMissing = (one: Value, other: Value) => missing.get(one)?.has(other) ?? false
  const shuffled = () =>
    values
      .map((value) => ({ value, place: draw(1e9) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ value }) => value)
  const groups: Value[][] = []
  for (;;) {
    const first = shuffled().find((value) => missing.get(value)?.size)
    if (first === undefined) return groups
    const group: Value[] = [first]
    while (group.length < size) {
      const gain = (value: Value) => group.filter((member) => isMissing(member, value)).length
      const next = shuffled()
        .filter((value) => !group.includes(value) && group.every((member) => areCompatible(member, value)))
        .map((value) => ({ value, gain: gain(value) }))
        .toSorted((a, b) => b.gain - a.gain)[0]
      if (!next || next.gain === 0) break
      group.push(next.value)
    }
    for (const [one, other] of pairsOf(group)) {
      missing.get(one)?.delete(other)
      missing.get(other)?.delete(one)
    }
    groups.push(group)
  }
}
