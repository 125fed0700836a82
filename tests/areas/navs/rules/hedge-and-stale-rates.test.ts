import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { outcomeOf } from '../../../support/areas/navs/rules/rule-input'
import { type Element, fxRate, held, smallFund, told } from '../../../support/areas/navs/rules/small-fund'

const NOT_APPLICABLE = 'OK - not applicable'

/** Class A went from 100 to this, class H, in USD and hedged, from 100 to 101; it had 400,000 USD at 0.8 EUR. */
function hedge(a: string, change: (input: RuleInput) => void = () => {}, more: Element[] = []) {
  return smallFund(
    {
      elements: [
        ['NAV PER SHARE', 'A', a],
        ['NAV PER SHARE', 'H', '101', 'USD'],
        ['FX RATE', 'USD', '0.8'],
        ...more,
      ],
    },
    {
      elements: [
        ['NAV PER SHARE', 'A', '100'],
        ['CLASS TNA', 'A', '600000'],
        ['NAV PER SHARE', 'H', '100', 'USD'],
        ['CLASS TNA', 'H', '400000', 'USD'],
        ['FX RATE', 'USD', '0.8'],
      ],
    },
    change,
  )
}

test('N16 allows a hedged class 0.25 % from the classes that are not hedged', () => {
  expect(told(hedge('100.75'), 'N16')).toBe('OK')
  // 0.26 % of 320,000 EUR are 832 EUR, 8.32 bp.
  expect(told(hedge('100.74'), 'N16')).toBe('NOK W 8.32')
  expect(outcomeOf(hedge('100.74'), 'N16').computation).toContain('0.26 % apart, 94.9 % a year')
})

test('N16 blocks where a class is half of the error threshold away, 0.5 %', () => {
  expect(told(hedge('100.51'), 'N16')).toBe('NOK W 15.68')
  expect(told(hedge('100.5'), 'N16')).toBe('NOK B 16')
})

test('N16 is half of the error threshold at most, and grows with the days before that', () => {
  const mixed = (input: RuleInput) =>
    Object.assign(input.tolerances, { 'N11.threshold': { value: '0.4', level: 'rule table' } })
  expect(told(hedge('100.8', mixed), 'N16')).toBe('OK')
  expect(told(hedge('100.79', mixed), 'N16')).toBe('NOK B 6.72')
  // Nine days: 0.25 % × 3 / 2 = 0.375 %.
  const days = (input: RuleInput) => Object.assign(input.previous ?? {}, { navDate: '2026-10-21' })
  expect(told(hedge('100.625', days), 'N16')).toBe('OK')
  expect(told(hedge('100.624', days), 'N16')).toBe('NOK W 12.032')
})

test('N16 takes classes in other currencies in fund currency, by their size', () => {
  const withU = (input: RuleInput) => {
    const [a] = input.classes
    if (a) input.classes.push({ ...a, code: 'U', currency: 'USD' })
    input.previous?.nav.lines.push(
      { row: 20, type: 'NAV PER SHARE', code: 'U', currency: 'USD', value: '100', name: null },
      { row: 21, type: 'CLASS TNA', code: 'U', currency: 'USD', value: '750000', name: null },
    )
    // The dollar fell by 1 %: U, at 102, is 0.98 % up in EUR; of A and U, each 600,000 EUR, the mean is 0.79 %.
    for (const line of input.data.nav.lines) if (line.code === 'USD') line.value = '0.792'
  }
  const u: Element = ['NAV PER SHARE', 'U', '102', 'USD']
  expect(told(hedge('100.6', withU, [u]), 'N16')).toBe('OK')
  // A at 100.5: the mean is 0.74 %, and H 0.26 % from it.
  expect(told(hedge('100.5', withU, [u]), 'N16')).toBe('NOK W 8.32')
})

test('N16 compares hedged classes with each other where none is not hedged; portfolio classes count on neither side', () => {
  const other = (portfolioHedged: boolean) => (input: RuleInput) => {
    const [a] = input.classes
    if (a) Object.assign(a, { hedged: !portfolioHedged, portfolioHedged })
  }
  expect(told(hedge('100.75', other(false)), 'N16')).toBe('OK')
  expect(told(hedge('100.74', other(false)), 'N16')).toBe('NOK W 8.32')
  expect(outcomeOf(hedge('100.74', other(true)), 'N16')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: class to compare with (H).',
  })
  const none = (input: RuleInput) => {
    for (const each of input.classes) each.hedged = false
  }
  expect(outcomeOf(hedge('100.74', none), 'N16').comment).toBe(
    'Missing: hedged class in another currency than the fund’s.',
  )
})

test('N09 groups classes by what they are hedged to', () => {
  const portfolio = (input: RuleInput) => {
    const [, h] = input.classes
    if (h) input.classes.push({ ...h, code: 'P', hedged: false, portfolioHedged: true })
    input.previous?.nav.lines.push({
      row: 20,
      type: 'NAV PER SHARE',
      code: 'P',
      currency: 'USD',
      value: '100',
      name: null,
    })
  }
  const input = hedge('101', portfolio, [['NAV PER SHARE', 'P', '109', 'USD']])
  expect(outcomeOf(input, 'N09').result).toBe(NOT_APPLICABLE)
})

interface Rates {
  now: string
  before?: string
  stored: string
  storedBefore?: string
  storedDay?: string
}

/** N17: FX RATE of USD, with 400,000 EUR of lines in it, and the stored rates of both NAV dates. */
function stale(
  { now, before = '0.8123', stored, storedBefore = '0.8123', storedDay = '2026-10-30' }: Rates,
  change: (input: RuleInput) => void = () => {},
) {
  const line = held('Equity', 'E1', { quotationCurrency: 'USD', marketValue: '400000' })
  return smallFund(
    { elements: [['FX RATE', 'USD', now]], lines: [line] },
    { elements: [['FX RATE', 'USD', before]], lines: [line] },
    (input) => {
      input.exchangeRates = [{ currency: 'USD', date: storedDay, rate: stored }]
      input.previousRates = [{ currency: 'USD', date: '2026-10-29', rate: storedBefore }]
      change(input)
    },
  )
}

test('N17 allows an unchanged rate while the stored rates move no more than rounding explains', () => {
  // Each of three rates shows 0.0001, 0.0123 %: together 0.0369 %.
  expect(told(stale({ now: '0.8123', stored: '0.8125' }), 'N17')).toBe('OK')
  // 0.8127 / 0.8123 - 1 = 0.0492 % of 400,000 EUR: 196.97 EUR.
  expect(told(stale({ now: '0.8123', stored: '0.8127' }), 'N17')).toBe('NOK W 1.9697')
  expect(told(stale({ now: '0.8126', stored: '0.8250' }), 'N17')).toBe('OK')
  const { breaches } = outcomeOf(stale({ now: '0.8123', stored: '0.8250' }), 'N17')
  expect(breaches.map(({ subject }) => subject)).toEqual(['no new rates'])
})

test('N17 allows an unchanged rate up to 0.02 % exactly, where rounding explains less', () => {
  // 0.50005 x 1.0002 = 0.50015001; rounding explains 0.004 %.
  const exact = { now: '0.50005', before: '0.50005', storedBefore: '0.50005' }
  expect(told(stale({ ...exact, stored: '0.50015001' }), 'N17')).toBe('OK')
  // 0.00010002 / 0.50005 of 400,000 EUR: 80.008 EUR.
  expect(told(stale({ ...exact, stored: '0.50015002' }), 'N17')).toBe('NOK W 0.8001')
})

test('N17 blocks from a quarter of the error threshold, 2,500 EUR', () => {
  // 0.8173 / 0.8123 - 1 = 0.61554 %: 2,462.14 EUR; at 0.8174 2,511.39 EUR.
  expect(told(stale({ now: '0.8123', stored: '0.8173' }), 'N17')).toBe('NOK W 24.6214')
  expect(told(stale({ now: '0.8123', stored: '0.8174' }), 'N17')).toBe('NOK B 25.1139')
})

test('N17 names the one unchanged rate among others', () => {
  const others = (input: RuleInput) => {
    input.data.nav.lines.push(fxRate('GBP', '1.2001'))
    input.previous?.nav.lines.push(fxRate('GBP', '1.1999'))
  }
  const outcome = outcomeOf(stale({ now: '0.8123', stored: '0.8250' }, others), 'N17')
  expect(outcome.breaches.map(({ subject }) => subject)).toEqual(['USD'])
  expect(outcome.computation).toContain('Left out for lack of stored rates of both NAV dates (GBP).')
})

test('N17 allows a pegged rate that stands still with the stored one, while others move', () => {
  const pegged = (storedDkk: string) => (input: RuleInput) => {
    input.data.nav.lines.push(fxRate('DKK', '0.134'))
    input.previous?.nav.lines.push(fxRate('DKK', '0.134'))
    input.exchangeRates.push({ currency: 'DKK', date: '2026-10-30', rate: storedDkk })
    input.previousRates?.push({ currency: 'DKK', date: '2026-10-29', rate: '0.134' })
  }
  // Each of three rates shows 0.0001, about 0.0746 %: together 0.2237 %. 0.1342 / 0.134 - 1 is 0.1493 %.
  expect(told(stale({ now: '0.8126', stored: '0.8126' }, pegged('0.1342')), 'N17')).toBe('OK')
  // 0.2985 %, of no line and no class.
  expect(told(stale({ now: '0.8126', stored: '0.8126' }, pegged('0.1344')), 'N17')).toBe('NOK W 0')
})

test('N17 takes rates of a fund in another currency than the site’s, and what its classes weigh', () => {
  // In the site’s CHF dollar and euro rose by a tenth: 0.8123 / 1.0001 and 0.8935 / 1.1001 are nearly the same.
  const both =
    (dollar: string, elements: [code: string, tna: string][] = []) =>
    (input: RuleInput) => {
      input.siteCurrency = 'CHF'
      input.exchangeRates = [
        { currency: 'USD', date: '2026-10-30', rate: dollar },
        { currency: 'EUR', date: '2026-10-30', rate: '1.1001' },
      ]
      input.previousRates = [
        { currency: 'USD', date: '2026-10-29', rate: '0.8123' },
        { currency: 'EUR', date: '2026-10-29', rate: '1.0001' },
      ]
      for (const [code, value] of elements)
        input.data.nav.lines.push({ row: 60, type: 'CLASS TNA', code, currency: 'USD', value, name: null })
    }
  expect(told(stale({ now: '0.8123', stored: '' }, both('0.8935')), 'N17')).toBe('OK')
  // 0.983 / 1.1001 / (0.8123 / 1.0001) - 1 = 10.0140 % of 400,000 EUR; then of a class of 1,000,000 USD at 0.8123 EUR.
  expect(told(stale({ now: '0.8123', stored: '' }, both('0.9830')), 'N17')).toBe('NOK B 400.5638')
  const ofClass = both('0.9830', [['H', '1000000']])
  expect(told(stale({ now: '0.8123', stored: '' }, ofClass), 'N17')).toBe('NOK B 813.4449')
})

test('N17 leaves a rate out whose stored rate is missing, or the same at both dates', () => {
  const old = { now: '0.8123', stored: '0.8250', storedDay: '2026-10-29' }
  expect(outcomeOf(stale(old), 'N17')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: newer stored rate (USD).',
  })
  const none = (input: RuleInput) => Object.assign(input, { previousRates: [] })
  expect(told(stale({ now: '0.8123', stored: '0.8250' }, none), 'N17')).toBe(NOT_APPLICABLE)
})
