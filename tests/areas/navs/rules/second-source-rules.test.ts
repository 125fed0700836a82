import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { outcomeOf } from '../../../support/areas/navs/rules/rule-input'
import {
  announced,
  cashOf,
  type Element,
  fxRate,
  held,
  positionsOf,
  registerOf,
  saying,
  smallFund,
  told,
  vendorPriceOf,
} from '../../../support/areas/navs/rules/small-fund'

const NOT_APPLICABLE = 'OK - not applicable'

const CLASS_A: Element[] = [
  ['SHARES', 'A', '6000'],
  ['NAV PER SHARE', 'A', '101'],
]

/** S01 of a fund with 6,000 shares of class A at 101 EUR. */
const register = (...rows: Parameters<typeof registerOf>) =>
  smallFund({ elements: CLASS_A }, null, saying({ register: registerOf(...rows) }))

test('S01 compares SHARES with the register within 0.001, every class of either', () => {
  expect(told(register(['A', '6000']), 'S01')).toBe('OK')
  expect(told(register(['A', '6000.001']), 'S01')).toBe('OK')
  // 0.0011 × 101 EUR = 0.1111 EUR of 1,000,000 EUR.
  expect(told(register(['A', '6000.0011']), 'S01')).toBe('NOK B 0.0011')
  // 100 × 101 EUR = 10,100 EUR, 101 bp.
  expect(told(register(['A', '5900']), 'S01')).toBe('NOK B 101')
  expect(told(register(['A', '3500'], ['A', '2500']), 'S01')).toBe('OK')
  const foreign = outcomeOf(register(['A', '6000'], ['X', '5']), 'S01')
  expect([foreign.result, foreign.comment]).toEqual([
    'NOK',
    'X: SHARES missing, register 5: -5. Source: TA, register.xlsx.',
  ])
})

test('S01 names both cells, and is not applicable while a sender is missing', () => {
  const [breach] = outcomeOf(register(['A', '5900']), 'S01').breaches
  expect(breach?.figures).toEqual([
    {
      label: 'SHARES A',
      value: '6000',
      kind: 'number',
      upload: 'current',
      file: 'NAV.xlsx',
      sheet: 'NAV',
      cell: 'D5',
    },
    {
      label: 'Shares outstanding of TA',
      value: '5900',
      kind: 'number',
      upload: 'source',
      file: 'register.xlsx',
      sheet: 'Register',
      cell: 'D2',
    },
  ])
  const waiting = smallFund(
    { elements: CLASS_A },
    null,
    saying({ register: { ...registerOf(['A', '1']), missing: ['TA-2'] } }),
  )
  expect(outcomeOf(waiting, 'S01')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: register of the transfer agent from TA-2.',
  })
  expect(outcomeOf(smallFund({ elements: CLASS_A }, null), 'S01').comment).toBe(
    'Missing: register of the transfer agent.',
  )
})

/** S02 of a fund that issued 100 shares of class A and redeemed 40; class Z, of 50 shares, is gone where it is asked. */
function flows(rows: Parameters<typeof registerOf>, isZGone = false, hasFlows = true) {
  const gone: Element[] = isZGone
    ? [
        ['SHARES', 'Z', '50'],
        ['NAV PER SHARE', 'Z', '10'],
      ]
    : []
  return smallFund(
    { elements: [...CLASS_A, ['SUBSCRIPTIONS', 'A', '100'], ['REDEMPTIONS', 'A', '40']] },
    { elements: [['NAV PER SHARE', 'A', '100'], ...gone] },
    saying({ register: registerOf(...rows) }, (input) => {
      for (const table of input.sources?.register.tables ?? []) table.hasFlows = hasFlows
    }),
  )
}

test('S02 compares net flows with the deals of the register', () => {
  expect(told(flows([['A', '6000', '100', '40']]), 'S02')).toBe('OK')
  expect(told(flows([['A', '6000', '60.001']]), 'S02')).toBe('OK')
  // 60 - 50 = 10 shares at the previous 100 EUR: 1,000 EUR, 10 bp.
  expect(told(flows([['A', '6000', '90', '40']]), 'S02')).toBe('NOK B 10')
  expect(outcomeOf(flows([['A', '6000', '60', '0']]), 'S02').comment).toBe(
    'gross flows of the register differ (A). Source: TA, register.xlsx.',
  )
  expect(told(flows([['A', '6000', '100', '40']], false, false), 'S02')).toBe(NOT_APPLICABLE)
  // A class without a row any more was redeemed: 50 × 10 EUR = 500 EUR, 5 bp.
  expect(told(flows([['A', '6000', '100', '40']], true), 'S02')).toBe('NOK B 5')
  const whole = flows(
    [
      ['A', '6000', '100', '40'],
      ['Z', '0', '0', '50'],
    ],
    true,
  )
  expect(told(whole, 'S02')).toBe('OK')
})

const CASH = [
  held('Cash', 'EUR-1', { marketValue: '50000' }),
  held('Cash', 'USD-1', {
    quotationCurrency: 'USD',
    marketValue: '8010',
    accruedInterest: '10',
    fxRate: '0.8',
  }),
]

/** S03 of a fund with 50,000 EUR, and 10,000 USD at 0.8 EUR with 10 EUR of interest. */
const cash = (rows: Parameters<typeof cashOf>, more: (input: RuleInput) => void = () => {}) =>
  smallFund({ elements: [], lines: CASH }, null, saying({ cash: cashOf(...rows) }, more))

test('S03 compares the cash of each currency within 0.2 bp of the fund, without interest', () => {
  expect(
    told(
      cash([
        ['EUR', '50000'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('OK')
  // 0.2 bp of 1,000,000 EUR are 20 EUR.
  expect(
    told(
      cash([
        ['EUR', '49980'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('OK')
  expect(
    told(
      cash([
        ['EUR', '49979.99'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('NOK W 0.2001')
  expect(
    told(
      cash([
        ['EUR', '49000', '1000'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('OK')
  // 25 USD are 20 EUR.
  expect(
    told(
      cash([
        ['EUR', '50000'],
        ['USD', '9975'],
      ]),
      'S03',
    ),
  ).toBe('OK')
  expect(told(cash([['EUR', '50000']]), 'S03')).toBe('NOK B 80')
})

test('S03 blocks from half of the error threshold, 5,000 EUR', () => {
  expect(
    told(
      cash([
        ['EUR', '45000.01'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('NOK W 49.9999')
  expect(
    told(
      cash([
        ['EUR', '45000'],
        ['USD', '10000'],
      ]),
      'S03',
    ),
  ).toBe('NOK B 50')
})

test('S03 takes a rate of the line, the NAV table or the site, and is NOK without one', () => {
  const all: Parameters<typeof cashOf> = [
    ['EUR', '50000'],
    ['USD', '10000'],
  ]
  expect(told(cash([...all, ['CHF', '5']]), 'S03')).toBe('NOK W 0')
  expect(told(cash([...all, ['CHF', '0']]), 'S03')).toBe('OK')
  const stored = { currency: 'CHF', date: '2026-10-30', rate: '1.1' }
  expect(
    told(
      cash([...all, ['CHF', '5']], (input) => input.exchangeRates.push(stored)),
      'S03',
    ),
  ).toBe('OK')
  // 100 CHF at 1.1 EUR are 110 EUR, 1.1 bp.
  expect(
    told(
      cash([...all, ['CHF', '100']], (input) => input.exchangeRates.push(stored)),
      'S03',
    ),
  ).toBe('NOK W 1.1')
})

test('S03 leaves cash elsewhere out, counts pence, and takes accounts without an inventory', () => {
  const elsewhere = (input: RuleInput) => Object.assign(input.fund, { cashElsewhere: ['USD-1', '512'] })
  expect(told(cash([['EUR', '50000']], elsewhere), 'S03')).toBe('OK')
  const pounds = smallFund(
    {
      elements: [],
      lines: [held('Cash', 'GBP-1', { quotationCurrency: 'GBP', marketValue: '1200', fxRate: '1.2' })],
    },
    null,
    saying({ cash: cashOf(['GBX', '100000']) }),
  )
  expect(told(pounds, 'S03')).toBe('OK')
  const accounts = { '510': '30000', '511': '20000', '512': '7', '520': ['800', 'USD'] as [string, string] }
  const books = (balance: string) =>
    smallFund(
      { elements: [['FX RATE', 'USD', '0.8', 'EUR']], accounts, lines: null },
      null,
      saying({ cash: cashOf(['EUR', balance], ['USD', '1000']) }, elsewhere),
    )
  expect([told(books('50000'), 'S03'), told(books('49900'), 'S03')]).toEqual(['OK', 'NOK W 1'])
})

const [ISIN_E, ISIN_B] = ['FR0000000001', 'FR0000000002']
const EQUITY = held('Equity', 'E1', {
  isin: ISIN_E,
  quantity: '100',
  price: '50',
  priceDate: '2026-10-30',
  marketValue: '5000',
})
const BOND = held('Bond', 'B1', {
  isin: ISIN_B,
  quantity: '100000',
  price: '99',
  priceDate: '2026-10-30',
  priceFactor: '0.01',
  marketValue: '99000',
})
const OTHERS = [
  held('Cash', 'EUR-1', { marketValue: '50000' }),
  held('Other', 'O1', { quantity: '3', marketValue: '9' }),
  held('Derivative', 'FWD', { quotationCurrency: 'USD', quantity: '1', marketValue: '800', fxRate: '0.8' }),
]

const positions = (rows: Parameters<typeof positionsOf>, more: (input: RuleInput) => void = () => {}) =>
  smallFund(
    { elements: [], lines: [EQUITY, BOND, ...OTHERS] },
    { elements: [], lines: [held('Equity', 'OLD', { isin: 'FR0000000009', quantity: '7', price: '10' })] },
    saying({ positions: positionsOf(...rows) }, more),
  )

const BOTH = [
  { isin: ISIN_E, quantity: '100' },
  { isin: ISIN_B, quantity: '100000' },
]

test('S04 compares quantities within 0.001, by code or ISIN, and pending trades count', () => {
  expect(told(positions(BOTH), 'S04')).toBe('OK')
  expect(
    told(positions([{ instrumentCode: 'E1', quantity: '90', pending: '10' }, BOTH[1] ?? {}]), 'S04'),
  ).toBe('OK')
  expect(told(positions([{ isin: ISIN_E, quantity: '100.001' }, BOTH[1] ?? {}]), 'S04')).toBe('OK')
  // 10 × 50 EUR = 500 EUR, 5 bp.
  expect(told(positions([{ isin: ISIN_E, quantity: '110' }, BOTH[1] ?? {}]), 'S04')).toBe('NOK W 5')
  // 1,000 × 0.01 × 99 EUR = 990 EUR, 9.9 bp.
  expect(told(positions([BOTH[0] ?? {}, { isin: ISIN_B, quantity: '99000' }]), 'S04')).toBe('NOK W 9.9')
  // The bond is missing: 99,000 EUR, 990 bp, which is more than half of the error threshold.
  expect(told(positions([BOTH[0] ?? {}]), 'S04')).toBe('NOK B 990')
})

test('S04 weighs what only the depositary has by the previous inventory, or a vendor’s price', () => {
  // 3 × 10 EUR = 30 EUR, 0.3 bp.
  expect(told(positions([...BOTH, { isin: 'FR0000000009', quantity: '3' }]), 'S04')).toBe('NOK W 0.3')
  const unknown = [...BOTH, { isin: 'US0000000007', quantity: '10' }]
  const without = outcomeOf(positions(unknown), 'S04')
  expect([without.impact, without.comment]).toEqual([
    '0',
    expect.stringContaining('without a price, so without an impact (US0000000007)'),
  ])
  // 10 × 20 USD × 0.8 EUR = 160 EUR, 1.6 bp; without an FX RATE of the NAV table it has no impact.
  const priced = (rate: (input: RuleInput) => void) =>
    positions(unknown, (input) => {
      rate(input)
      input.sources?.prices.push(vendorPriceOf('US0000000007', '20', { currency: 'USD' }))
    })
  const byTable = priced(({ data }) => data.nav.lines.push(fxRate('USD', '0.8')))
  expect(told(byTable, 'S04')).toBe('NOK W 1.6')
  expect(outcomeOf(byTable, 'S04').comment).toContain(
    'priced by VENDOR, prices.csv, of 30/10/2026 (US0000000007)',
  )
  const stored = { currency: 'USD', date: '2026-10-30', rate: '0.8' }
  expect(
    told(
      priced(({ exchangeRates }) => exchangeRates.push(stored)),
      'S04',
    ),
  ).toBe('NOK W 0')
})

test('S04 leaves cash out, Other unless it is named, and compares derivatives by their value', () => {
  const also = (...rows: Parameters<typeof positionsOf>) => told(positions([...BOTH, ...rows]), 'S04')
  expect(also({ instrumentCode: 'EUR-1', quantity: '1' })).toBe('OK')
  expect(also({ instrumentCode: 'O1', quantity: '3' })).toBe('OK')
  expect(also({ instrumentCode: 'O1', quantity: '2' })).toBe('NOK W 0')
  expect(also({ instrumentCode: 'FWD', quantity: '999' })).toBe('OK')
  // 1,000 USD are 800 EUR; 20 EUR of tolerance are 25 USD.
  expect(also({ instrumentCode: 'FWD', quantity: '1', marketValue: '1025' })).toBe('OK')
  expect(also({ instrumentCode: 'FWD', quantity: '1', marketValue: '1026' })).toBe('NOK W 0.208')
})

test('S04 names a line without an ISIN where the source has only ISINs', () => {
  const input = positions(BOTH, ({ data }) => {
    data.inventory?.lines.push({ ...held('Fund', 'F1', { quantity: '4' }), row: 9 })
  })
  expect(outcomeOf(input, 'S04')).toMatchObject({
    result: 'OK',
    computation: expect.stringContaining('Left out for lack of ISIN (F1).'),
  })
  expect(
    told(smallFund({ elements: [], lines: null }, null, saying({ positions: positionsOf() })), 'S04'),
  ).toBe(NOT_APPLICABLE)
})

const vendor = (price: string, vendors: ReturnType<typeof vendorPriceOf>[], exchange: string | null = null) =>
  smallFund(
    { elements: [], lines: [{ ...EQUITY, price, exchange }, BOND] },
    null,
    saying({ prices: vendors }),
  )

test('S05 allows an Equity price to differ by 0.1 % of the vendor’s, and says how many it compared', () => {
  const at50 = [vendorPriceOf(ISIN_E, '50')]
  expect(outcomeOf(vendor('50.05', at50), 'S05')).toMatchObject({
    result: 'OK',
    comment: 'Compared 1 of 2 lines. Source: VENDOR, prices.csv.',
  })
  // 100 × 0.051 EUR = 5.1 EUR, 0.051 bp.
  expect(told(vendor('50.051', at50), 'S05')).toBe('NOK W 0.051')
  // 0.2 % of 99 EUR is within the 0.25 % of bonds.
  expect(told(vendor('50', [vendorPriceOf(ISIN_B, '98.8')]), 'S05')).toBe('OK')
  expect(told(vendor('50', [vendorPriceOf(ISIN_B, '98.7')]), 'S05')).toBe('NOK W 3')
  expect(told(vendor('50', [vendorPriceOf('XX', '1')]), 'S05')).toBe(NOT_APPLICABLE)
  expect(told(vendor('50', [vendorPriceOf(ISIN_E, '49', { priceDate: '2026-10-29' })]), 'S05')).toBe(
    NOT_APPLICABLE,
  )
})

test('S05 takes the first sender, the exchange of the line, and pence as parts of a pound', () => {
  const two = [vendorPriceOf(ISIN_E, '50'), vendorPriceOf(ISIN_E, '60', { sender: 'LATER' })]
  expect(told(vendor('50', two), 'S05')).toBe('OK')
  const exchanges = [
    vendorPriceOf(ISIN_E, '60', { exchange: 'XLON' }),
    vendorPriceOf(ISIN_E, '50', { exchange: 'XPAR' }),
  ]
  expect(told(vendor('50', exchanges, 'XPAR'), 'S05')).toBe('OK')
  expect(told(vendor('50', exchanges, 'XETR'), 'S05')).toBe(NOT_APPLICABLE)
  const pounds = smallFund(
    { elements: [], lines: [{ ...EQUITY, quotationCurrency: 'GBP', fxRate: '1.2' }] },
    null,
    saying({ prices: [vendorPriceOf(ISIN_E, '5000', { currency: 'GBX' })] }),
  )
  expect(told(pounds, 'S05')).toBe('OK')
})

/** S06 of a fund that had 100 of E1, and booked this much on its account of dividends since. */
function income(
  booked: number,
  events: ReturnType<typeof announced>[],
  more: (input: RuleInput) => void = () => {},
) {
  return smallFund(
    { elements: [], accounts: { '7100': `${-1000 - booked}`, '7000': '-999' }, lines: [EQUITY] },
    { elements: [], accounts: { '7100': '-1000' }, lines: [EQUITY] },
    saying({ announcements: events }, more),
  )
}

test('S06 compares booked dividends with what went ex, gross or net, within 2 %', () => {
  const event = announced('5', { isin: ISIN_E, netRate: '4.25' })
  expect(told(income(500, [event]), 'S06')).toBe('OK')
  expect(told(income(510, [event]), 'S06')).toBe('OK')
  // 10.01 EUR of 1,000,000 EUR.
  expect(told(income(510.01, [event]), 'S06')).toBe('NOK W 0.1001')
  expect(told(income(425, [event]), 'S06')).toBe('OK')
  // Nearer to the net 425: 8.5 EUR are allowed.
  expect(told(income(433.51, [event]), 'S06')).toBe('NOK W 0.0851')
  expect(told(income(0, []), 'S06')).toBe('OK')
  expect(told(income(1.01, []), 'S06')).toBe('NOK W 0.0101')
  expect(told(income(0, [event]), 'S06')).toBe('NOK W 4.25')
})

test('S06 takes an announcement of the fund before one of all, and converts', () => {
  const all = announced('9', { isin: ISIN_E })
  expect(told(income(500, [all, announced('5', { isin: ISIN_E, fundCode: 'FUND' })]), 'S06')).toBe('OK')
  expect(told(income(900, [all, announced('5', { isin: ISIN_E, fundCode: 'OTHER' })]), 'S06')).toBe('OK')
  const dollars = announced('5', { isin: ISIN_E, currency: 'USD' })
  expect(outcomeOf(income(400, [dollars]), 'S06')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: `Missing: rate of USD for the income of ${ISIN_E}.`,
  })
  const rate = { currency: 'USD', date: '2026-10-30', rate: '0.8' }
  expect(
    told(
      income(400, [dollars], (input) => input.exchangeRates.push(rate)),
      'S06',
    ),
  ).toBe('OK')
})

test('S06 allows what was traded in between where the NAVs are more than four days apart', () => {
  const event = announced('5', { isin: ISIN_E })
  const traded = (navDate: string) => (input: RuleInput) => {
    if (input.previous) input.previous.navDate = navDate
    for (const line of input.data.inventory?.lines ?? []) line.quantity = '140'
  }
  // 40 × 5 EUR may be missing; √(5 / 4) of 2 % is 11.18 EUR.
  expect(told(income(700, [event], traded('2026-10-25')), 'S06')).toBe('OK')
  expect(told(income(700.01, [event], traded('2026-10-25')), 'S06')).toBe('NOK W 2.0001')
  expect(told(income(700, [event], traded('2026-10-26')), 'S06')).toBe('NOK W 2')
})

test('S06 is not applicable where announcements are not recorded, no account holds dividends, or a year began', () => {
  const without = (change: (input: RuleInput) => void) => outcomeOf(income(500, [], change), 'S06').comment
  expect(without(({ fund }) => Object.assign(fund, { announcementsKept: false }))).toBe(
    'Missing: announcements that are kept for the fund.',
  )
  expect(without((input) => input.accountPlan.splice(2))).toBe(
    'Missing: accounts of dividends in the account plan.',
  )
  expect(without(({ fund }) => Object.assign(fund, { yearEnd: '10-29' }))).toBe(
    'Missing: previous control in this financial year.',
  )
  expect(without(({ previous }) => Object.assign(previous ?? {}, { inventory: null }))).toBe(
    'Missing: inventory of the previous control.',
  )
})

const distribution = (paid: string | null, events: ReturnType<typeof announced>[]) =>
  smallFund(
    { elements: [...CLASS_A, ...(paid === null ? [] : [['DISTRIBUTION PER SHARE', 'A', paid] as Element])] },
    {
      elements: [
        ['NAV PER SHARE', 'A', '100'],
        ['SHARES', 'A', '6000'],
      ],
    },
    saying({ announcements: events }),
  )

test('S07 compares a distribution with its announcement to half of the last decimal', () => {
  const half = announced('0.5', { classCode: 'A' })
  expect(told(distribution('0.50005', [half]), 'S07')).toBe('OK')
  // 0.00006 × 6,000 EUR = 0.36 EUR.
  expect(told(distribution('0.50006', [half]), 'S07')).toBe('NOK B 0.0036')
  expect(told(distribution('0.500006', [announced('0.500001', { classCode: 'A' })]), 'S07')).toBe(
    'NOK B 0.0003',
  )
  expect(told(distribution(null, []), 'S07')).toBe('OK')
  // 0.5 × 6,000 EUR = 3,000 EUR, 30 bp: paid and not announced, and the other way round.
  expect(told(distribution('0.5', []), 'S07')).toBe('NOK B 30')
  expect(told(distribution(null, [half]), 'S07')).toBe('NOK B 30')
  expect(told(distribution('0.5', [announced('0.5', { isin: 'A' })]), 'S07')).toBe('OK')
  expect(told(distribution('0.5', [announced('0.5', { classCode: 'A', currency: 'USD' })]), 'S07')).toBe(
    'NOK B 0',
  )
  expect(told(smallFund({ elements: CLASS_A }, null, saying({})), 'S07')).toBe(NOT_APPLICABLE)
})

test('a first control without second sources has nine rules that are not applicable, in their places', () => {
  const outcomes = evaluateRules(smallFund({ elements: CLASS_A }, null)).slice(41)
  expect(outcomes.map(({ id, sortingOrder }) => `${sortingOrder} ${id}`)).toEqual([
    '42 N16',
    '43 N17',
    '44 S01',
    '45 S02',
    '46 S03',
    '47 S04',
    '48 S05',
    '49 S06',
    '50 S07',
  ])
  expect(outcomes.filter(({ result }) => result === NOT_APPLICABLE)).toHaveLength(9)
})
