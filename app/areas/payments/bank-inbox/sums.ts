import { Big, type Decimal } from '~/platform/values/decimal'

/** Which few amounts are another one together: sums are exact, and of two or three amounts. */

/** Of more open amounts of one payee, too many pairs and triples come near any amount. */
export const MAX_PARTS = 30

/** An open payment or invoice of a payee. */
export interface Part {
  id: number
  amount: Decimal
  /** The supplier's reference: capital letters and digits only. */
  ref: string
}

/** Amounts are compared by their hundredths, which are whole. */
const hundredths = (amount: Decimal): bigint => BigInt(new Big(amount).times(100).toFixed(0))

/**
 * The parts, pairs and triples of parts that are one of these amounts, by amount. The number of amounts hardly counts:
 * each pair and triple is looked at once.
 */
export function setsWithSums<Of extends Part>(
  parts: readonly Of[],
  amounts: Iterable<Decimal>,
): (amount: Decimal) => readonly (readonly Of[])[] {
  const sets = new Map<bigint, Of[][]>([...amounts].map((amount) => [hundredths(amount), []]))
  const units = parts.map(({ amount }) => hundredths(amount))
  const note = (total: bigint, at: readonly number[]) =>
    sets.get(total)?.push(at.flatMap((index) => parts[index] ?? []))
  for (const [a, first] of units.entries()) {
    note(first, [a])
    for (let b = a + 1; b < units.length; b++) {
      const both = first + (units[b] ?? 0n)
      note(both, [a, b])
      for (let c = b + 1; c < units.length; c++) note(both + (units[c] ?? 0n), [a, b, c])
    }
  }
  return (amount) => sets.get(hundredths(amount)) ?? []
}

/**
 * The only two or three parts that an entry can mean; null where none or several fit, or one part alone has its amount.
 * Of several, those whose references are all in its text count.
 * @param isNamed whether the text of the entry has a reference
 */
export function onlySet<Of extends Part>(
  sets: readonly (readonly Of[])[],
  isNamed: (ref: string) => boolean,
): readonly Of[] | null {
  const named = sets.filter((set) => set.every(({ ref }) => isNamed(ref)))
  const [only, ...others] = named.length > 0 ? named : sets
  return only && others.length === 0 && only.length > 1 ? only : null
}
