import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { InventoryLine } from '~/areas/navs/workbooks/control-data'
import { daysApart, navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

type Line = Partial<InventoryLine>

/** A rule on instruments given as [now, before]; FUND TNA is 100,000 on both dates, the fund is MIXED. */
function outcome(id: string, pairs: readonly (readonly [Line | null, Line | null])[], days = 4) {
  const base = (input: RuleInput, i: number, line: Line): InventoryLine => ({
    ...(input.data.inventory?.lines[0] as InventoryLine),
    row: 10 + i,
    instrumentCode: `P${i}`,
    type: 'Equity',
    quotationCurrency: 'EUR',
    quantity: '100',
    price: '10',
    priceFactor: null,
    fxRate: null,
    accruedInterest: null,
    marketValue: '1000',
    ...line,
  })
  return outcomeOf(
    ruleInput((input) => {
      daysApart(input, days)
      const now = pairs.flatMap(([line], i) => (line ? [base(input, i, line)] : []))
      const before = pairs.flatMap(([, line], i) =>
        line ? [base(input, i, { priceDate: '2026-10-20', ...line })] : [],
      )
      if (input.data.inventory) input.data.inventory.lines = now
      if (input.previous?.inventory) input.previous.inventory.lines = before
      for (const upload of [input.data, input.previous])
        if (upload) navLine(upload, 'FUND TNA').value = '100000'
    }),
    id,
  )
}

const resultOf = (...args: Parameters<typeof outcome>) => outcome(...args).result
const subjects = (...args: Parameters<typeof outcome>) =>
  outcome(...args).breaches.map(({ subject }) => subject)

test('I04 limits grow with the root of the days', () => {
  const moved = (price: string, days: number) =>
    resultOf('I04', [[{ price, quantity: '50' }, { quantity: '50' }]], days)
  // 16 days: 5 % × √4 = 10 %; the effect of 50 is 0.05 % of FUND TNA.
  expect([moved('11', 16), moved('11.0001', 16), moved('11', 15)]).toEqual(['OK', 'NOK', 'NOK'])
})

test('a price effect of a quarter of the threshold is a breach whatever the limit, also for Other', () => {
  // A quarter of 0.5 % of 100,000 is 125.
  const of = (type: InventoryLine['type'], quantity: string, days = 4) =>
    resultOf('I04', [[{ type, price: '10.1', quantity }, { quantity }]], days)
  expect([of('Other', '1249.9'), of('Other', '1250')]).toEqual(['OK', 'NOK'])
  expect([of('Equity', '1249.9'), of('Equity', '1250')]).toEqual(['OK', 'NOK'])
  expect([of('Other', '2499.9', 16), of('Other', '2500', 16)]).toEqual(['OK', 'NOK'])
  expect(of('Derivative', '99999')).toBe('OK')
})

test('pairs near their limit are a breach together once their effects add up', () => {
  const near = (count: number, price: string): [Line, Line][] =>
    Array.from({ length: count }, () => [{ price, quantity: '100' }, { quantity: '100' }])
  // Each moved 4 %, above 3/4 of 5 %: 40 each, and 125 together is too much.
  expect(subjects('I04', near(3, '10.4'))).toEqual([])
  expect(subjects('I04', near(4, '10.4'))).toEqual(['P0', 'P1', 'P2', 'P3'])
  expect(subjects('I04', near(4, '10.375'))).toEqual([])
  expect(subjects('I04', [...near(4, '10.4'), ...near(1, '10.1')])).toEqual(['P0', 'P1', 'P2', 'P3'])
  expect(subjects('I04', near(5, '9.75'))).toEqual([])
  expect(subjects('I04', [...near(2, '10.4'), ...near(2, '9.6')])).toHaveLength(4)
})

test('the impact of I04 covers movements over four times the limit, or over 30 %', () => {
  const of = (type: InventoryLine['type'], price: string, quantity = '100') =>
    outcome('I04', [[{ type, price, quantity }, { quantity }]]).impact
  // Basis points of 100,000.
  expect([of('Equity', '11'), of('Equity', '12'), of('Equity', '12.01')]).toEqual(['0', '0', '20.1'])
  expect([of('Bond', '10.4', '1000'), of('Bond', '10.41', '1000')]).toEqual(['0', '41'])
  expect([of('Other', '13', '1000'), of('Other', '13.01', '1000')]).toEqual(['0', '301'])
  expect(outcome('I04', [[{ price: '10.1' }, {}]]).impact).toBeNull()
  // Half of the threshold is 25 bp.
  expect(outcome('I04', [[{ price: '12.5' }, {}]])).toMatchObject({ severity: 'B', impact: '25' })
  expect(outcome('I04', [[{ price: '12.49' }, {}]])).toMatchObject({ severity: 'W', impact: '24.9' })
})

test('a split is not a price movement, and I04 names it', () => {
  const split = outcome('I04', [[{ price: '2.5', quantity: '400' }, {}]])
  expect(split).toMatchObject({ result: 'OK', comment: 'split? (P0).' })
  expect(outcome('I04', [[{ price: '5', quantity: '100' }, {}]])).toMatchObject({ result: 'NOK' })
  // Bonds within 1 %.
  const bond = (price: string) => outcome('I04', [[{ type: 'Bond', price, quantity: '400' }, {}]]).comment
  expect(bond('2.525')).toBe('split? (P0).')
  expect(bond('2.5251')).not.toContain('split?')
})

test('duplicates form one pair: summed quantities, the first price', () => {
  const [impactOnce] = [
    outcome('I04', [
      [
        { instrumentCode: 'X', price: '13.1' },
        { instrumentCode: 'X', quantity: '200' },
      ],
      [{ instrumentCode: 'X', price: '13.1' }, null],
    ]),
  ]
  expect(impactOnce).toMatchObject({ result: 'NOK', breachCount: 2, impact: '62' })
})

test('type and currency of a pair come from this inventory', () => {
  expect(
    resultOf('I13', [
      [
        { type: 'Bond', price: '10.1', quantity: '1000' },
        { type: 'Equity', quantity: '1000' },
      ],
    ]),
  ).toBe('NOK')
  expect(outcome('I04', [[{ quotationCurrency: 'JPY', price: '10.1' }, {}]]).comment).toBe(
    'Missing: FX rate of JPY (P0).',
  )
})

test('I13 compares all pairs of a type with its limit, from 10 basis points on', () => {
  const of = (type: InventoryLine['type'], price: string, quantity = '400', days = 4) =>
    outcome('I13', [[{ type, price, quantity }, { quantity }]], days)
  // 4,000 of Equity: 3 % is 120, and 10 bp of FUND TNA is 100.
  expect([of('Equity', '10.3').result, of('Equity', '10.3001').result]).toEqual(['OK', 'NOK'])
  expect([of('Bond', '10.25').result, of('Bond', '10.24').result]).toEqual(['NOK', 'OK'])
  expect(of('Fund', '9.6999').result).toBe('NOK')
  expect(of('Equity', '10.3001', '400', 16).result).toBe('OK')
  expect(of('Other', '15')).toMatchObject({ result: 'OK' })
  // The part beyond 3 %: 400 × (0.8 - 0.3), in basis points of 100,000.
  expect(of('Equity', '10.8')).toMatchObject({ impact: '20', severity: 'W' })
  expect(of('Equity', '11.55')).toMatchObject({ impact: '50', severity: 'B' })
})

test('I13 lets movements within one type offset each other, not across types', () => {
  const pair = (type: InventoryLine['type'], price: string): [Line, Line] => [
    { type, price, quantity: '1000' },
    { quantity: '1000' },
  ]
  expect(subjects('I13', [pair('Equity', '11'), pair('Equity', '9.2')])).toEqual([])
  expect(subjects('I13', [pair('Equity', '11'), pair('Fund', '9')])).toEqual(['Equity', 'Fund'])
})

const frozen = (more: Line = {}): [Line, Line] => [
  { priceDate: '2026-10-30', ...more },
  { ...more, priceDate: '2026-10-29' },
]
const live = (marketValue: string): [Line, Line] => [{ price: '10.1', marketValue }, {}]

test('I14 allows a quarter of the market value to keep its price with a newer date', () => {
  const bonds = (marketValue: string) => frozen({ type: 'Bond', marketValue })
  expect(subjects('I14', [bonds('250'), live('750')])).toEqual([])
  expect(subjects('I14', [bonds('126'), bonds('125'), live('750')])).toEqual(['P0', 'P1'])
  // The same price with the same date is stale, not frozen; likewise one without quantity.
  expect(resultOf('I14', [[{ priceDate: '2026-10-29' }, { priceDate: '2026-10-29' }]])).toBe('OK')
  expect(resultOf('I14', [frozen({ quantity: '0' })])).toBe('OK')
  expect(resultOf('I14', [frozen({ type: 'Other' })])).toBe('OK')
})

test('I14 does not allow a single frozen Equity of 50 basis points', () => {
  expect(subjects('I14', [frozen({ marketValue: '499.99' }), live('9000')])).toEqual([])
  expect(subjects('I14', [frozen({ marketValue: '500' }), live('9000')])).toEqual(['P0'])
  expect(subjects('I14', [frozen({ type: 'Fund', marketValue: '2000' }), live('9000')])).toEqual([])
})

test('the impact of I14 is the movement limit of the fund type on the frozen lines', () => {
  // 1.5 % of 10,000 is 15 bp of 100,000, and twice that in 16 days.
  expect(outcome('I14', [frozen({ marketValue: '10000' })])).toMatchObject({ impact: '15', severity: 'W' })
  expect(outcome('I14', [frozen({ marketValue: '10000' })], 16).impact).toBe('30')
  expect(outcome('I14', [frozen({ marketValue: '33333.2' })]).severity).toBe('W')
  expect(outcome('I14', [frozen({ marketValue: '33333.3333' })])).toMatchObject({
    impact: '50',
    severity: 'B',
  })
})

test('I13 and I14 skip unpaired instruments, and are not applicable without pairs', () => {
  for (const id of ['I13', 'I14'])
    expect(outcome(id, [[{}, null]])).toMatchObject({
      result: 'OK - not applicable',
      comment: 'Missing: line in the previous inventory (P0).',
    })
})
