import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BandRule,
  bandOfAmount,
  type Rule,
  type SignaturesNeeded,
} from '~/areas/authorisation-matrix/matrix'

const DAY = '2026-10-30'
const rule = (
  currency: string,
  amountFrom: string,
  amountTo: string | null,
  required: Rule,
  validFrom = '2026-01-01',
  validTo: string | null = null,
): BandRule => ({ currency, amountFrom, amountTo, rule: required, validFrom, validTo })

const EURO = [
  rule('EUR', '0', '5000', 'A'),
  rule('EUR', '5000.01', '50000', 'A+B'),
  rule('EUR', '50000.01', null, 'A+A'),
]
const RATES = new Map([
  ['EUR', '1'],
  ['USD', '0.8'],
  ['GBP', '1.25'],
])

const bandFor = (
  currency: string,
  amount: string,
  rules: readonly BandRule[] = EURO,
  rates = RATES,
  day = DAY,
) => bandOfAmount(rules, rates, 'EUR', { day, currency, amount })
const found = (needed: SignaturesNeeded | null) =>
  needed && [needed.rule, needed.amount, needed.currency, needed.band?.amountFrom ?? null]

test.each([
  ['EUR', '0', 'A', '0.00', '0'],
  ['EUR', '5000.00', 'A', '5000.00', '0'],
  ['EUR', '5000.01', 'A+B', '5000.01', '5000.01'],
  ['EUR', '50000', 'A+B', '50000.00', '5000.01'],
  ['EUR', '50000.01', 'A+A', '50000.01', '50000.01'],
  ['EUR', '9999999999999999.99', 'A+A', '9999999999999999.99', '50000.01'],
  // A credit note counts by its absolute amount.
  ['EUR', '-5000.01', 'A+B', '5000.01', '5000.01'],
  // 0.8 euros per dollar; half a cent is rounded up into the next band.
  ['USD', '6250.00', 'A', '5000.00', '0'],
  ['USD', '6250.01', 'A+B', '5000.01', '5000.01'],
  ['USD', '62500.01', 'A+A', '50000.01', '50000.01'],
])('%s %s: %s', (currency, amount, asks, inRules, from) => {
  expect(found(bandFor(currency, amount))).toEqual([asks, inRules, 'EUR', from])
})

test('rules in the invoice currency come first, then in the site currency, then others by code', () => {
  const usd = rule('USD', '0', null, 'A+A')
  const gbp = rule('GBP', '0', null, 'A+B')
  const chf = rule('CHF', '0', null, 'A')
  expect(bandFor('USD', '10', [...EURO, usd])?.rule).toBe('A+A')
  expect(bandFor('GBP', '10', [...EURO, usd])?.rule).toBe('A')
  expect(bandFor('USD', '10', [gbp, chf], new Map([...RATES, ['CHF', '1.05']]))?.currency).toBe('CHF')
  // A currency without a rate is skipped.
  expect(found(bandFor('USD', '125', [gbp, chf]))).toEqual(['A+B', '80.00', 'GBP', '0'])
})

test('only rules in force on the day count, first and last day included', () => {
  const rules = [
    rule('EUR', '0', null, 'A', '2025-01-01', '2025-12-31'),
    rule('EUR', '0', null, 'A+A', '2026-01-01', '2026-06-30'),
  ]
  const on = (day: string) => bandFor('EUR', '1', rules, RATES, day)?.rule ?? null
  expect(
    ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map(on),
  ).toEqual([null, 'A', 'A', 'A+A', 'A+A', null])
})

test('without a matrix nothing is required; an amount without band or rate requires two of class A and says why', () => {
  expect(bandFor('EUR', '1', [])).toBeNull()
  const outside = bandFor('EUR', '120.00', [rule('EUR', '0', '100', 'A')])
  expect(outside).toMatchObject({ rule: 'A+A', band: null })
  expect(outside?.why).toBe(
    'No band of the authorisation matrix in EUR covers 120.00 EUR: two signatures of class A are required.',
  )
  const unpriced = bandFor('JPY', '1000')
  expect(unpriced).toMatchObject({ rule: 'A+A', band: null, currency: 'JPY' })
  expect(unpriced?.why).toBe(
    'There is no exchange rate on or before 30/10/2026 to compare 1,000 JPY with the rules in EUR: two signatures of class A are required.',
  )
})

test('the reason names the amount, its conversion and the band', () => {
  expect(bandFor('USD', '6250.01')?.why).toBe(
    '6,250.01 USD (5,000.01 EUR) is from 5,000.01 to 50,000.00 EUR: one signature of class A and one of class A or B are required.',
  )
  expect(bandFor('EUR', '60000')?.why).toBe(
    '60,000.00 EUR is from 50,000.01 EUR upwards: two signatures of class A are required.',
  )
})

test('bands without gaps contain every amount exactly once, checked in integer cents', () => {
  const limits = fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 6 })
  const rules = fc.constantFrom<Rule>('A', 'A+A', 'A+B')
  fc.assert(
    fc.property(
      limits,
      fc.array(rules, { minLength: 7, maxLength: 7 }),
      fc.nat(12_000_000),
      (ends, asks, cents) => {
        const sorted = [...ends].sort((a, b) => a - b)
        const money = (hundredths: number) =>
          `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
        const bands = [...sorted, null].map((to, at) =>
          rule(
            'EUR',
            money(at === 0 ? 0 : (sorted[at - 1] ?? 0) + 1),
            to === null ? null : money(to),
            asks[at] ?? 'A',
          ),
        )
        const at = sorted.findIndex((end) => cents <= end)
        const expected = bands[at < 0 ? sorted.length : at]
        expect(bandFor('EUR', money(cents), bands)?.band).toEqual(expected)
      },
    ),
  )
})
