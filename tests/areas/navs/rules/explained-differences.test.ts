import { expect, test } from 'vitest'
import type { ExplainableRule, ExplainedDifference, RuleInput } from '~/areas/navs/rules/contract'
import { outcomeOf } from '../../../support/areas/navs/rules/rule-input'
import {
  announced,
  cashOf,
  held,
  positionsOf,
  smallFund,
  sources,
  vendorPriceOf,
} from '../../../support/areas/navs/rules/small-fund'

/** An explanation of a rule, of this amount on the source's side. */
const said = (
  rule: ExplainableRule,
  amount: string,
  more: Partial<ExplainedDifference> = {},
): ExplainedDifference => ({
  id: 1,
  rule,
  currency: null,
  instrumentCode: null,
  isin: null,
  exDate: null,
  amount,
  reason: 'settlement pending',
  until: '2026-11-05',
  isLater: false,
  ...more,
})

/** The result of a rule, its impact in basis points, and the explanations that it needs: "OK 1=10000". */
function told(input: RuleInput, rule: ExplainableRule): string {
  const { result, severity, impact, explained = [] } = outcomeOf(input, rule)
  const counted = explained.map(({ id, value }) => `${id}=${value}`)
  return [result === 'NOK' ? `NOK ${severity} ${Number(impact)}` : result, ...counted].join(' ')
}

const CASH = [
  held('Cash', 'EUR-1', { marketValue: '50000' }),
  held('Cash', 'USD-1', { quotationCurrency: 'USD', marketValue: '8000', fxRate: '0.8' }),
]

/** S03 of a fund with 50,000 EUR and 10,000 USD at 0.8 EUR. */
const cash = (euros: string, dollars: string, ...explained: ExplainedDifference[]) =>
  smallFund({ elements: [], lines: CASH }, null, (input) => {
    input.sources = sources({ cash: cashOf(['EUR', euros], ['USD', dollars]), explained })
  })

test('S03 adds what is explained to the source, just within and just beyond its tolerance', () => {
  const euros = (amount: string) => said('S03', amount, { currency: 'EUR' })
  expect(told(cash('40000', '10000'), 'S03')).toBe('NOK B 100')
  expect(told(cash('40000', '10000', euros('10000')), 'S03')).toBe('OK 1=10000')
  // 0.2 bp of 1,000,000 EUR are 20 EUR.
  expect(told(cash('40000', '10000', euros('9980')), 'S03')).toBe('OK 1=9980')
  expect(told(cash('40000', '10000', euros('9979.99')), 'S03')).toBe('NOK W 0.2001 1=9979.99')
  // Half of the error threshold, 5,000 EUR, blocks: what is left counts.
  expect(told(cash('40000', '10000', euros('5000')), 'S03')).toBe('NOK B 50 1=5000')
  // Two add up; one of another currency is of no use.
  const two = [euros('7500'), said('S03', '2500', { id: 2, currency: 'EUR' })]
  expect(told(cash('40000', '10000', ...two), 'S03')).toBe('OK 1=7500 2=2500')
  expect(told(cash('40000', '10000', said('S03', '10000', { currency: 'USD' })), 'S03')).toBe('NOK B 100')
})

test('S03 counts an explanation in its currency, and only where the difference needs it', () => {
  const dollars = said('S03', '1000', { currency: 'USD' })
  expect(told(cash('50000', '9000', dollars), 'S03')).toBe('OK 1=800')
  // Without it the two agree within 20 EUR, so it does not count.
  expect(told(cash('50000', '9975', dollars), 'S03')).toBe('OK')
  expect(outcomeOf(cash('50000', '9000', dollars), 'S03').comment).toBe(
    'explained, settlement pending until 05/11/2026 (USD). Source: BANK, cash.csv.',
  )
})

test('a breach of S03 says what would explain it, in its currency', () => {
  const [breach] = outcomeOf(cash('50000', '9000'), 'S03').breaches
  expect([breach?.subject, breach?.toExplain]).toEqual([
    'USD',
    { amount: '1000', instrumentCode: null, isin: null },
  ])
})

const ISIN = 'FR0000000001'
const EQUITY = held('Equity', 'E1', { isin: ISIN, quantity: '100', price: '50', marketValue: '5000' })
const FORWARD = held('Derivative', 'FWD', { quantity: '1', marketValue: '800' })

/** S04 of a fund with 100 of E1 at 50 EUR, and a forward. */
const positions = (rows: Parameters<typeof positionsOf>, ...explained: ExplainedDifference[]) =>
  smallFund({ elements: [], lines: [EQUITY, FORWARD] }, null, (input) => {
    input.sources = sources({
      positions: positionsOf(...rows),
      explained,
      prices: [vendorPriceOf(ISIN, '50')],
    })
  })

test('S04 adds an explained quantity, by instrument code or by ISIN', () => {
  const ninety = [{ instrumentCode: 'E1', quantity: '90' }]
  expect(told(positions(ninety), 'S04')).toBe('NOK W 5')
  // 10 at 50 EUR.
  expect(told(positions(ninety, said('S04', '10', { instrumentCode: 'E1' })), 'S04')).toBe('OK 1=500')
  expect(told(positions(ninety, said('S04', '10', { isin: ISIN })), 'S04')).toBe('OK 1=500')
  expect(told(positions(ninety, said('S04', '9.999', { isin: ISIN })), 'S04')).toBe('OK 1=499.95')
  // 0.0011 at 50 EUR of 1,000,000 EUR.
  expect(told(positions(ninety, said('S04', '9.9989', { isin: ISIN })), 'S04')).toBe('NOK W 0.0006 1=499.945')
  expect(told(positions(ninety, said('S04', '10', { instrumentCode: 'E2' })), 'S04')).toBe('NOK W 5')
  const [breach] = outcomeOf(positions(ninety), 'S04').breaches
  expect(breach?.toExplain).toEqual({ amount: '10', instrumentCode: 'E1', isin: ISIN })
})

test('S04 compares a derivative by its value, whatever is said of its quantity', () => {
  const rows = [
    { instrumentCode: 'E1', quantity: '100' },
    { instrumentCode: 'FWD', quantity: '1', marketValue: '700' },
  ]
  expect(told(positions(rows, said('S04', '100', { instrumentCode: 'FWD' })), 'S04')).toBe('NOK W 1')
})

/** S06 of a fund that had 100 of E1, and booked this much on its account of dividends since. */
const income = (
  booked: number,
  events: ReturnType<typeof announced>[],
  ...explained: ExplainedDifference[]
) =>
  smallFund(
    { elements: [], accounts: { '7100': `${-1000 - booked}` }, lines: [EQUITY] },
    { elements: [], accounts: { '7100': '-1000' }, lines: [EQUITY] },
    (input) => {
      input.sources = sources({ announcements: events, explained })
    },
  )

test('S06 takes explained income off at its own NAV, and adds it at the later one that books it', () => {
  const event = [announced('5', { isin: ISIN })]
  const own = said('S06', '500', { isin: ISIN, exDate: '2026-10-30', reason: 'booked later' })
  const later = { ...own, isLater: true }
  expect(told(income(0, event), 'S06')).toBe('NOK W 5')
  expect(told(income(0, event, own), 'S06')).toBe('OK 1=500')
  // It was booked after all.
  expect(told(income(500, event, own), 'S06')).toBe('OK')
  expect(told(income(0, [], later), 'S06')).toBe('OK')
  expect(told(income(500, [], later), 'S06')).toBe('OK 1=500')
  // 2 % of 500 EUR; 10.01 EUR of 1,000,000 EUR.
  expect(told(income(510, [], later), 'S06')).toBe('OK 1=500')
  expect(told(income(510.01, [], later), 'S06')).toBe('NOK W 0.1001 1=500')
  expect(outcomeOf(income(500, [], later), 'S06').comment).toBe(
    `explained, booked later until 05/11/2026 (${ISIN} of 30/10/2026).`,
  )
})

test('S06 adds those of several that explain the difference, and all where none do', () => {
  const [three, five] = ['300', '500'].map((amount, at) =>
    said('S06', amount, { id: at + 1, isin: ISIN, exDate: '2026-10-29', isLater: true }),
  ) as [ExplainedDifference, ExplainedDifference]
  expect(told(income(500, [], three, five), 'S06')).toBe('OK 2=500')
  expect(told(income(800, [], three, five), 'S06')).toBe('OK 1=300 2=500')
  // 700 - 800 EUR, 1 bp.
  expect(told(income(700, [], three, five), 'S06')).toBe('NOK W 1 1=300 2=500')
})
