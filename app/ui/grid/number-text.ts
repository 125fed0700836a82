/**
 * A number as people type it ("1,234.50", "1 234,5", "−3"), as a plain decimal string ("1234.5"); null when it is none.
 * A comma followed by exactly three digits groups, as in the figures that grids show.
 */
export function numberFromText(text: string): string | null {
  const plain = text.replace(/[\s'’]/g, '').replace(/\u2212/g, '-')
  const pointed = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)
    ? plain.replaceAll(',', '')
    : plain.replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  const parts = /^([+-]?)(\d{0,20})(?:\.(\d{0,10}))?$/.exec(pointed)
  if (!parts || !/\d/.test(pointed)) return null
  const whole = (parts[2] ?? '').replace(/^0+/, '') || '0'
  const fraction = (parts[3] ?? '').replace(/0+$/, '')
  const size = fraction ? `${whole}.${fraction}` : whole
  return parts[1] === '-' && size !== '0' ? `-${size}` : size
}

/** Below zero when a < b, 0 when equal, above zero when a > b; both as `numberFromText` gives them. */
export function compareNumbers(a: string, b: string): number {
  const negative = a.startsWith('-')
  if (negative !== b.startsWith('-')) return negative ? -1 : 1
  const [wholeA = '', fractionA = ''] = a.replace('-', '').split('.')
  const [wholeB = '', fractionB = ''] = b.replace('-', '').split('.')
  const larger = wholeA.length - wholeB.length || order(wholeA, wholeB) || order(fractionA, fractionB)
  return negative ? -larger : larger
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
