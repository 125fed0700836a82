import type { ControlSet } from '../workbooks/control-set'
import type { FundType } from '../workbooks/fund-model'
import { type Q, q } from './exact'

const BY_TYPE: Record<FundType, { movement: string; threshold: string }> = {
  'MONEY MARKET': { movement: '0.10', threshold: '0.20' },
  BOND: { movement: '1.00', threshold: '0.50' },
  MIXED: { movement: '1.50', threshold: '0.50' },
  EQUITY: { movement: '3.00', threshold: '1.00' },
  ALTERNATIVE: { movement: '10.00', threshold: '1.00' },
}
/** The tables of the contract, in their units. */
const DEFAULTS: Record<string, string> = {
  N03: '0.01',
  N04: '0.01',
  N05: '0.01',
  N08: '0.001',
  N09: '0.20',
  N10: '1.00',
  N13: '0.5',
  'N13 old': '1.5',
  N14: '1',
  N15: '5',
  B01: '0.01',
  B02: '0.01',
  B04: '0.01',
  B05: '0.01',
  B06: '10',
  B07: '20',
  B08: '0.005',
  'B08 size': '0.5',
  B10: '1.00',
  'B10 share': '5',
  I01: '1.00',
  'I01 share': '0.01',
  'I03 Equity': '3',
  'I03 Bond': '5',
  'I03 Fund': '25',
  'I03 Derivative': '3',
  'I03 Other': '70',
  'I04 Equity': '5',
  'I04 Bond': '1',
  'I04 Fund': '5',
  'I04 size': '0.05',
  I07: '0.01',
  I08: '1.00',
  I09: '0.01',
  I10: '0.01',
  'I12 government': '35',
  'I12 fund': '20',
  'I12 other': '10',
  'I12 above': '5',
  'I12 together': '40',
  'I12 cash': '20',
  'I12 both': '20',
  'I13 Equity': '3',
  'I13 Bond': '0.5',
  'I13 Fund': '3',
  'I13 size': '10',
  I14: '25',
  'I14 size': '50',
  'I15 Equity': '0.10',
  'I15 Bond': '0.25',
  'I15 Fund': '0.05',
  I16: '1.00',
  'I16 days': '4',
}
const MONEY_MARKET: Record<string, string> = { 'I12 other': '5', 'I12 cash': '10', 'I12 both': '15' }

/** The tolerance in the contract’s unit: fund > fund type > provider > all. */
export function toleranceOf({ fund, settings }: ControlSet, key: string): Q {
  const own = BY_TYPE[fund.type]
  const special = fund.type === 'MONEY MARKET' ? MONEY_MARKET[key] : undefined
  const ofType = key === 'movement' ? own.movement : key === 'threshold' ? own.threshold : special
  const at = (level: string) => settings.find((each) => each.key === key && each.level === level)?.value
  return q(at('fund') ?? at('type') ?? ofType ?? at('provider') ?? at('all') ?? DEFAULTS[key] ?? 'none')
}
