import { expect, test } from 'vitest'
import type { CaseResult } from '~/areas/nav-errors/case-figures.server'
import type { NavFact, OversightCase, OversightFacts } from '~/areas/oversight/facts'
import { reportOf } from '~/areas/oversight/make-report'
import { factsOfPeriod, MEASURES, percentile } from '~/areas/oversight/measures'
import { periodLabel, withPeriodsBefore } from '~/areas/oversight/period'
import { findingsOf } from '~/areas/oversight/report'

const nav = (change: Partial<NavFact>): NavFact => ({
  fund: 'F1',
  provider: 'FIA',
  navId: 1,
  date: '2026-10-15',
  outcome: 'met',
  due: '2026-10-19',
  done: '2026-10-19',
  cause: null,
  said: null,
  isControlled: true,
  isSent: true,
  submits: 1,
  returns: 0,
  hoursFromControl: '10',
  hoursFromSubmit: '4',
  ...change,
})

const wrong = (change: Partial<OversightCase>): OversightCase => ({
  id: 7,
  fund: 'F1',
  fundCode: 'F1',
  fundName: 'Fund 1',
  provider: 'FIA',
  currency: 'USD',
  kind: 'NAV',
  causes: [{ cause: 'PRICE', causedBy: 'manager' }],
  description: '',
  discoveredOn: '2026-10-20',
  discoveredBy: '',
  firstDate: '2026-10-15',
  lastDate: '2026-10-15',
  notifyBy: '2026-11-17',
  notifiedOn: null,
  reportBy: '2026-12-15',
  compensatedOn: null,
  openedAt: new Date('2026-10-20T08:00:00Z'),
  openedOn: '2026-10-20',
  closedAt: null,
  closedOn: null,
  status: 'OPENED',
  queue: 'ACCOUNTANT',
  class: 'new',
  result: null,
  ...change,
})

const quantified = (material: boolean): Pick<OversightCase, 'result'> => ({
  result: {
    // 101.5 published for 100: 1.5 %.
    figures: [{ date: '2026-10-15', classCode: 'A', difference: '1.5', corrected: '100', material }],
    totals: { toHolders: '100.00', toFund: '50.00', left: '0.00' },
  } as unknown as CaseResult,
})

const periods = withPeriodsBefore({ from: '2026-10', to: '2026-10' })

const facts = (change: Partial<OversightFacts>): OversightFacts => ({
  periods,
  navs: [],
  rules: [],
  lines: [],
  breaks: [],
  floors: [],
  cases: [],
  rates: periods.map(() => new Map([['EUR', '1']])),
  ...change,
})

const measured = (name: keyof typeof MEASURES, given: Partial<OversightFacts>, provider?: string) =>
  MEASURES[name](factsOfPeriod(facts(given), 0, (of) => provider === undefined || of.provider === provider))

test('a period has the three of its length before it', () => {
  expect(withPeriodsBefore({ from: '2026-10', to: '2026-12' })).toEqual([
    { from: '2026-10', to: '2026-12' },
    { from: '2026-07', to: '2026-09' },
    { from: '2026-04', to: '2026-06' },
    { from: '2026-01', to: '2026-03' },
  ])
  expect(periodLabel({ from: '2026-07', to: '2026-09' })).toBe('3rd quarter 2026')
  expect(periodLabel({ from: '2026-10', to: '2026-10' })).toBe('October 2026')
  expect(periodLabel({ from: '2026-11', to: '2027-01' })).toBe('November 2026 to January 2027')
})

test('late NAVs count against those due; of the administrator only those that it caused', () => {
  const navs = [
    nav({ navId: 1 }),
    nav({ navId: 2, outcome: 'missed', cause: 'PRICING' }),
    nav({ navId: 3, outcome: 'missed', cause: 'VALIDATION' }),
    nav({ navId: 4, outcome: 'missed', cause: null }),
    // Not due yet, without a date, and of another month.
    nav({ navId: 5, outcome: 'open', isSent: false }),
    nav({ navId: 6, outcome: 'unmeasured' }),
    nav({ navId: 7, outcome: 'missed', date: '2026-09-15' }),
  ]
  // 4 due, 3 late; 1 of them by the administrator.
  expect(measured('timeliness', { navs })).toEqual({ value: '25.00', part: 1, whole: 4 })
  expect(measured('administratorTimeliness', { navs })).toEqual({ value: '75.00', part: 3, whole: 4 })
  expect(measured('unexplainedDelays', { navs }).value).toBe('1')
  expect(measured('timeliness', {}).value).toBeNull()
})

test('a share is rounded down, so that 100.00 means all', () => {
  const navs = Array.from({ length: 30_001 }, (_, at) =>
    nav({ navId: at, outcome: at === 0 ? 'missed' : 'met' }),
  )
  expect(measured('timeliness', { navs }).value).toBe('99.99')
})

test('NAVs sent less those that a case found wrong, each once', () => {
  const navs = [
    nav({ navId: 1, date: '2026-10-15' }),
    nav({ navId: 2, date: '2026-10-22' }),
    nav({ navId: 3, date: '2026-10-15', fund: 'F2', provider: 'MFFA' }),
    nav({ navId: 4, date: '2026-10-29', isSent: false, outcome: 'open' }),
  ]
  const cases = [
    wrong({ ...quantified(true), causes: [{ cause: 'PRICE', causedBy: 'administrator' }] }),
    wrong({ id: 8, ...quantified(false) }),
    // Not quantified: its NAVs from the first date on.
    wrong({ id: 9, fund: 'F1', firstDate: '2026-10-20', lastDate: null }),
    wrong({ id: 10, fund: 'F2', provider: 'MFFA', status: 'CANCELLED' }),
  ]
  expect(measured('accuracy', { navs, cases })).toEqual({ value: '33.33', part: 1, whole: 3 })
  expect(measured('administratorAccuracy', { navs, cases })).toEqual({ value: '66.66', part: 2, whole: 3 })
  expect(measured('materialNavs', { navs, cases }).value).toBe('1')
  expect(measured('otherNavs', { navs, cases }).value).toBe('0')
  expect(measured('unquantifiedNavs', { navs, cases }).value).toBe('1')
  expect(measured('magnitude', { navs, cases }).value).toBe('1.5000')
  expect(measured('accuracy', { navs, cases }, 'MFFA')).toEqual({ value: '100.00', part: 1, whole: 1 })
  // A breach that is not quantified finds no NAV wrong.
  expect(measured('accuracy', { navs, cases: [wrong({ kind: 'BREACH' })] }).part).toBe(3)
})

test('first time right has one Submit and no Return, of NAVs sent', () => {
  const navs = [
    nav({ navId: 1 }),
    nav({ navId: 2, submits: 2, returns: 1 }),
    nav({ navId: 3, submits: 2 }),
    nav({ navId: 4, isSent: false }),
  ]
  expect(measured('firstTimeRight', { navs })).toEqual({ value: '33.33', part: 1, whole: 3 })
})

test('exceptions per 100 controls, and what people did with them', () => {
  const rule = { fund: 'F1', provider: 'FIA', month: '2026-10', rule: 'N07', severity: 'W' }
  const rules = [
    { ...rule, found: 4, overridden: 1, justified: 1, explained: 2 },
    { ...rule, month: '2026-09', found: 9, overridden: 9, justified: 9, explained: 0 },
  ]
  const navs = [nav({ navId: 1 }), nav({ navId: 2 }), nav({ navId: 3, isControlled: false, isSent: false })]
  expect(measured('exceptions', { navs, rules })).toEqual({ value: '200.00', part: 4, whole: 2 })
  expect(measured('overridden', { navs, rules }).value).toBe('25.00')
  expect(measured('explained', { navs, rules }).value).toBe('50.00')
})

test('percentiles lie between neighbours in proportion', () => {
  expect(percentile(['1', '2', '3', '10'], 0.5)).toBe('2.5')
  // Place 2.7 of 3: 3 + 0.7 x 7.
  expect(percentile(['1', '2', '3', '10'], 0.9)).toBe('7.9')
  expect(percentile(['4'], 0.9)).toBe('4.0')
  expect(percentile([], 0.5)).toBeNull()
})

test('prices, breaks and blind spots', () => {
  const line = {
    fund: 'F1',
    provider: 'FIA',
    month: '2026-10',
    lines: 400,
    unsourced: 3,
    stale: 1,
    across: 2,
    vendor: null,
  }
  expect(measured('stale', { lines: [line] })).toEqual({ value: '2.50', part: 1, whole: 400 })
  expect(measured('vendor', { lines: [line] }).value).toBeNull()
  expect(measured('vendor', { lines: [line, { ...line, vendor: 3 }] }).value).toBe('3')
  const open = { fund: 'F1', provider: 'FIA', navId: 1, instrument: '', kind: '', firstSeen: '', owner: null }
  const breaks = [0, 30, 31, 60, 61, 200].map((days) => ({ ...open, period: 0, days, basisPoints: null }))
  const aged = (name: 'breaks30' | 'breaks60' | 'breaksOver60') => measured(name, { breaks }).value
  expect([aged('breaks30'), aged('breaks60'), aged('breaksOver60')]).toEqual(['2', '2', '2'])
  const floor = { fund: 'F1', provider: 'FIA', threshold: '100', computedAt: new Date(), highest: 5 }
  expect(measured('blindSpots', {}).value).toBeNull()
  const floors = [{ ...floor, blind: ['One price', 'Wrong split'], before: [null, 3, null] }]
  expect(measured('blindSpots', { floors }).value).toBe('2')
  expect(MEASURES.blindSpots(factsOfPeriod(facts({ floors }), 2, () => true)).value).toBe('3')
})

test('cases opened, closed, notified and paid in the period', () => {
  const cases = [
    wrong({
      ...quantified(true),
      notifiedOn: '2026-10-25',
      compensatedOn: '2026-10-30',
      closedOn: '2026-10-31',
      status: 'CLOSED',
    }),
    wrong({ id: 8, openedOn: '2026-09-30', discoveredOn: '2026-09-28', notifiedOn: '2026-10-10' }),
  ]
  const rates = periods.map(() => new Map([['USD', '0.9']]))
  const of = (name: keyof typeof MEASURES) => measured(name, { cases, rates }).value
  expect([of('opened'), of('closed'), of('highest')]).toEqual(['1', '1', '1.5000'])
  // 5 and 12 days.
  expect(of('daysToNotify')).toBe('8.5')
  expect([of('paidToHolders'), of('paidToFunds')]).toEqual(['90.00', '45.00'])
  // Without a rate there is no sum.
  expect(measured('paidToHolders', { cases }).value).toBeNull()
})

test('the summary says how wrong NAVs were, once a case says it', () => {
  const said = (result: Pick<OversightCase, 'result'>) => {
    const scope = { from: '2026-10', to: '2026-10', provider: null, fund: null }
    const report = reportOf(facts({ navs: [nav({})], cases: [wrong(result)] }), {
      scope,
      madeAt: new Date('2026-11-03T09:00:00Z'),
      timeZone: 'Europe/Luxembourg',
      funds: [],
      ruleTitles: new Map(),
      people: [],
      changes: [],
      proof: { first: null, last: null, verification: null },
    })
    return findingsOf(report).find((sentence) => sentence.startsWith('Found wrong'))
  }
  expect(said({ result: null })).toBe('Found wrong: 1 of 1 NAV sent; by how much is not known yet.')
  expect(said(quantified(true))).toBe(
    'Found wrong: 1 of 1 NAV sent, 1 materially; the largest error is 1.5000 %.',
  )
})
