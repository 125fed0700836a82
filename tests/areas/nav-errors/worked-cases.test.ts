import { CLASS, deal, flowsOf, judged, POLICY } from 'tests/support/areas/nav-errors/judged'
import { expect, test } from 'vitest'
import { netOf } from '~/areas/nav-errors/compensation'
import { namelessDeals } from '~/areas/nav-errors/deals'
import type { CaseDate, Correction } from '~/areas/nav-errors/figures'
import type { NavErrorPolicy } from '~/areas/nav-errors/policy'

const correction = (navPerShare: string, shares: string, given: Partial<Correction> = {}): Correction => ({
  isByHand: false,
  books: 'real',
  navPerShare,
  classTna: null,
  shares,
  fxRate: '1',
  ...given,
})

const day = (date: string, published: string, corrected: Correction): CaseDate => ({
  date,
  correctedTna: null,
  sentTna: null,
  classes: [{ classCode: 'A', published, settledAt: null, corrected }],
})

test('an overvalued NAV: who bought is paid by the fund, what redeemers had too much is paid by the payers', () => {
  const result = judged({
    dates: [day('2026-01-05', '102', correction('100', '5000'))],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-05', 'Y', 'R', '500')],
  })
  expect(flowsOf(result)).toEqual(['class A > holder X 2000.00', 'Administrator > class A 1000.00'])
  expect(result.classes).toMatchObject([
    { sum: '1000.00', toHolders: '2000.00', toFund: '1000.00', left: '0.00', identity: '0.00' },
  ])
  expect(result.figures).toMatchObject([
    { difference: '2', percent: '2.0000', isMaterial: true, counts: true },
  ])
  expect(result.effect).toEqual([{ date: '2026-01-05', amount: '10000.00', bp: null }])
})

test('an undervalued NAV: who redeemed is paid by the fund, what buyers had too much is paid by the payers', () => {
  const result = judged({
    dates: [day('2026-01-05', '98', correction('100', '5000'))],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-05', 'Y', 'R', '500')],
  })
  expect(flowsOf(result)).toEqual(['class A > holder Y 1000.00', 'Administrator > class A 2000.00'])
})

test('a holder who came and left at the same wrong price is owed nothing', () => {
  const result = judged({
    dates: [
      day('2026-01-05', '102', correction('100', '5000', { books: 'case' })),
      day('2026-01-06', '102', correction('100', '5000', { books: 'case' })),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '100'), deal('2026-01-06', 'X', 'R', '100')],
  })
  expect(result.holders).toMatchObject([
    { classCode: 'A', holder: 'X', amount: '0.00', outcome: 'NOTHING', inShares: null },
  ])
  expect(flowsOf(result)).toEqual([])
})

test('the threshold is compared exactly, and a percentage never contradicts it', () => {
  const at = (published: string, comparator: '>=' | '>' = '>=') =>
    judged({
      policy: { ...POLICY, threshold: '0.20', comparator },
      dates: [day('2026-01-05', published, correction('1000', '10'))],
      deals: [],
    }).figures.map(({ percent, isMaterial }) => [percent, isMaterial])
  expect(at('1001.999')).toEqual([['0.1999', false]])
  expect(at('1002')).toEqual([['0.2000', true]])
  expect(at('1002', '>')).toEqual([['0.2000', false]])
  expect(at('1002.001')).toEqual([['0.2001', true]])
  expect(at('1001.9999')).toEqual([['0.19999', false]])
})

test('what the case owes for a day is in the corrected NAV of the day after', () => {
  const result = judged({
    dates: [
      day('2026-01-05', '102', correction('100', '1000')),
      day('2026-01-06', '101', correction('101', '2000', { classTna: '202000' })),
    ],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-06', 'Z', 'R', '1000')],
  })
  expect(result.figures[1]).toMatchObject({
    corrected: '100',
    difference: '1',
    debts: '2000.00',
    claims: '0.00',
    isAdjusted: true,
  })
  expect(flowsOf(result)).toEqual(['class A > holder X 2000.00', 'Administrator > class A 1000.00'])
})

test('which dates count is a setting, for each class', () => {
  const dates = [
    day('2026-01-05', '100.50', correction('100', '1000', { books: 'case' })),
    day('2026-01-06', '102', correction('100', '1000', { books: 'case' })),
    day('2026-01-07', '100.50', correction('100', '1000', { books: 'case' })),
  ]
  const counted = (setting: NavErrorPolicy['dates']) =>
    judged({ policy: { ...POLICY, dates: setting }, dates, deals: [] }).figures.map(({ counts }) => counts)
  expect(counted('material')).toEqual([false, true, false])
  expect(counted('since')).toEqual([false, true, true])
  expect(counted('period')).toEqual([true, true, true])
})

test('a small amount stays in the fund, but not that of a nominee', () => {
  const dates = [day('2026-01-05', '102', correction('100', '5000'))]
  const policy = { ...POLICY, deMinimis: { EUR: '25.00' } }
  const deals = [deal('2026-01-05', 'X', 'S', '10')]
  const result = judged({ policy, dates, deals })
  expect(result.holders).toMatchObject([{ amount: '20.00', outcome: 'LEFT' }])
  expect(result.classes).toMatchObject([{ sum: '20.00', left: '20.00', toHolders: '0.00', identity: '0.00' }])
  const nominee = { holder: 'X', sameAs: null, isNominee: true, pays: false }
  expect(judged({ policy, dates, deals, holders: [nominee] }).holders).toMatchObject([
    { amount: '20.00', outcome: 'PAID' },
  ])
})

test('with the setting “deal”, what is owed and what was too much of one holder are apart', () => {
  const result = judged({
    policy: { ...POLICY, netting: 'deal' },
    dates: [day('2026-01-05', '102', correction('100', '5000'))],
    deals: [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-05', 'X', 'R', '400')],
  })
  expect(result.holders.map(({ amount, outcome }) => [amount, outcome])).toEqual([
    ['2000.00', 'PAID'],
    ['-800.00', 'TO FUND'],
  ])
})

test('payers share a sum to the cent, by largest remainder', () => {
  const result = judged({
    dates: [day('2026-01-05', '102', correction('100', '5000'))],
    deals: [deal('2026-01-05', 'Y', 'R', '0.5')],
    payers: [
      { name: 'Administrator', percent: '33.34' },
      { name: 'Manager', percent: '33.33' },
      { name: 'Depositary', percent: '33.33' },
    ],
  })
  expect(result.payers.map(({ amount }) => amount)).toEqual(['0.34', '0.33', '0.33'])
})

test('a switch is netted over its classes, and what moves between them is part of the identity', () => {
  const classes = [CLASS, { ...CLASS, code: 'B', currency: 'USD' }]
  const dates: CaseDate[] = [
    {
      date: '2026-01-05',
      correctedTna: '1000000',
      sentTna: null,
      classes: [
        { classCode: 'A', published: '102', settledAt: null, corrected: correction('100', '5000') },
        {
          classCode: 'B',
          published: '51',
          settledAt: null,
          corrected: correction('50', '5000', { fxRate: '0.9' }),
        },
      ],
    },
  ]
  const deals = [
    deal('2026-01-05', 'X', 'R', '100', { kind: 'SWITCH', link: 'S1' }),
    deal('2026-01-05', 'X', 'S', '300', { classCode: 'B', kind: 'SWITCH', link: 'S1' }),
  ]
  const result = judged({ classes, dates, deals })
  // A: -200 EUR, netted whole; B: 300 USD = 270 EUR, of which 200 EUR = 222.22 USD are netted.
  expect(result.holders.map(({ classCode, amount, outcome }) => [classCode, amount, outcome])).toEqual([
    ['A', '0.00', 'NOTHING'],
    ['B', '77.78', 'PAID'],
  ])
  expect(result.classes.map(({ sum, moved, identity }) => [sum, moved, identity])).toEqual([
    ['-200.00', '200.00', '0.00'],
    ['300.00', '-222.22', '0.00'],
  ])
  expect(result.effect).toEqual([{ date: '2026-01-05', amount: '14500.00', bp: '145.0000' }])
})

test('shares are given to whom has shares at the end, rounded down, and the rest in money', () => {
  const policy: NavErrorPolicy = { ...POLICY, form: 'shares' }
  const result = judged({
    policy,
    dates: [day('2026-01-05', '102', correction('100', '5000'))],
    deals: [deal('2026-01-05', 'X', 'S', '123.456', { sharesAtEnd: '123.456' })],
  })
  // 246.91 EUR at 100.
  expect(result.holders).toMatchObject([
    { amount: '246.91', outcome: 'PAID', inShares: { shares: '2.469', rest: '0.01' } },
  ])
})

test('without a register, a side of a class is one holder, and a class that is gone was redeemed whole', () => {
  const deals = namelessDeals(
    '2026-01-05',
    [{ classCode: 'A', subscriptions: '10', redemptions: '0' }],
    [
      { classCode: 'A', shares: '100' },
      { classCode: 'B', shares: '7' },
    ],
  )
  expect(deals.map(({ classCode, side, shares, holder }) => [classCode, side, shares, holder])).toEqual([
    ['A', 'S', '10', null],
    ['B', 'R', '7', null],
  ])
})

test('who pays the holders directly has that set off, and the net of each party is the same', () => {
  const dates = [day('2026-01-05', '102', correction('100', '5000'))]
  const deals = [deal('2026-01-05', 'X', 'S', '1000'), deal('2026-01-05', 'Y', 'R', '500')]
  const flows = (direct: Record<string, string>) =>
    judged({ dates, deals, direct }).classes.flatMap((each) => each.flows)
  expect(flows({ A: 'Administrator' })).toEqual([
    { from: 'Administrator', to: 'holder X', amount: '2000.00' },
    { from: 'class A', to: 'Administrator', amount: '1000.00' },
  ])
  const sorted = (of: ReturnType<typeof flows>) => [...netOf(of)].sort()
  expect(sorted(flows({ A: 'Administrator' }))).toEqual(sorted(flows({})))
})
