/** A sum and its average, as exact decimals with as many places as the most exact of the figures. */
export interface ExactSum {
  sum: string
  average: string
}

const FIGURE = /^(-?)(\d+)(?:\.(\d+))?$/

/** Adds up figures such as "-12.50"; null if there are none, or one is no plain decimal. */
export function exactSum(figures: readonly string[]): ExactSum | null {
  const read = figures.map((figure) => FIGURE.exec(figure))
  const places = Math.max(0, ...read.map((figure) => figure?.[3]?.length ?? 0))
  let sum = 0n
  for (const figure of read) {
    if (!figure) return null
    const [, sign, whole = '', part = ''] = figure
    const units = BigInt(whole + part.padEnd(places, '0'))
    sum += sign === '-' ? -units : units
  }
  if (figures.length === 0) return null
  return { sum: written(sum, places), average: written(divided(sum, BigInt(figures.length)), places) }
}

/** Rounded half away from zero, as amounts are. */
function divided(sum: bigint, by: bigint): bigint {
  const size = sum < 0n ? -sum : sum
  const rounded = (2n * size + by) / (2n * by)
  return sum < 0n ? -rounded : rounded
}

function written(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** With commas between thousands: "-1,234.50". */
export function grouped(figure: string): string {
  const [whole = '', part] = figure.split('.')
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? commas : `${commas}.${part}`
}
