import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { InventoryLine } from '~/areas/navs/workbooks/control-data'
import { BLANK_LINE } from '../../../support/areas/navs/rules/blank-line'
import { daysApart, navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const LINE: InventoryLine = {
  ...BLANK_LINE,
  row: 7,
  instrumentCode: 'X',
  instrumentName: 'X',
  type: 'Equity',
  quantity: '100',
  price: '10',
  priceDate: '2026-10-30',
  marketValue: '1000',
}

/** Replaces the inventory by lines based on 100 shares of an equity at 10 EUR; FUND TNA is 100,000. */
function outcome(
  id: string,
  now: Partial<InventoryLine>[],
  before: Partial<InventoryLine>[] = [],
  more?: (input: RuleInput) => void,
) {
  const lines = (changes: Partial<InventoryLine>[]) =>
    changes.map((change, i) => ({ ...LINE, row: 7 + i, ...change }))
  return outcomeOf(
    ruleInput((input) => {
      navLine(input.data, 'FUND TNA').value = '100000'
      daysApart(input, 1)
      if (input.data.inventory) input.data.inventory.lines = lines(now)
      if (input.previous?.inventory) input.previous.inventory.lines = lines(before)
      more?.(input)
    }),
    id,
  )
}

const resultOf = (...args: Parameters<typeof outcome>) => outcome(...args).result

test('I01 allows 1.00, or 0.01 % of a larger market value', () => {
  expect(resultOf('I01', [{ marketValue: '1001' }])).toBe('OK')
  expect(resultOf('I01', [{ marketValue: '1001.01' }])).toBe('NOK')
  const large = { quantity: '9999000', price: '1' }
  expect(resultOf('I01', [{ ...large, marketValue: '10000000' }])).toBe('OK')
  expect(resultOf('I01', [{ ...large, marketValue: '10000000.1' }])).toBe('NOK')
})

test('I01 multiplies by factor and rate and adds accrued interest; a blank rate comes from the NAV table, 1 for the fund currency', () => {
  const bond = {
    type: 'Bond',
    quantity: '1000',
    price: '99',
    priceFactor: '0.01',
    accruedInterest: '10',
  } as const
  expect(resultOf('I01', [{ ...bond, fxRate: '2', marketValue: '1990' }])).toBe('OK')
  expect(resultOf('I01', [{ ...bond, marketValue: '1000' }])).toBe('OK')
  const rate = (input: RuleInput) => Object.assign(navLine(input.data, 'FX RATE', 'USD'), { value: '0.5' })
  expect(resultOf('I01', [{ ...bond, quotationCurrency: 'USD', marketValue: '505' }], [], rate)).toBe('OK')
})

test('I01 skips Cash, Derivative, lines without price and lines without any rate', () => {
  const wrong = { marketValue: '5' }
  expect(
    resultOf('I01', [
      { ...wrong, type: 'Cash' },
      { ...wrong, type: 'Derivative' },
    ]),
  ).toBe('OK')
  expect(
    outcome('I01', [
      { ...wrong, price: null },
      { ...wrong, quotationCurrency: 'JPY' },
    ]),
  ).toMatchObject({
    result: 'OK - not applicable',
    comment: 'Missing: Price (X); FX rate of JPY (X).',
  })
  expect(resultOf('I01', [{ ...wrong, type: 'Other' }])).toBe('NOK')
})

test('I02 requires a price with a quantity, above 0 except for Derivative', () => {
  expect(resultOf('I02', [{ price: null }])).toBe('NOK')
  expect(resultOf('I02', [{ price: '0' }])).toBe('NOK')
  expect(
    resultOf('I02', [
      { price: null, quantity: '0' },
      { price: null, type: 'Cash' },
    ]),
  ).toBe('OK')
  expect(resultOf('I02', [{ price: '-3', type: 'Derivative' }])).toBe('OK')
  expect(resultOf('I02', [{ price: null, type: 'Derivative' }])).toBe('NOK')
})

// The NAV date is a Friday.
test.each([
  ['Equity', 3, '2026-10-27', '2026-10-26'],
  ['Bond', 5, '2026-10-23', '2026-10-22'],
  ['Fund', 25, '2026-09-25', '2026-09-24'],
  ['Derivative', 3, '2026-10-27', '2026-10-26'],
  ['Other', 70, '2026-07-24', '2026-07-23'],
] as const)('I03 allows a price of %s to be %i weekdays old', (type, _days, last, tooOld) => {
  const of = (priceDate: string) => resultOf('I03', [{ type, priceDate }])
  expect(['2026-10-30', last, tooOld, '2026-10-31'].map(of)).toEqual(['OK', 'OK', 'NOK', 'NOK'])
})

test('I03 counts no weekend: a Friday price is one weekday old on Monday', () => {
  const of = (priceDate: string, navDate: string) =>
    resultOf('I03', [{ priceDate }], [], ({ data }) => Object.assign(data, { navDate }))
  // Three weekdays from a Friday, a Saturday or a Sunday are until Wednesday.
  for (const day of ['2026-10-23', '2026-10-24', '2026-10-25'])
    expect([of(day, '2026-10-28'), of(day, '2026-10-29')]).toEqual(['OK', 'NOK'])
  expect(of('2026-10-23', '2026-10-25')).toBe('OK')
  expect(of('2026-10-26', '2026-10-25')).toBe('NOK')
})

test('I03 requires a price date on every line except Cash', () => {
  expect(resultOf('I03', [{ priceDate: null, quantity: '0' }])).toBe('NOK')
  expect(resultOf('I03', [{ priceDate: null, type: 'Cash' }])).toBe('OK')
})

test('I04 is NOK only beyond the limit of the type and from 0.05 % of FUND TNA', () => {
  expect(resultOf('I04', [{ price: '10.5' }], [{}])).toBe('OK')
  expect(resultOf('I04', [{ price: '10.51' }], [{}])).toBe('NOK')
  // 50.00 is 0.05 % of FUND TNA.
  expect(resultOf('I04', [{ price: '11', quantity: '50' }], [{}])).toBe('NOK')
  expect(resultOf('I04', [{ price: '11', quantity: '49.99' }], [{}])).toBe('OK')
  expect(resultOf('I04', [{ price: '9', quantity: '-50' }], [{}])).toBe('NOK')
  expect(
    resultOf(
      'I04',
      [{ type: 'Bond', price: '101', priceFactor: '0.01', quantity: '9000' }],
      [{ price: '100' }],
    ),
  ).toBe('OK')
  expect(
    resultOf(
      'I04',
      [{ type: 'Bond', price: '101.1', priceFactor: '0.01', quantity: '9000' }],
      [{ price: '100' }],
    ),
  ).toBe('NOK')
  expect(resultOf('I04', [{ type: 'Derivative', price: '99' }], [{}])).toBe('OK')
})

test('I04 compares with the first line of the instrument and skips what cannot be compared', () => {
  expect(resultOf('I04', [{ price: '20' }], [{ price: '20' }, { price: '1' }])).toBe('OK')
  const outcomeOfNone = outcome(
    'I04',
    [
      { instrumentCode: 'A' },
      { instrumentCode: 'B', price: null },
      { instrumentCode: 'C' },
      { instrumentCode: 'D', quotationCurrency: 'JPY' },
      { instrumentCode: 'E', quotationCurrency: 'JPY', fxRate: '0.006' },
    ],
    [{ instrumentCode: 'B' }, { instrumentCode: 'C', price: null }, { instrumentCode: 'D' }],
  )
  expect(outcomeOfNone).toMatchObject({
    result: 'OK - not applicable',
    comment:
      'Missing: line in the previous inventory (A, E); Price (B); previous Price (C); FX rate of JPY (D).',
  })
})

test('I04 cannot measure a movement from price 0, only its effect on the fund', () => {
  expect(outcome('I04', [{ price: '1' }], [{ price: '0' }])).toMatchObject({ result: 'OK' })
  expect(outcome('I04', [{ price: '10' }], [{ price: '0' }])).toMatchObject({ result: 'NOK', impact: '0' })
})

test('I06 names a duplicate code once, Cash included', () => {
  const { breaches } = outcome('I06', [
    {},
    {},
    {},
    { instrumentCode: 'C', type: 'Cash' },
    { instrumentCode: 'C', type: 'Cash' },
  ])
  expect(breaches.map(({ subject, formula }) => [subject, formula])).toEqual([
    ['X', 'is in 3 lines'],
    ['C', 'is in 2 lines'],
  ])
})

test('I07 compares every filled rate with the NAV table, within 0.01 %', () => {
  const usd = (fxRate: string) =>
    resultOf('I07', [{ quotationCurrency: 'USD', fxRate, type: 'Cash' }], [], (input) => {
      navLine(input.data, 'FX RATE', 'USD').value = '0.9'
    })
  expect([usd('0.90009'), usd('0.8999'), usd('0.900090001')]).toEqual(['OK', 'NOK', 'NOK'])
})

test('I07 uses 1 for the fund currency, and the first filled rate for currencies missing from the NAV table', () => {
  expect(resultOf('I07', [{ fxRate: '1.0001' }])).toBe('OK')
  expect(resultOf('I07', [{ fxRate: '1.00011' }])).toBe('NOK')
  const yen = (...rates: (string | null)[]) => rates.map((fxRate) => ({ quotationCurrency: 'JPY', fxRate }))
  expect(resultOf('I07', yen(null, '0.006', '0.006'))).toBe('OK')
  expect(outcome('I07', yen(null, '0.006', '0.007', '0.006')).breaches).toMatchObject([
    { difference: '0.001' },
  ])
  expect(outcome('I07', yen(null)).comment).toBe('Missing: FX rate (X).')
})

test('I10 allows 0.01 points, on lines with a value', () => {
  expect(resultOf('I10', [{ navPercent: '1.01' }, { navPercent: null }])).toBe('OK')
  expect(resultOf('I10', [{ navPercent: '0.98999' }])).toBe('NOK')
  expect(resultOf('I10', [{ navPercent: null }])).toBe('OK - not applicable')
})

test('I11 accepts lines maturing on the NAV date, and earlier ones without quantity', () => {
  expect(resultOf('I11', [{ maturityDate: '2026-10-30' }])).toBe('OK')
  expect(resultOf('I11', [{ maturityDate: '2026-10-29' }])).toBe('NOK')
  expect(resultOf('I11', [{ maturityDate: '2026-10-29', quantity: '0' }])).toBe('OK')
})
