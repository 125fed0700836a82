import { expect, test } from 'vitest'
import type { RuleInput, SecondSources } from '~/areas/navs/rules/contract'
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

/** The tables of two senders of a kind; the second is called TWO. */
function bothOf<Row>(
  one: { tables: Row[]; missing: string[] },
  other: { tables: Row[] },
): { tables: Row[]; missing: string[] } {
  return {
    tables: [...one.tables, ...other.tables.map((table) => ({ ...table, sender: 'TWO' }))],
    missing: [],
  }
}

/** A Saturday; the Friday before it is 30 October. */
const SATURDAY = '2026-10-31'

const onSaturday = ({ data, sources }: RuleInput) => {
  data.navDate = SATURDAY
  for (const table of sources?.positions.tables ?? []) table.date = '2026-10-30'
}

test('S01 adds the registers of several transfer agents up, and weighs a class in another currency', () => {
  const of = (two: string) =>
    smallFund(
      {
        elements: [
          ['SHARES', 'H', '6000'],
          ['NAV PER SHARE', 'H', '100', 'USD'],
          ['FX RATE', 'USD', '0.8'],
        ],
      },
      null,
      saying({ register: bothOf(registerOf(['H', '3500']), registerOf(['H', two])) }),
    )
  expect(told(of('2500'), 'S01')).toBe('OK')
  // 10 × 100 USD × 0.8 EUR = 800 EUR, 8 bp.
  const off = outcomeOf(of('2510'), 'S01')
  expect([off.result, Number(off.impact)]).toEqual(['NOK', 8])
  expect(off.comment).toContain('Source: TA, register.xlsx. Source: TWO, register.xlsx.')
})

test('S01 and S02 see a class that closed, at its last NAV PER SHARE', () => {
  const gone: Element[] = [
    ['SHARES', 'Z', '50'],
    ['NAV PER SHARE', 'Z', '10'],
  ]
  const closing = (...rows: Parameters<typeof registerOf>) =>
    smallFund({ elements: [] }, { elements: gone }, saying({ register: registerOf(...rows) }))
  // 50 × 10 EUR = 500 EUR, 5 bp.
  const still = closing(['Z', '50', '0', '0'])
  expect([told(still, 'S01'), told(still, 'S02')]).toEqual(['NOK B 5', 'NOK B 5'])
  const closed = closing(['Z', '0', '0', '50'])
  expect([told(closed, 'S01'), told(closed, 'S02')]).toEqual(['OK', 'OK'])
})

test('S02 weighs a new class by its own NAV PER SHARE, and takes blanks of both columns as 0', () => {
  const opening = (...rows: Parameters<typeof registerOf>) =>
    smallFund(
      {
        elements: [
          ['SHARES', 'A', '10'],
          ['SUBSCRIPTIONS', 'A', '10'],
          ['NAV PER SHARE', 'A', '50'],
        ],
      },
      { elements: [] },
      saying({ register: registerOf(...rows) }),
    )
  expect(told(opening(['A', '10', '10']), 'S02')).toBe('OK')
  // 10 × 50 EUR = 500 EUR, 5 bp.
  expect(told(opening(['A', '10']), 'S02')).toBe('NOK B 5')
  expect(told(opening(), 'S02')).toBe('NOK B 5')
})

const cash = (
  lines: ReturnType<typeof held>[],
  source: SecondSources['cash'],
  more: (input: RuleInput) => void = () => {},
) => smallFund({ elements: [], lines }, null, saying({ cash: source }, more))

test('S03 adds the accounts of several custodians up, overdrafts too', () => {
  const lines = [
    held('Cash', 'EUR-1', { marketValue: '60000' }),
    held('Cash', 'EUR-2', { marketValue: '-10000' }),
  ]
  const of = (own: string) => bothOf(cashOf(['EUR', '60000']), cashOf(['EUR', own], ['EUR', '-4000']))
  expect(told(cash(lines, of('-6000')), 'S03')).toBe('OK')
  // 1,000 EUR, 10 bp.
  expect(told(cash(lines, of('-7000')), 'S03')).toBe('NOK W 10')
})

test('S03 counts money between trade and settlement date as pending', () => {
  const lines = [held('Cash', 'EUR-1', { marketValue: '50000' })]
  // A sale of 2,000 EUR is booked, and settles in two days; a purchase of 500 EUR the other way round.
  expect(told(cash(lines, cashOf(['EUR', '48000', '2000'])), 'S03')).toBe('OK')
  expect(told(cash(lines, cashOf(['EUR', '50500', '-500'])), 'S03')).toBe('OK')
  expect(told(cash(lines, cashOf(['EUR', '48000'])), 'S03')).toBe('NOK W 20')
})

test('S03 takes the rate of the first line, in pence as in pounds', () => {
  const pence = [
    held('Cash', 'GBX-1', { quotationCurrency: 'GBX', marketValue: '1200', fxRate: '0.012' }),
    held('Cash', 'GBP-2', { quotationCurrency: 'GBP', marketValue: '600', fxRate: '1.5' }),
  ]
  // 1,500 GBP × 1.2 EUR; 1,530 GBP are 36 EUR more, 20 EUR are allowed.
  expect(told(cash(pence, cashOf(['GBP', '1500'])), 'S03')).toBe('OK')
  expect(told(cash(pence, cashOf(['GBP', '1530'])), 'S03')).toBe('NOK W 0.36')
  // A blank rate of the first line is that of the NAV table.
  const blank = [held('Cash', 'USD-1', { quotationCurrency: 'USD', marketValue: '800' })]
  const dollars = ({ data }: RuleInput) => data.nav.lines.push(fxRate('USD', '0.8'))
  expect(told(cash(blank, cashOf(['USD', '1000']), dollars), 'S03')).toBe('OK')
})

test('S03 allows one unit of currency in a small fund, and names the day of a weekend’s source', () => {
  const small = (input: RuleInput) => {
    for (const line of input.data.nav.lines) if (line.type === 'FUND TNA') line.value = '1000'
  }
  const lines = [held('Cash', 'EUR-1', { marketValue: '500' })]
  expect(told(cash(lines, cashOf(['EUR', '499']), small), 'S03')).toBe('OK')
  // 1.01 EUR of 1,000 EUR.
  expect(told(cash(lines, cashOf(['EUR', '498.99']), small), 'S03')).toBe('NOK W 10.1')
  const friday = cash(lines, cashOf(['EUR', '500']), ({ data }) => {
    data.navDate = SATURDAY
  })
  expect(outcomeOf(friday, 'S03').comment).toBe('Source: BANK of 30/10/2026, cash.csv.')
})

const ISIN = 'FR0000000001'
const EQUITY = held('Equity', 'E1', {
  isin: ISIN,
  quantity: '200',
  price: '50',
  priceDate: '2026-10-30',
  marketValue: '10000',
})

const positions = (
  rows: Parameters<typeof positionsOf>,
  more: (input: RuleInput) => void = () => {},
  lines = [EQUITY],
) =>
  smallFund(
    { elements: [], lines },
    {
      elements: [],
      lines: [
        held('Derivative', 'FUT', { quantity: '2', price: '10' }),
        held('Other', 'LOAN', { quantity: '5', price: '100' }),
        held('Equity', 'OLD', { isin: 'FR0000000009', quantity: '7', price: '10' }),
      ],
    },
    saying({ positions: positionsOf(...rows) }, more),
  )

test('S04 blocks from half of the error threshold, 5,000 EUR', () => {
  expect(told(positions([{ isin: ISIN, quantity: '101' }]), 'S04')).toBe('NOK W 49.5')
  expect(told(positions([{ isin: ISIN, quantity: '100' }]), 'S04')).toBe('NOK B 50')
})

test('S04 adds lines and rows of several custodians up, and allows just 0.001', () => {
  const lines = [EQUITY, { ...EQUITY, instrumentCode: 'E1-B', quantity: '50', marketValue: '2500' }]
  const of = (own: string) =>
    positions(
      [],
      ({ sources }) => {
        if (sources)
          sources.positions = bothOf(
            positionsOf({ isin: ISIN, quantity: '120' }),
            positionsOf({ instrumentCode: 'E1-B', isin: ISIN, quantity: own }),
          )
      },
      lines,
    )
  expect([told(of('130'), 'S04'), told(of('130.001'), 'S04')]).toEqual(['OK', 'OK'])
  // 0.002 × 50 EUR = 0.1 EUR of 1,000,000 EUR.
  expect(told(of('130.002'), 'S04')).toBe('NOK W 0.001')
})

test('S04 gives a position that only the previous inventory has its type', () => {
  const own = { isin: ISIN, quantity: '200' }
  // A derivative counts by its value alone; Other where the source names it, here 3 × 100 EUR, 3 bp.
  expect(told(positions([own, { instrumentCode: 'FUT', quantity: '2' }]), 'S04')).toBe('OK')
  expect(told(positions([own, { instrumentCode: 'LOAN', quantity: '3' }]), 'S04')).toBe('NOK W 3')
  expect(told(positions([own, { instrumentCode: 'LOAN', quantity: '0' }]), 'S04')).toBe('OK')
})

test('S04 values a derivative in pence by the rate of the pound', () => {
  const future = held('Derivative', 'UKF', { quotationCurrency: 'GBX', quantity: '1', marketValue: '1200' })
  const pounds = ({ data }: RuleInput) => data.nav.lines.push(fxRate('GBP', '1.2'))
  const of = (marketValue: string) =>
    positions(
      [
        { isin: ISIN, quantity: '200' },
        { instrumentCode: 'UKF', quantity: '1', marketValue },
      ],
      pounds,
      [EQUITY, future],
    )
  // 100,000 pence are 1,200 EUR; 20 EUR are allowed, 1,666.67 pence.
  expect(told(of('101666'), 'S04')).toBe('OK')
  expect(told(of('102500'), 'S04')).toBe('NOK W 0.3')
})

test('S04 weighs by a vendor’s price of the last weekday at a weekend', () => {
  const unknown = 'US0000000007'
  const at = (priceDate: string) =>
    positions(
      [
        { isin: ISIN, quantity: '200' },
        { isin: unknown, quantity: '10' },
      ],
      (input) => {
        onSaturday(input)
        input.sources?.prices.push(vendorPriceOf(unknown, '20', { priceDate, priceFactor: '0.5' }))
      },
    )
  // 10 × 20 EUR × 0.5 = 100 EUR, 1 bp.
  expect(told(at(SATURDAY), 'S04')).toBe('NOK W 1')
  expect(told(at('2026-10-30'), 'S04')).toBe('NOK W 1')
  expect(told(at('2026-10-29'), 'S04')).toBe('NOK W 0')
})

const UNITS = held('Fund', 'F1', {
  isin: ISIN,
  quantity: '1000',
  price: '100',
  priceDate: '2026-10-28',
  marketValue: '100000',
})

const priced = (
  line: ReturnType<typeof held>,
  prices: ReturnType<typeof vendorPriceOf>[],
  more: (input: RuleInput) => void = () => {},
) => smallFund({ elements: [], lines: [line] }, null, saying({ prices }, more))

test('S05 allows a Fund price to differ by 0.05 % of the vendor’s, on its own price date', () => {
  const theirs = [vendorPriceOf(ISIN, '100', { priceDate: '2026-10-28' })]
  expect(told(priced({ ...UNITS, price: '100.05' }, theirs), 'S05')).toBe('OK')
  // 1,000 × 0.051 EUR = 51 EUR, 0.51 bp.
  expect(told(priced({ ...UNITS, price: '100.051' }, theirs), 'S05')).toBe('NOK W 0.51')
  expect(told(priced({ ...UNITS, price: '99.95' }, theirs), 'S05')).toBe('OK')
})

test('S05 blocks from half of the error threshold, 5,000 EUR', () => {
  const theirs = [vendorPriceOf(ISIN, '100', { priceDate: '2026-10-28' })]
  expect(told(priced({ ...UNITS, price: '104.99' }, theirs), 'S05')).toBe('NOK W 49.9')
  expect(told(priced({ ...UNITS, price: '105' }, theirs), 'S05')).toBe('NOK B 50')
})

test('S05 waits for an expected vendor, and leaves a price of 0 out', () => {
  const theirs = vendorPriceOf(ISIN, '100', { priceDate: '2026-10-28' })
  const missing = priced(UNITS, [theirs], ({ sources }) =>
    Object.assign(sources ?? {}, { missingVendors: ['PRICEWELL'] }),
  )
  expect(outcomeOf(missing, 'S05')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: price of a vendor from PRICEWELL.',
  })
  expect(outcomeOf(priced(UNITS, [{ ...theirs, price: '0' }]), 'S05').result).toBe(NOT_APPLICABLE)
})

test('S05 compares a line in pence with a price in pounds', () => {
  const pence = { ...UNITS, quotationCurrency: 'GBX', price: '10000', fxRate: '0.012' }
  const pounds = [vendorPriceOf(ISIN, '100', { currency: 'GBP', priceDate: '2026-10-28' })]
  expect(told(priced(pence, pounds), 'S05')).toBe('OK')
  // 1,000 × 10 pence × 0.012 EUR = 120 EUR, 1.2 bp.
  expect(told(priced({ ...pence, price: '10010' }, pounds), 'S05')).toBe('NOK W 1.2')
})

interface Traded {
  before: string | null
  now: string | null
  booked: number
  events: ReturnType<typeof announced>[]
  previousDate?: string
}

/** S06 of a fund that had so much of E1 and has so much now; null where it has no line. */
function income({ before, now, booked, events, previousDate = '2026-10-29' }: Traded) {
  const lines = (quantity: string | null) => (quantity === null ? [] : [{ ...EQUITY, quantity }])
  return smallFund(
    { elements: [], accounts: { '7100': `${-1000 - booked}` }, lines: lines(now) },
    { elements: [], accounts: { '7100': '-1000' }, lines: lines(before) },
    saying({ announcements: events }, ({ previous }) =>
      Object.assign(previous ?? {}, { navDate: previousDate }),
    ),
  )
}

test('S06 blocks from half of the error threshold, 5,000 EUR', () => {
  const events = [announced('50', { isin: ISIN })]
  // 200 × 50 EUR = 10,000 EUR.
  const of = (booked: number) => told(income({ before: '200', now: '200', booked, events }), 'S06')
  expect([of(10_200), of(10_200.01)]).toEqual(['OK', 'NOK W 2.0001'])
  expect([of(5_000.01), of(5_000)]).toEqual(['NOK W 49.9999', 'NOK B 50'])
})

test('S06 expects what was held at the previous NAV, and allows what was bought since where that is long ago', () => {
  const events = [announced('5', { isin: ISIN, netRate: '4' })]
  const bought = { before: null, now: '40', events }
  // 40 × 5 EUR, gross, may have been received.
  expect(told(income({ ...bought, booked: 200, previousDate: '2026-10-25' }), 'S06')).toBe('OK')
  expect(told(income({ ...bought, booked: 201.01, previousDate: '2026-10-25' }), 'S06')).toBe('NOK W 2.0101')
  expect(told(income({ ...bought, booked: 200, previousDate: '2026-10-26' }), 'S06')).toBe('NOK W 2')
  // Of a holding that was sold since, its income need not have come: 160 × 5 EUR.
  const sold = { before: '200', now: '40', events, previousDate: '2026-10-25' }
  expect(told(income({ ...sold, booked: 200 }), 'S06')).toBe('OK')
})

test('S06 takes net rates of withholding tax for all alike, and a blank one as gross', () => {
  const events = [
    announced('5', { isin: ISIN, netRate: '3.5' }),
    announced('1', { isin: ISIN, exDate: '2026-10-30' }),
  ]
  const of = (booked: number) => told(income({ before: '200', now: '200', booked, events }), 'S06')
  // Gross 1,000 + 200 EUR, net 700 + 200 EUR; 2 % of 900 EUR are 18 EUR.
  expect([of(1_200), of(900), of(918), of(918.01)]).toEqual(['OK', 'OK', 'OK', 'NOK W 0.1801'])
})

test('S06 counts pence as parts of a pound', () => {
  const events = [announced('500', { isin: ISIN, currency: 'GBX' })]
  const of = (booked: number) => {
    const input = income({ before: '200', now: '200', booked, events })
    input.data.nav.lines.push(fxRate('GBP', '1.2'))
    return told(input, 'S06')
  }
  // 200 × 5 GBP × 1.2 EUR = 1,200 EUR; 24 EUR are allowed.
  expect([of(1_200), of(1_224), of(1_224.01)]).toEqual(['OK', 'OK', 'NOK W 0.2401'])
})

test('S07 counts pence as parts of a pound, and adds up what was announced in parts', () => {
  const of = (paid: string, events: ReturnType<typeof announced>[]) =>
    told(
      smallFund(
        {
          elements: [
            ['NAV PER SHARE', 'A', '100', 'GBP'],
            ['DISTRIBUTION PER SHARE', 'A', paid, 'GBP'],
            ['FX RATE', 'GBP', '1.2'],
          ],
        },
        {
          elements: [
            ['NAV PER SHARE', 'A', '100', 'GBP'],
            ['SHARES', 'A', '1000'],
          ],
        },
        saying({ announcements: events }),
      ),
      'S07',
    )
  const pence = announced('50', { classCode: 'A', currency: 'GBX' })
  expect(of('0.5', [pence])).toBe('OK')
  expect(of('0.75', [pence, announced('0.25', { classCode: 'A', currency: 'GBP' })])).toBe('OK')
  // 0.01 × 1,000 × 1.2 EUR = 12 EUR, 0.12 bp.
  expect(of('0.51', [pence])).toBe('NOK B 0.12')
  // Of another fund's holders, or of another class.
  expect(of('0', [announced('0.5', { isin: 'A', fundCode: 'FUND', currency: 'GBP' })])).toBe('OK')
  expect(of('0', [announced('0.5', { classCode: 'B', currency: 'GBP' })])).toBe('OK')
})

test('S07 names a class without a previous value, and is not applicable without any', () => {
  const first = smallFund({ elements: [['NAV PER SHARE', 'A', '100']] }, { elements: [] }, saying({}))
  expect(outcomeOf(first, 'S07')).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: previous NAV PER SHARE (A).',
  })
})

test.each([
  ['S01', 'register of the transfer agent from TA'],
  ['S02', 'register of the transfer agent from TA'],
  ['S03', 'cash of the depositary from BANK'],
  ['S04', 'positions of the depositary from BANK'],
])('%s is not applicable while an expected sender is missing, and names it', (rule, what) => {
  const missing = (sender: string) => ({ tables: [], missing: [sender] })
  const input = smallFund(
    { elements: [] },
    { elements: [] },
    saying({ register: missing('TA'), cash: missing('BANK'), positions: missing('BANK') }),
  )
  expect(outcomeOf(input, rule)).toMatchObject({ result: NOT_APPLICABLE, comment: `Missing: ${what}.` })
})
