import Big from 'big.js'

/** An exact decimal in plain notation, such as "-1234.50". Never a binary float. */
export type Decimal = string

// Division is the only operation that rounds; 40 places are far beyond any figure shown or compared.
Big.DP = 40
Big.NE = -60
Big.PE = 60

export { Big }

/** A Big in plain notation, without trailing zeros. */
export function plain(value: Big): Decimal {
  return value.toFixed()
}

/** The exact sum of decimals. */
export function sum(values: Iterable<Decimal>): Big {
  let total = new Big(0)
  for (const value of values) total = total.plus(value)
  return total
}
