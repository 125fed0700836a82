/** Fractions of integers: nothing is rounded, so a limit is met or missed exactly. */
export class Q {
  private constructor(
    readonly n: bigint,
    readonly d: bigint,
  ) {}

  static of(value: string | number | bigint | Q): Q {
    if (value instanceof Q) return value
    if (typeof value === 'bigint') return new Q(value, 1n)
    const text = String(value)
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
    if (!match || !(match[2] || match[3])) throw new Error(`"${text}" is no number`)
    const [, sign, whole = '', part = '', exponent = '0'] = match
    const digits = BigInt(whole + part || '0') * (sign === '-' ? -1n : 1n)
    const shift = Number(exponent) - part.length
    return shift >= 0 ? new Q(digits * 10n ** BigInt(shift), 1n) : Q.ratio(digits, 10n ** BigInt(-shift))
  }

  static ratio(n: bigint, d: bigint): Q {
    if (d === 0n) throw new Error('Division by zero')
    // Reduced only once it is long: most sums and products stay short.
    if (d > 0n && d < SHORT) return new Q(n, d)
    const sign = d < 0n ? -1n : 1n
    const common = gcd(n < 0n ? -n : n, d * sign) || 1n
    return new Q((n * sign) / common, (d * sign) / common)
  }

  plus(other: Value): Q {
    const o = Q.of(other)
    return Q.ratio(this.n * o.d + o.n * this.d, this.d * o.d)
  }
  minus(other: Value): Q {
    return this.plus(Q.of(other).neg())
  }
  times(other: Value): Q {
    const o = Q.of(other)
    return Q.ratio(this.n * o.n, this.d * o.d)
  }
  over(other: Value): Q {
    const o = Q.of(other)
    return Q.ratio(this.n * o.d, this.d * o.n)
  }
  neg(): Q {
    return new Q(-this.n, this.d)
  }
  abs(): Q {
    return this.n < 0n ? this.neg() : this
  }
  cmp(other: Value): number {
    const o = Q.of(other)
    const gap = this.n * o.d - o.n * this.d
    return gap < 0n ? -1 : gap > 0n ? 1 : 0
  }
  gt(other: Value): boolean {
    return this.cmp(other) > 0
  }
  gte(other: Value): boolean {
    return this.cmp(other) >= 0
  }
  lt(other: Value): boolean {
    return this.cmp(other) < 0
  }
  lte(other: Value): boolean {
    return this.cmp(other) <= 0
  }
  eq(other: Value): boolean {
    return this.cmp(other) === 0
  }

  /** Rounded half up (away from zero) to this many decimals, all of them written. */
  fixed(places: number): string {
    const scale = 10n ** BigInt(places)
    const size = this.n < 0n ? -this.n : this.n
    const units = (size * scale * 2n + this.d) / (this.d * 2n)
    const digits = units.toString().padStart(places + 1, '0')
    const sign = this.n < 0n && units > 0n ? '-' : ''
    const whole = digits.slice(0, digits.length - places)
    return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(digits.length - places)}`
  }
  round(places: number): Q {
    return Q.of(this.fixed(places))
  }
  /** The shortest plain decimal; only for finite decimals. */
  text(): string {
    for (let places = 0; places <= 30; places++) {
      const text = this.fixed(places)
      if (Q.of(text).eq(this)) return text
    }
    throw new Error('This fraction has no finite decimal')
  }
  number(): number {
    return Number(this.fixed(15))
  }
}
type Value = string | number | bigint | Q

const SHORT = 10n ** 40n

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

export const q = Q.of
export const zero = Q.of(0)
export const sumOf = (values: Iterable<Q>) => {
  let total = zero
  for (const value of values) total = total.plus(value)
  return total
}
export const larger = (a: Q, b: Q) => (a.gte(b) ? a : b)
export const smaller = (a: Q, b: Q) => (a.lte(b) ? a : b)

/** The value of a number cell: its text rounded to 15 significant digits. */
export function cellNumber(text: string): Q {
  const value = q(text)
  if (value.n === 0n) return value
  const size = value.abs()
  let exponent = size.n.toString().length - size.d.toString().length
  if (size.lt(q(`1e${exponent}`))) exponent--
  const places = 14 - exponent
  const shift = q(`1e${places}`)
  return value.times(shift).round(0).over(shift)
}

/** Whether abs(x) <= limit x sqrt(max(1; d / 4)), by squares. */
export const withinRoot = (x: Q, limit: Q, days: number) => compareRoot(x, limit, days) <= 0

/** The sign of abs(x) - limit x sqrt(max(1; d / 4)), by squares. */
export function compareRoot(x: Q, limit: Q, days: number): number {
  return x
    .times(x)
    .times(4)
    .cmp(limit.times(limit).times(Math.max(4, days)))
}

/** sqrt(max(1; d / 4)) to 60 decimals. */
export function root(days: number): Q {
  const scale = 10n ** 60n
  const square = BigInt(Math.max(4, days)) * scale * scale
  let x = scale * 100n
  for (;;) {
    const next = (x + square / x) / 2n
    if (next >= x) return Q.ratio(x, scale * 2n)
    x = next
  }
}

const DAY = 86_400_000
const stamp = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const addDays = (day: string, count: number) =>
  new Date(stamp(day) + count * DAY).toISOString().slice(0, 10)
/** Calendar days from one day to another. */
export const daysFrom = (from: string, to: string) => Math.round((stamp(to) - stamp(from)) / DAY)
const isWeekday = (day: string) => ![0, 6].includes(new Date(stamp(day)).getUTCDay())
/** Mondays to Fridays after the first day, including the last. */
export function weekdaysFrom(from: string, to: string): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWeekday(day)) count++
  return count
}
/** The day itself, or the Friday before a weekend. */
export const weekdayAtOrBefore = (day: string): string =>
  isWeekday(day) ? day : weekdayAtOrBefore(addDays(day, -1))
export const daysInYear = (day: string) => {
  const year = Number(day.slice(0, 4))
  return daysFrom(`${year}-01-01`, `${year + 1}-01-01`)
}
