import { type Context, type Finding, OK, OPEN, type Position, ruled } from './context'
import { type Q, zero } from './exact'

/** I12: the limits of a UCITS per issuer. */
export function concentration(c: Context, lines: Position[]): Finding {
  const { tna } = c.now
  if (c.set.fund.regime !== 'UCITS' || tna.lte(0)) return OPEN
  const candidates = lines.filter(
    ({ type, line }) => type !== 'Derivative' && (type !== 'Cash' || line.issuer !== null),
  )
  const counted = candidates.filter(({ type, line }) => type === 'Fund' || line.issuer !== null)
  if (candidates.length === 0) return OK
  if (counted.length === 0) return OPEN

  const [governments, funds, others, cash] = [sums(), sums(), sums(), sums()]
  for (const { type, code, line, value } of counted) {
    const issuer = line.issuer ?? ''
    if (type === 'Fund') funds.add(code, value)
    else if (type === 'Cash') cash.add(issuer, value)
    else if (line.issuerKind?.toUpperCase() === 'GOVERNMENT') governments.add(issuer, value)
    else others.add(issuer, value)
  }
  const over = (value: Q, key: string) => value.gt(c.percent(key).times(tna))
  const large = others.values().filter((value) => over(value, 'I12 above'))
  const together = large.reduce((total, value) => total.plus(value), zero)
  const both = [...cash.of].map(([issuer, value]) => value.plus(others.of.get(issuer) ?? zero))
  return ruled(
    !governments.values().some((value) => over(value, 'I12 government')) &&
      !funds.values().some((value) => over(value, 'I12 fund')) &&
      !others.values().some((value) => over(value, 'I12 other')) &&
      !over(together, 'I12 together') &&
      !cash.values().some((value) => over(value, 'I12 cash')) &&
      !both.some((value) => over(value, 'I12 both')),
  )
}

function sums() {
  const of = new Map<string, Q>()
  return {
    of,
    add: (key: string, value: Q) => of.set(key, (of.get(key) ?? zero).plus(value)),
    values: () => [...of.values()],
  }
}
