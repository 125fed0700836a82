import { expect, test } from 'vitest'
import {
  defaultToleranceRows,
  FUND_TYPES,
  TOLERANCES,
  type ToleranceRow,
  toleranceInForce,
  tolerancesInForce,
} from '~/areas/navs/rules/tolerances'
import { nokRules, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const SCOPE = { fund: 'LUX001', fundType: 'MIXED', provider: 'FIA', day: '2026-10-30' } as const

const row = (
  level: ToleranceRow['level'],
  subject: string | null,
  value: string,
  more: Partial<ToleranceRow> = {},
) => ({ key: 'N05.amount', level, subject, value, from: null, to: null, ...more }) satisfies ToleranceRow

test('the narrowest level in force sets a tolerance: fund, fund type, provider, all', () => {
  const rows = [
    row('all', null, '1'),
    row('provider', 'FIA', '2'),
    row('fund type', 'MIXED', '3'),
    row('fund', 'LUX001', '4'),
    row('fund', 'LUX002', '5'),
  ]
  expect(toleranceInForce(rows, SCOPE)).toEqual({ value: '4', level: 'fund LUX001' })
  expect(toleranceInForce(rows.slice(0, 3), SCOPE)).toEqual({ value: '3', level: 'fund type MIXED' })
  expect(toleranceInForce(rows.slice(0, 2), SCOPE)).toEqual({ value: '2', level: 'provider FIA' })
  expect(toleranceInForce(rows.slice(0, 1), SCOPE)).toEqual({ value: '1', level: 'all' })
  expect(toleranceInForce(rows.slice(4), SCOPE)).toBeNull()
})

test('a tolerance is in force from its first to its last day, both included', () => {
  const dated = [row('all', null, '7', { from: '2026-10-30', to: '2026-11-01' })]
  const on = (day: string) => toleranceInForce(dated, { ...SCOPE, day })?.value
  expect(['2026-10-29', '2026-10-30', '2026-11-01', '2026-11-02'].map(on)).toEqual([
    undefined,
    '7',
    '7',
    undefined,
  ])
})

test('of two values at one level the later one counts', () => {
  const rows = [
    row('all', null, '8', { from: '2026-06-01' }),
    row('all', null, '7'),
    row('all', null, '9', { from: '2026-11-01' }),
  ]
  expect(toleranceInForce(rows, SCOPE)?.value).toBe('8')
})

test('the seeded rows give every tolerance of the rule table, by fund type where the table does', () => {
  const rows = defaultToleranceRows()
  expect(rows.filter(({ level }) => level === 'fund type')).toHaveLength(2 * FUND_TYPES.length + 3)
  const limits = FUND_TYPES.map((fundType) => {
    const inForce = tolerancesInForce(rows, { ...SCOPE, fundType })
    expect(Object.keys(inForce)).toEqual(TOLERANCES.map(({ key }) => key))
    return [inForce['N07.limit'], inForce['N11.threshold']].map((set) => `${set?.value} ${set?.level}`)
  })
  expect(limits).toEqual([
    ['0.1 fund type MONEY MARKET', '0.2 fund type MONEY MARKET'],
    ['1 fund type BOND', '0.5 fund type BOND'],
    ['1.5 fund type MIXED', '0.5 fund type MIXED'],
    ['3 fund type EQUITY', '1 fund type EQUITY'],
    ['10 fund type ALTERNATIVE', '1 fund type ALTERNATIVE'],
  ])
})

test('a number for one fund type exists next to that for all', () => {
  const of = (fundType: 'MONEY MARKET' | 'EQUITY', rows = defaultToleranceRows()) =>
    tolerancesInForce(rows, { ...SCOPE, fundType })['I12.issuer']
  expect(of('MONEY MARKET')).toEqual({ value: '5', level: 'fund type MONEY MARKET' })
  expect(of('EQUITY')).toEqual({ value: '10', level: 'all' })
  expect([of('MONEY MARKET', [])?.value, of('EQUITY', [])?.value]).toEqual(['5', '10'])
})

test('a rule that uses the error threshold lists it', () => {
  const keysOf = (id: string) => outcomeOf(ruleInput(), id).tolerances.map(({ key }) => key)
  expect(keysOf('I14')).toEqual(['N07.limit', 'N11.threshold', 'I14.share', 'I14.equity', 'I14.blocks'])
  expect(keysOf('B07')).toContain('N11.threshold')
  expect(keysOf('B04')).toEqual(['B04.amount', 'B04.blocks'])
})

test('a tolerance without a row has the value of the rule table', () => {
  expect(tolerancesInForce([], SCOPE)['N07.limit']).toEqual({ value: '1.5', level: 'rule table' })
})

test('a rule uses the tolerance in force and says which level set it', () => {
  const wide = ruleInput((input) => {
    const assets = input.data.nav.lines.find(({ type }) => type === 'TOTAL ASSETS')
    if (assets) assets.value = String(Number(assets.value) + 5)
    input.tolerances = tolerancesInForce([...defaultToleranceRows(), row('fund', 'LUX001', '5')], SCOPE)
  })
  expect(nokRules(wide)).toEqual([])
  expect(outcomeOf(wide, 'N05').tolerances).toEqual([
    { key: 'N05.amount', label: 'Tolerance', unit: 'amount', value: '5', level: 'fund LUX001' },
  ])
})
