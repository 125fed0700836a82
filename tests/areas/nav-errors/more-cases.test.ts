import { CLASS, deal, flowsOf, judged, POLICY } from 'tests/support/areas/nav-errors/judged'
import { expect, test } from 'vitest'
import type { DealLine } from '~/areas/nav-errors/compensation'
import { namelessDeals } from '~/areas/nav-errors/deals'
import type { CaseDate, Correction } from '~/areas/nav-errors/figures'
import { amountOfLine, dealLines, judgedLines, type StoredLine } from '~/areas/nav-errors/lines'
import { isOpenFlow, paidFlows } from '~/areas/nav-errors/payments'
import type { NavErrorPolicy } from '~/areas/nav-errors/policy'

// The figures beside each case were written down by hand before it ran.

const files = (navPerShare: string, shares: string, given: Partial<Correction> = {}): Correction => ({
  isByHand: false,
  books: 'case',
  navPerShare,
  classTna: null,
  shares,
  fxRate: '1',
  ...given,
})

interface DayOf {
  published: string
  corrected: Correction
  settledAt?: string
}

const day = (date: string, of: Record<string, DayOf>): CaseDate => ({
  date,
  correctedTna: null,
  sentTna: null,
  classes: Object.entries(of).map(([classCode, { published, corrected, settledAt = null }]) => ({
    classCode,
    published,
    settledAt,
    corrected,
  })),
})

test('errors of different sign on two days: each deal by its own day, one sum for each holder', () => {
  // X: bought 1,000 two too dear, sold 1,000 three too cheap: 2,000 + 3,000. Y: 500 x -2 - 500 x 3 = -2,500.
  const result = judged({
    dates: [
      day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } }),
      day('2026-01-06', { A: { published: '97', corrected: files('100', '5000') } }),
    ],
    deals: [
      deal('2026-01-05', 'X', 'S', '1000'),
      deal('2026-01-05', 'Y', 'R', '500'),
      deal('2026-01-06', 'X', 'R', '1000'),
      deal('2026-01-06', 'Y', 'S', '500'),
    ],
  })
  expect(result.figures.map(({ difference, percent }) => [difference, percent])).toEqual([
    ['2', '2.0000'],
    ['-3', '3.0000'],
  ])
  expect(flowsOf(result)).toEqual(['class A > holder X 5000.00', 'Administrator > class A 2500.00'])
  expect(result.classes).toMatchObject([{ sum: '2500.00', identity: '0.00' }])
})

test('below the threshold nothing is paid, unless the policy pays what the class lost net', () => {
  // X sells 1,000 at 100.50 worth 100: the class loses 500. The next day the books say 99.50.
  const dates = [
    day('2026-01-05', { A: { published: '100.50', corrected: files('100', '2000', { books: 'real' }) } }),
    day('2026-01-06', {
      A: { published: '99.50', corrected: files('99.50', '1000', { books: 'real', classTna: '99500' }) },
    }),
  ]
  const deals = [deal('2026-01-05', 'X', 'R', '1000')]
  const none = judged({ dates, deals })
  expect([flowsOf(none), none.figures[1]?.corrected]).toEqual([[], '99.5'])
  const net = judged({ dates, deals, policy: { ...POLICY, belowThreshold: 'net' } })
  expect(net.figures[1]).toMatchObject({ corrected: '100', claims: '500.00', counts: false })
  expect(flowsOf(net)).toEqual(['Administrator > class A 500.00'])
  expect(net.classes).toMatchObject([{ sum: '0.00', toFund: '0.00', net: '500.00', identity: '0.00' }])
  // What the class gained net stays in it.
  const gained = judged({
    dates,
    deals: [deal('2026-01-05', 'X', 'S', '1000')],
    policy: { ...POLICY, belowThreshold: 'net' },
  })
  expect(flowsOf(gained)).toEqual([])
})

test('small, large, small, large: three settings of which dates count', () => {
  // X buys 100 each day: 50 + 200 + 50 + 200.
  const published = ['100.50', '102', '100.50', '102']
  const dates = published.map((each, at) =>
    day(`2026-01-0${at + 5}`, { A: { published: each, corrected: files('100', '5000') } }),
  )
  const deals = dates.map(({ date }) => deal(date, 'X', 'S', '100'))
  const owed = (setting: NavErrorPolicy['dates']) =>
    judged({ dates, deals, policy: { ...POLICY, dates: setting } }).holders.map(({ amount }) => amount)
  expect(owed('material')).toEqual(['400.00'])
  expect(owed('since')).toEqual(['450.00'])
  expect(owed('period')).toEqual(['500.00'])
})

test('across a distribution, what the case owes stays owed', () => {
  // 1,000 shares worth 100 and X's 1,000 bought at 102: 202,000. 1.00 is distributed on 2,000: 200,000 less 2,000 owed.
  const result = judged({
    dates: [
      day('2026-01-05', { A: { published: '102', corrected: files('100', '1000', { books: 'real' }) } }),
      day('2026-01-06', {
        A: { published: '100', corrected: files('100', '2000', { books: 'real', classTna: '200000' }) },
      }),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-06', 'Z', 'R', '1000')],
  })
  // (200,000 - 2,000) / 2,000 = 99; 1 of 99 is 1.0101 %; Z had 1,000 too much.
  expect(result.figures[1]).toMatchObject({ corrected: '99', difference: '1', percent: '1.0101' })
  expect(flowsOf(result)).toEqual(['class A > holder X 2000.00', 'Administrator > class A 1000.00'])
})

test('across a split, what the case owes is spread over the new shares', () => {
  // 202,000 on 4,000 shares after two for one: the books say 50.50, the case 50.
  const result = judged({
    dates: [
      day('2026-01-05', { A: { published: '102', corrected: files('100', '1000', { books: 'real' }) } }),
      day('2026-01-06', {
        A: { published: '50.50', corrected: files('50.50', '4000', { books: 'real', classTna: '202000' }) },
      }),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-06', 'Z', 'R', '1000')],
  })
  expect(result.figures[1]).toMatchObject({ corrected: '50', difference: '0.5', percent: '1.0000' })
  expect(flowsOf(result)).toEqual(['class A > holder X 2000.00', 'Administrator > class A 500.00'])
})

test('a class that begins and ends inside the case is judged on its own dates', () => {
  const [before, inside, after] = ['2026-01-05', '2026-01-06', '2026-01-07']
  const of = (published: string) => ({ published, corrected: files('100', '5000') })
  const result = judged({
    classes: [CLASS, { ...CLASS, code: 'B', currency: 'JPY', decimals: 0 }],
    dates: [
      day(before, { A: of('102') }),
      day(inside, {
        A: of('102'),
        B: { published: '10200', corrected: files('10050', '7', { fxRate: '0.006' }) },
      }),
      day(after, { A: of('102') }),
    ],
    // The next NAV has no class B: its 7 shares were redeemed, each 150 yen too dear.
    deals: namelessDeals(
      inside,
      [{ classCode: 'A', subscriptions: '0', redemptions: '0' }],
      [
        { classCode: 'A', shares: '5000' },
        { classCode: 'B', shares: '7' },
      ],
    ),
  })
  expect(result.figures.map(({ date, classCode }) => `${date} ${classCode}`)).toEqual([
    `${before} A`,
    `${inside} A`,
    `${inside} B`,
    `${after} A`,
  ])
  expect(flowsOf(result)).toEqual(['Administrator > class B 1050'])
  // 5,000 x 2 + 7 x 150 x 0.006 = 10,006.30
  expect(result.effect[1]?.amount).toBe('10006.30')
})

test('the smallest amount limits what is paid out, not what is paid back', () => {
  const result = judged({
    policy: { ...POLICY, deMinimis: { EUR: '25' } },
    dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
    deals: [
      deal('2026-01-05', 'X', 'S', '10'),
      deal('2026-01-05', 'Y', 'R', '10'),
      deal('2026-01-05', 'Z', 'S', '12.5'),
    ],
  })
  // 20.00 stays; 20.00 too much is paid by the payers; 25.00 is not below 25.
  expect(result.holders.map(({ holder, amount, outcome }) => [holder, amount, outcome])).toEqual([
    ['X', '20.00', 'LEFT'],
    ['Y', '-20.00', 'TO FUND'],
    ['Z', '25.00', 'PAID'],
  ])
  expect(result.classes).toMatchObject([
    { sum: '25.00', toHolders: '25.00', left: '20.00', toFund: '20.00', identity: '0.00' },
  ])
})

test('a smallest amount for holders who have left needs a line that says so', () => {
  const policy: NavErrorPolicy = { ...POLICY, deMinimis: { EUR: '25' }, deMinimisFor: 'exited' }
  const result = judged({
    policy,
    dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
    deals: [
      deal('2026-01-05', 'Gone', 'S', '10', { sharesAtEnd: '0' }),
      deal('2026-01-05', 'Stays', 'S', '10', { sharesAtEnd: '10' }),
      deal('2026-01-05', 'Blank', 'S', '10'),
    ],
  })
  expect(result.holders.map(({ holder, outcome }) => [holder, outcome])).toEqual([
    ['Gone', 'LEFT'],
    ['Stays', 'PAID'],
    ['Blank', 'PAID'],
  ])
})

test('a second case over the first: the error is against what was published, deals against what was settled', () => {
  // The first case paid X by 100; right is 101: X was paid 1,000 too much, whatever was published.
  const result = judged({
    policy: { ...POLICY, threshold: '0.5' },
    dates: [
      day('2026-01-05', { A: { published: '102', settledAt: '100', corrected: files('101', '5000') } }),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000')],
  })
  expect(result.figures).toMatchObject([{ published: '102', difference: '1', percent: '0.9901' }])
  expect(flowsOf(result)).toEqual(['Administrator > class A 1000.00'])
})

test('a cut-off counts without a threshold, in the sum of its holder and in the identity', () => {
  const result = judged({ dates: [], deals: [] }, [
    {
      kind: 'CUT-OFF',
      date: '2026-01-05',
      classCode: 'A',
      holder: 'X',
      side: 'S',
      shares: '1000',
      applied: '102',
      due: '100',
    },
    {
      kind: 'CUT-OFF',
      date: '2026-01-05',
      classCode: 'A',
      holder: 'X',
      side: 'R',
      shares: '10',
      applied: '100.1',
      due: '100',
    },
  ])
  // 2,000.00 - 1.00
  expect(result.holders).toMatchObject([{ holder: 'X', amount: '1999.00', outcome: 'PAID' }])
  expect(result.classes).toMatchObject([{ sum: '1999.00', identity: '0.00' }])
})

test('a wrong swing counts against the holder always, for the holder from the threshold on', () => {
  const swing = (applied: string, side: 'S' | 'R'): DealLine => ({
    kind: 'SWING',
    date: '2026-01-05',
    classCode: 'A',
    holder: 'X',
    side,
    shares: '1000',
    applied,
    due: '100',
  })
  const owed = (line: DealLine) =>
    judged({ dates: [], deals: [] }, [line]).holders.map(({ amount }) => amount)
  expect(owed(swing('100.99', 'S'))).toEqual([])
  expect(owed(swing('101', 'S'))).toEqual(['1000.00'])
  expect(owed(swing('100.01', 'R'))).toEqual(['-10.00'])
})

const line = (given: Partial<StoredLine>): StoredLine => ({
  id: 1,
  kind: 'OTHER',
  classCode: 'A',
  currency: 'EUR',
  amount: null,
  beneficiary: 'fund',
  name: '',
  payer: null,
  deal: null,
  economic: null,
  distribution: null,
  isPassive: false,
  rule: 'CSSF 24/856',
  documentId: null,
  ...given,
})

const BOTH = [
  { name: 'Manager', percent: '66.67' },
  { name: 'Depositary', percent: '33.33' },
]

test('a breach is worked out by the reference class; a gain stays, and a passive one is recorded only', () => {
  // 1,000,000 x 103 / 100 + 500 - 1,010,000 = 20,500.00, of which 66.67 % are 13,667.35.
  const economic = { paid: '1000000', received: '1010000', costs: '500', navIn: '100', navOut: '103' }
  expect(judgedLines([line({ kind: 'BREACH', economic })], BOTH)).toMatchObject([
    {
      amount: '20500.00',
      outcome: 'TO FUND',
      flows: [
        { from: 'Manager', to: 'class A', amount: '13667.35' },
        { from: 'Depositary', to: 'class A', amount: '6832.65' },
      ],
    },
  ])
  const gain = { ...economic, received: '1040000' }
  expect(judgedLines([line({ kind: 'BREACH', economic: gain })], BOTH)).toMatchObject([
    { amount: '-9500.00', outcome: 'NOTHING', flows: [] },
  ])
  expect(judgedLines([line({ kind: 'BREACH', economic, isPassive: true })], BOTH)).toMatchObject([
    { outcome: 'NOTHING', flows: [] },
  ])
})

test('fees go back by who received them; a distribution too small to holders, too large by the payers', () => {
  const fees = line({ kind: 'FEES', amount: '1234.56', payer: 'Manager', classCode: null })
  expect(judgedLines([fees], BOTH)[0]?.flows).toEqual([{ from: 'Manager', to: 'fund', amount: '1234.56' }])
  // 10,000 shares: 0.45 paid of 0.50 due, then 0.55 of 0.50.
  const distribution = (paid: string) =>
    judgedLines([line({ kind: 'DISTRIBUTION', distribution: { shares: '10000', paid, due: '0.50' } })], BOTH)
  expect(distribution('0.45')).toMatchObject([
    { amount: '500.00', flows: [{ from: 'class A', to: 'holders without a reference', amount: '500.00' }] },
  ])
  expect(distribution('0.55')[0]?.flows.map(({ to, amount }) => [to, amount])).toEqual([
    ['class A', '333.35'],
    ['class A', '166.65'],
  ])
})

test('lines of deals are judged as deals, and pay nothing by themselves', () => {
  const cutOff = line({
    kind: 'CUT-OFF',
    deal: { date: '2026-01-05', holder: 'X', side: 'S', shares: '1000', applied: '102', due: '100' },
  })
  expect(amountOfLine(cutOff).toFixed()).toBe('2000')
  expect(dealLines([cutOff, line({ amount: '5' })])).toMatchObject([{ kind: 'CUT-OFF', classCode: 'A' }])
  expect(judgedLines([cutOff], BOTH)).toMatchObject([{ outcome: 'HOLDERS', flows: [] }])
})

test('payments are held against the flows of the same parties and currency', () => {
  const flow = (from: string, to: string, amount: string, currency = 'EUR') => ({
    from,
    to,
    amount,
    currency,
  })
  const paid = (from: string, to: string, amount: string) => ({
    id: 1,
    from,
    to,
    amount,
    currency: 'EUR',
    paidOn: '2026-02-01',
    paymentId: null,
    bankEntryId: null,
    comment: '',
  })
  const flows = paidFlows(
    [
      flow('class A', 'holder X', '2000.00'),
      flow('Manager', 'class A', '600.00'),
      flow('Manager', 'class A', '400.00'),
      flow('class A', 'switches', '50.00'),
    ],
    [paid('class A', 'holder X', '2000.00'), paid('Manager', 'class A', '700.00')],
  )
  expect(flows.map(({ from, amount, open }) => [from, amount, open])).toEqual([
    ['class A', '2000.00', '0.00'],
    ['Manager', '1000.00', '300.00'],
    ['class A', '50.00', '50.00'],
  ])
  // What moves between classes by switches is booked, not paid.
  expect(flows.filter(isOpenFlow).map(({ from }) => from)).toEqual(['Manager'])
})

test('where no threshold decides, a person does, for the corrected figure that was seen', () => {
  const of = (decision?: { corrected: string; isMaterial: boolean }) => {
    const date = day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })
    return judged({
      policy: { ...POLICY, threshold: null },
      dates: [{ ...date, classes: date.classes.map((each) => ({ ...each, decision })) }],
      deals: [deal('2026-01-05', 'X', 'S', '1000')],
    })
  }
  const figure = (decision?: { corrected: string; isMaterial: boolean }) =>
    of(decision).figures.map(({ isMaterial, isDecided, counts }) => [isMaterial, isDecided, counts])
  expect(figure()).toEqual([[null, false, false]])
  expect(figure({ corrected: '100.00', isMaterial: true })).toEqual([[true, true, true]])
  expect(figure({ corrected: '100', isMaterial: false })).toEqual([[false, true, false]])
  expect(figure({ corrected: '101', isMaterial: true })).toEqual([[null, false, false]])
  expect(flowsOf(of({ corrected: '100', isMaterial: true }))).toEqual(['class A > holder X 2000.00'])
})

test('fees that are booked afterwards: the deals of every date count, and their debts stand in the next NAV', () => {
  // X buys 1,000 at 100.50 worth 100: 500 are owed. The next day (200,500 - 500) / 2,000 = 100.
  const result = judged({
    everyDateCounts: true,
    dates: [
      day('2026-01-05', { A: { published: '100.50', corrected: files('100', '1000', { books: 'real' }) } }),
      day('2026-01-06', {
        A: { published: '100.25', corrected: files('100.25', '2000', { books: 'real', classTna: '200500' }) },
      }),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-06', 'Z', 'R', '1000')],
  })
  expect(result.figures).toMatchObject([
    { isMaterial: false, counts: true },
    { corrected: '100', debts: '500.00', isMaterial: false, counts: true },
  ])
  expect(flowsOf(result)).toEqual(['class A > holder X 500.00', 'Administrator > class A 250.00'])
})

test('a deal in kind counts nothing, unless a person counts it', () => {
  const owed = (isKindCounted: boolean) =>
    judged({
      dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
      deals: [deal('2026-01-05', 'K', 'S', '200', { kind: 'KIND', isKindCounted })],
    }).holders.map(({ amount }) => amount)
  expect([owed(false), owed(true)]).toEqual([['0.00'], ['400.00']])
})

test('a price with a swing: the deal is compared with its own price, in proportion', () => {
  // Bought at 103.02, 1 % above the published 102; due is 100 x 103.02 / 102 = 101: 1,000 x 2.02.
  const result = judged({
    dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
    deals: [deal('2026-01-05', 'X', 'S', '1000', { price: '103.02' })],
  })
  expect(result.holders.map(({ amount }) => amount)).toEqual(['2020.00'])
})

test('an undervalued NAV with yen beside euros: each class in its own currency, without decimals of yen', () => {
  const result = judged({
    classes: [CLASS, { ...CLASS, code: 'J', currency: 'JPY', decimals: 0 }],
    dates: [
      day('2026-01-05', {
        A: { published: '98', corrected: files('100', '5000') },
        J: { published: '9850', corrected: files('10001', '300', { fxRate: '0.006' }) },
      }),
    ],
    // 2 x 33.333 = 66.666; 151 x 33.333 = 5,033.283.
    deals: [
      deal('2026-01-05', 'X', 'R', '33.333'),
      deal('2026-01-05', 'X', 'R', '33.333', { classCode: 'J' }),
    ],
  })
  expect(flowsOf(result)).toEqual(['class A > holder X 66.67', 'class J > holder X 5033'])
  // -2 x 5,000 - 151 x 300 x 0.006 = -10,271.80
  expect(result.effect[0]?.amount).toBe('-10271.80')
})

test('references that are one by way of others are one sum, and a nominee among them has no smallest amount', () => {
  const note = (holder: string, sameAs: string | null, isNominee = false) => ({
    holder,
    sameAs,
    isNominee,
    pays: false,
  })
  const of = (...holders: ReturnType<typeof note>[]) =>
    judged({
      policy: { ...POLICY, deMinimis: { EUR: '100' } },
      dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
      deals: ['X', 'Y', 'Z'].map((holder) => deal('2026-01-05', holder, 'S', '10')),
      holders,
    }).holders.map(({ holder, amount, outcome }) => [holder, amount, outcome])
  // 20.00 each; 60.00 together, below 100.
  expect(of(note('X', 'Y'), note('Y', 'Z'))).toEqual([['Z', '60.00', 'LEFT']])
  expect(of(note('X', 'Y', true), note('Y', 'Z'))).toEqual([['Z', '60.00', 'PAID']])
  // References that name each other are one, too.
  expect(of(note('X', 'Y'), note('Y', 'X'))).toEqual([
    ['X', '40.00', 'LEFT'],
    ['Z', '20.00', 'LEFT'],
  ])
})

test('a second case over the first, with a price of the deal itself: by what the first case settled it at', () => {
  // Bought at 103.02, 1 % above the published 102. Settled at 100 x 1.01 = 101; due is 101 x 1.01 = 102.01.
  const result = judged({
    policy: { ...POLICY, threshold: '0.5' },
    dates: [
      day('2026-01-05', { A: { published: '102', settledAt: '100', corrected: files('101', '5000') } }),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000', { price: '103.02' })],
  })
  expect(flowsOf(result)).toEqual(['Administrator > class A 1010.00'])
})

test('deals of a holder that come to whole shares together give these, however each is divided', () => {
  // 100 / 300 + 200 / 300 is one share.
  const result = judged({
    policy: { ...POLICY, form: 'shares' },
    dates: [day('2026-01-05', { A: { published: '400', corrected: files('300', '5000') } })],
    deals: [
      deal('2026-01-05', 'X', 'S', '1', { sharesAtEnd: '3' }),
      deal('2026-01-05', 'X', 'S', '2', { sharesAtEnd: '3' }),
    ],
  })
  expect(result.holders).toMatchObject([{ amount: '300.00', inShares: { shares: '1.000', rest: '0.00' } }])
})

test('of references that are one, a blank line at the end means that the holder has not left', () => {
  const policy: NavErrorPolicy = { ...POLICY, deMinimis: { EUR: '100' }, deMinimisFor: 'exited' }
  const outcome = (end: string | null) =>
    judged({
      policy,
      dates: [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })],
      deals: [
        deal('2026-01-05', 'X', 'S', '10', { sharesAtEnd: '0' }),
        deal('2026-01-05', 'Y', 'S', '10', { sharesAtEnd: end }),
      ],
      holders: [{ holder: 'Y', sameAs: 'X', isNominee: false, pays: false }],
    }).holders.map((each) => each.outcome)
  expect([outcome('0'), outcome(null), outcome('5')]).toEqual([['LEFT'], ['PAID'], ['PAID']])
})

test('with money the list shows the shares that it would be; what was too much in shares is kept in shares', () => {
  const dates = [day('2026-01-05', { A: { published: '102', corrected: files('100', '5000') } })]
  const deals = [
    deal('2026-01-05', 'X', 'S', '123.456', { sharesAtEnd: '123.456' }),
    deal('2026-01-05', 'Y', 'R', '50', { sharesAtEnd: '10' }),
  ]
  // 246.91 / 100 and 100.00 / 100
  expect(judged({ dates, deals }).holders).toMatchObject([
    { amount: '246.91', inShares: null, sameInShares: '2.469', sharesTooMuch: null },
    { amount: '-100.00', inShares: null, sameInShares: null, sharesTooMuch: null },
  ])
  expect(judged({ dates, deals, policy: { ...POLICY, form: 'shares' } }).holders).toMatchObject([
    { inShares: { shares: '2.469', rest: '0.01' }, sameInShares: null, sharesTooMuch: null },
    { amount: '-100.00', outcome: 'TO FUND', inShares: null, sharesTooMuch: '1' },
  ])
})

test('a wrong swing is in percent of what the policy says: of the NAV due, or of that applied', () => {
  // 1 of 100 is 1 %; 1 of 101 is 0.9901 %.
  const owed = (base: NavErrorPolicy['base']) =>
    judged({ dates: [], deals: [], policy: { ...POLICY, base } }, [
      {
        kind: 'SWING',
        date: '2026-01-05',
        classCode: 'A',
        holder: 'X',
        side: 'S',
        shares: '1000',
        applied: '101',
        due: '100',
      },
    ]).holders.map(({ amount }) => amount)
  expect([owed('corrected'), owed('published')]).toEqual([['1000.00'], []])
})
