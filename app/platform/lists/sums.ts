import { Big, type Decimal, plain } from '~/platform/values/decimal'
import type { Sums, UnitCount } from './list'

/** What the rows of one unit add up to, and how many they are. */
export interface UnitSums extends UnitCount {
  /** Column → sum; null where no row has a value. */
  values: Readonly<Record<string, Decimal | null>>
}

/** The sums of several units side by side, units in their alphabet; columns without any value have none. */
export function sumsOf(parts: readonly UnitSums[], columns: readonly string[]): Sums {
  const units = inOrder(parts)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      units.flatMap(({ unit, values }) => {
        const sum = values[column]
        return sum === null || sum === undefined ? [] : [{ unit, sum: plain(new Big(sum)) }]
      }),
    ]),
  )
}

/** How many rows each unit has, units in their alphabet. */
export function countsOf(parts: readonly UnitSums[]): UnitCount[] {
  return inOrder(parts).map(({ unit, count }) => ({ unit, count }))
}

const inOrder = (parts: readonly UnitSums[]) =>
  [...parts].sort((a, b) => ((a.unit ?? '') < (b.unit ?? '') ? -1 : 1))
