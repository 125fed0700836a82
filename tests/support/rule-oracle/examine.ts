import type { ControlSet } from '../workbooks/control-set'
import { balanceRules } from './balance-rules'
import { bridgeOf, tellBridge } from './bridge'
import { Context, type Finding } from './context'
import { type Q, sumOf } from './exact'
import { inventoryRules } from './inventory-rules'
import { navRules } from './nav-rules'
import type { Bridge, RuleResult } from './result'

const range = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`)
/** The 41 rules in the contract’s order. */
const RULES = [...range('N', 15), ...range('B', 10), ...range('I', 16)]

const WARNINGS =
  'N07 N09 N10 N13 N14 N15 B03 B04 B06 B07 B08 B10 I03 I04 I05 I06 I07 I10 I11 I12 I13 I14 I15 I16'.split(' ')

/** The share of the error threshold, or the basis points, from which a warning blocks. */
const BLOCKS: Record<string, (threshold: Q) => Q> = {
  ...Object.fromEntries(
    'N13 N14 N15 B03 B10 I04 I07 I11 I15 I16'.split(' ').map((id) => [id, (t: Q) => t.times(5_000)]),
  ),
  B04: (t) => t.minus(t).plus('0.5'),
  I13: (t) => t.times(10_000),
  I14: (t) => t.times(10_000),
}

export interface Examined {
  results: RuleResult[]
  bridge: Bridge | null
}

/** The contract’s result for a set: every rule’s result, severity and impact, and the bridge if applicable. */
export function examine(set: ControlSet): Examined {
  const c = new Context(set)
  const bridge = bridgeOf(c)
  const findings = [...navRules(c, bridge), ...balanceRules(c), ...inventoryRules(c)]
  return {
    results: findings.map((finding, i) => resultOf(c, RULES[i] ?? '', finding)),
    bridge: bridge && tellBridge(c, bridge),
  }
}

function resultOf(c: Context, id: string, { result, impacts, breaches: count }: Finding): RuleResult {
  const blocks = BLOCKS[id]
  const severity = WARNINGS.includes(id) ? 'W' : 'B'
  const breaches = result === 'NOK' ? (count ?? null) : null
  const base = [c.before?.tna, c.now.tna].find((tna) => tna?.gt(0))
  if (result !== 'NOK' || !blocks || !base) return { id, result, severity, impact: null, breaches }
  const sum = sumOf((impacts ?? []).map((impact) => impact.abs()))
  const points = sum.times(10_000).over(base).round(4)
  const blocking = points.gte(blocks(c.threshold))
  return { id, result, severity: blocking ? 'B' : severity, impact: points.fixed(4), breaches }
}
