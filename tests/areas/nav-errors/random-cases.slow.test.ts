import fc from 'fast-check'
import { byTheContract, groupOf, read, shown } from 'tests/support/areas/nav-errors/by-the-contract'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { netOf } from '~/areas/nav-errors/compensation'
import { DEAL_KINDS, type Deal } from '~/areas/nav-errors/deals'
import type { CaseDate } from '~/areas/nav-errors/figures'
import { type AmountsInput, judgedAmounts } from '~/areas/nav-errors/judged-amounts'
import { DEFAULT_POLICY, type NavErrorPolicy } from '~/areas/nav-errors/policy'
import { decimalsOf } from '~/platform/values/currency-decimals'
import { Big, type Decimal, sum } from '~/platform/values/decimal'

const CLASSES = [
  { code: 'A', currency: 'EUR', decimals: 2, shareDecimals: 3 },
  { code: 'J', currency: 'JPY', decimals: 0, shareDecimals: 0 },
  { code: 'U', currency: 'USD', decimals: 4, shareDecimals: 3 },
]
const RATES: Record<string, string> = { A: '1', J: '0.0061', U: '0.9' }
const HOLDERS = ['X', 'Y', 'Z', 'Nominee', 'Pays']
const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08']

const some = <const T extends string>(...values: T[]) => fc.constantFrom(...values)
const decimal = (min: number, max: number, places: number) =>
  fc
    .integer({ min: min * 10 ** places, max: max * 10 ** places })
    .map((units) => new Big(units).div(10 ** places).toFixed())

const policies: fc.Arbitrary<NavErrorPolicy> = fc
  .record({
    threshold: fc.option(some('0.1', '0.5', '1', '5'), { freq: 9 }),
    comparator: some('>=', '>'),
    base: some('corrected', 'published'),
    dates: some('material', 'since', 'period'),
    netting: some('holder', 'deal'),
    form: some('money', 'shares'),
    least: some('0', '25', '1000'),
    deMinimisFor: some('all', 'exited'),
    belowThreshold: some('no', 'net'),
  })
  .map(({ least, ...policy }) => ({
    ...DEFAULT_POLICY,
    ...policy,
    deMinimis: { EUR: least, USD: least, JPY: least },
  }))

const classAtDate = fc.record({
  published: decimal(90, 110, 2),
  corrected: decimal(90, 110, 2),
  shares: decimal(0, 5_000, 3),
  books: some('real', 'case'),
  settledAt: fc.option(decimal(90, 110, 2), { freq: 9 }),
  /** Of corrected files, whose class TNA is the NAV per share before it was rounded; null by hand. */
  beforeRounding: fc.option(some('-0.4', '0', '0.3')),
  /** What people decided of the corrected NAV as it is stated, or of another one. */
  decision: fc.option(fc.record({ ofStated: fc.boolean(), isMaterial: fc.boolean() })),
  isThere: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
})

const dealt: fc.Arbitrary<Deal> = fc
  .record({
    date: some(...DATES),
    classCode: some('A', 'J', 'U'),
    holder: fc.option(some(...HOLDERS), { freq: 5 }),
    side: some('S', 'R'),
    shares: decimal(0, 2_000, 3),
    sharesAtEnd: fc.option(some('0', '10', '500')),
    price: fc.option(decimal(90, 110, 2), { freq: 4 }),
    kind: some(...DEAL_KINDS),
    link: fc.option(some('S1', 'S2')),
    isKindCounted: fc.boolean(),
  })
  .map((deal) => (deal.holder === null ? { ...deal, link: null } : deal))

const notes: fc.Arbitrary<AmountsInput['holders']> = fc
  .subarray([
    { holder: 'Z', sameAs: 'Y', isNominee: false, pays: false },
    { holder: 'Y', sameAs: 'X', isNominee: false, pays: false },
    { holder: 'X', sameAs: 'Z', isNominee: false, pays: false },
    { holder: 'Nominee', sameAs: 'X', isNominee: true, pays: false },
    { holder: 'Pays', sameAs: null, isNominee: false, pays: true },
  ])
  .map((chosen) => [
    ...chosen,
    ...(chosen.some(({ holder }) => holder === 'Nominee')
      ? []
      : [{ holder: 'Nominee', sameAs: null, isNominee: true, pays: false }]),
  ])

const percents = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }).map((parts) => {
  const whole = parts.reduce((all, each) => all + each, 0)
  const first = parts.slice(1).map((each) => new Big(each).times(100).div(whole).round(2))
  const rest = first.reduce((left, each) => left.minus(each), new Big(100))
  return [rest, ...first].map((percent, at) => ({ name: `Payer ${at + 1}`, percent: percent.toFixed() }))
})

const stories = fc.record({
  policy: policies,
  days: fc.array(fc.record({ A: classAtDate, J: classAtDate, U: classAtDate }), {
    minLength: DATES.length,
    maxLength: DATES.length,
  }),
  deals: fc.array(dealt, { maxLength: 14 }),
  notes,
  everyDateCounts: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  correctedTna: fc.option(decimal(500_000, 1_500_000, 2)),
  lines: fc.array(
    fc.record({
      kind: some('CUT-OFF', 'SWING'),
      date: some(...DATES),
      classCode: some('A', 'J', 'U'),
      holder: fc.option(some(...HOLDERS)),
      side: some('S', 'R'),
      shares: decimal(1, 1_000, 3),
      applied: decimal(90, 110, 2),
      due: decimal(90, 110, 2),
    }),
    { maxLength: 3 },
  ),
  payers: percents,
  direct: fc.constantFrom<Record<string, string>>({}, { A: 'Payer 1' }, { J: 'Payer 1', U: 'Payer 1' }),
})

type Story = typeof stories extends fc.Arbitrary<infer Of> ? Of : never

const INDEX = { A: 0, J: 1, U: 2 } as const

function inputOf({ policy, days, deals, lines, payers, direct, ...story }: Story): AmountsInput {
  const dates = days.map(
    (of, at): CaseDate => ({
      date: DATES[at] ?? '',
      correctedTna: story.correctedTna,
      sentTna: '1000000',
      classes: (['A', 'J', 'U'] as const).flatMap((code) => {
        const { isThere, published, settledAt, books, corrected, shares, beforeRounding, decision } = of[code]
        const { decimals = 2 } = CLASSES[INDEX[code]] ?? {}
        const nav = (value: Decimal) => new Big(value).round(decimals).toFixed()
        const whole = (units: Decimal) =>
          new Big(nav(corrected))
            .plus(new Big(units).div(new Big(10).pow(decimals)))
            .times(shares)
            .toFixed()
        if (!isThere) return []
        return [
          {
            classCode: code,
            published: nav(published),
            settledAt: settledAt && nav(settledAt),
            corrected: {
              isByHand: beforeRounding === null,
              books,
              navPerShare: nav(corrected),
              classTna: beforeRounding && whole(beforeRounding),
              shares,
              fxRate: RATES[code] ?? '1',
            },
            ...(decision && {
              decision: {
                corrected: decision.ofStated ? nav(corrected) : '1',
                isMaterial: decision.isMaterial,
              },
            }),
          },
        ]
      }),
    }),
  )
  return {
    fundCurrency: 'EUR',
    classes: CLASSES,
    dates,
    deals,
    lines,
    policy,
    everyDateCounts: story.everyDateCounts,
    holders: story.notes,
    payers,
    direct,
  }
}

const judge = (story: Story) => judgedAmounts(inputOf(story))

/** What the product says, in the words of the independent computation. */
function said(input: AmountsInput): ReturnType<typeof byTheContract> {
  const { figures, compensation } = judgedAmounts(input)
  const group = groupOf(input.holders)
  const exact = (value: Decimal) => shown(read(value), 12)
  const party = (name: string) =>
    name.startsWith('holder ') ? `holder ${group(name.slice('holder '.length))}` : name
  const nets = compensation.classes.flatMap(({ classCode, currency, flows }) =>
    [...netOf(flows.map((flow) => ({ ...flow, from: party(flow.from), to: party(flow.to) })))]
      .filter(([, amount]) => Number(amount) !== 0)
      .map(([name, amount]) => [`${classCode} ${name}`, shown(read(amount), decimalsOf(currency))] as const),
  )
  return {
    figures: Object.fromEntries(
      figures.figures.map(({ date, classCode, published, corrected, difference, ...of }) => [
        `${date} ${classCode}`,
        [
          exact(published),
          exact(corrected),
          exact(difference),
          of.percent ?? '–',
          String(of.isMaterial),
          String(of.counts),
          of.debts,
          of.claims,
        ],
      ]),
    ),
    effect: Object.fromEntries(figures.effect.map(({ date, amount, bp }) => [date, [amount, bp ?? '–']])),
    deals: input.deals.flatMap((deal) =>
      figures.deals
        .filter((each) => each.deal === deal)
        .map(({ amount, counts }) => [amount, String(counts)]),
    ),
    holders: compensation.holders
      .map(({ classCode, holder, amount, outcome, inShares }) =>
        [
          classCode,
          holder === null ? '' : group(holder),
          amount,
          outcome,
          inShares ? `${inShares.shares} and ${inShares.rest}` : '',
        ].join('|'),
      )
      .sort(),
    classes: Object.fromEntries(
      compensation.classes.map(({ classCode, sum: all, moved, toHolders, left, toFund, net }) => [
        classCode,
        [all, moved, toHolders, left, toFund, net],
      ]),
    ),
    payers: Object.fromEntries(
      compensation.payers.map(({ classCode, name, amount }) => [`${classCode} ${name}`, amount]),
    ),
    net: Object.fromEntries(nets),
  }
}

test('figures, holders, payers and net of each party are those of an independent computation, for all settings', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const input = inputOf(story)
      expect(said(input)).toEqual(byTheContract(input))
    }),
    { numRuns: rounds(400, 20_000) },
  )
})

test('each class adds up, and every party pays and gets what the sums say, for all settings', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { figures, compensation } = judge(story)
      for (const { classCode, currency, flows, ...of } of compensation.classes) {
        const counted = figures.deals.filter(({ deal, counts }) => counts && deal.classCode === classCode)
        const ofLines = new Big(of.sum).minus(sum(counted.map(({ amount }) => amount)))
        // The sum is that of the deals that count, and of lines, which are never more than their largest amounts.
        const most = sum(
          story.lines
            .filter((line) => line.classCode === classCode)
            .map(({ applied, due, shares }) =>
              new Big(applied).minus(due).abs().times(shares).plus(1).toFixed(),
            ),
        )
        expect(ofLines.abs().lte(most)).toBe(true)
        expect(
          new Big(of.sum).plus(of.moved).minus(of.toHolders).minus(of.left).plus(of.toFund).toFixed(),
        ).toBe('0')
        expect(Number(of.identity)).toBe(0)
        // With shares, what is owed in shares decides the sign, and the money may be of the other one.
        if (story.policy.form === 'shares') continue
        const own = compensation.holders.filter((each) => each.classCode === classCode)
        const paysItself = own.filter(
          ({ holder, outcome }) =>
            outcome === 'TO FUND' && holder === 'Pays' && story.notes.some(({ pays }) => pays),
        )
        const byPayers = sum(
          compensation.payers.filter((each) => each.classCode === classCode).map(({ amount }) => amount),
        )
        expect(
          byPayers.minus(sum(paysItself.map(({ amount }) => amount))).toFixed(decimalsOf(currency)),
        ).toBe(new Big(of.toFund).plus(of.net).toFixed(decimalsOf(currency)))
        const net = new Big(netOf(flows).get(`class ${classCode}`) ?? 0)
        expect(net.toFixed()).toBe(new Big(of.left).minus(of.sum).plus(of.net).toFixed())
      }
    }),
    { numRuns: 400 },
  )
})

test('signs: what is paid is owed, what is left is small, what goes to the fund was too much', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { figures, compensation } = judge(story)
      for (const { amount, deal, counts } of figures.deals) {
        if (deal.kind === 'KIND' && !deal.isKindCounted) expect(Number(amount)).toBe(0)
        if (!counts || deal.price !== null) continue
        const figure = figures.figures.find(
          ({ date, classCode }) => date === deal.date && classCode === deal.classCode,
        )
        const settledAt = story.days[DATES.indexOf(deal.date)]?.[deal.classCode as 'A' | 'J' | 'U'].settledAt
        if (!figure || settledAt !== null) continue
        // Overvalued: issues are owed, redemptions had too much; undervalued the other way round.
        const sign = Math.sign(Number(figure.difference)) * (deal.side === 'S' ? 1 : -1)
        expect(Math.sign(Number(amount)) * sign).toBeGreaterThanOrEqual(0)
      }
      for (const { amount, outcome, holder, classCode, inShares } of compensation.holders) {
        if (inShares) expect(Number(inShares.shares)).toBeGreaterThanOrEqual(0)
        if (story.policy.form === 'shares') continue
        const value = Number(amount)
        if (outcome === 'PAID') expect(value).toBeGreaterThan(0)
        if (outcome === 'TO FUND') expect(value).toBeLessThan(0)
        if (outcome === 'NOTHING') expect(value).toBe(0)
        if (outcome !== 'LEFT') continue
        const currency = CLASSES.find(({ code }) => code === classCode)?.currency ?? ''
        expect(value).toBeGreaterThan(0)
        expect(new Big(amount).lt(story.policy.deMinimis[currency] ?? '0')).toBe(true)
        if (!story.notes.some((note) => note.holder === 'Nominee' && note.sameAs !== null))
          expect(holder).not.toBe('Nominee')
      }
      for (const { amount } of compensation.payers) expect(Number(amount)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 400 },
  )
})

test('which dates count follows from which are material, class by class', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { figures } = judge(story).figures
      for (const { code } of CLASSES) {
        const own = figures.filter(({ classCode }) => classCode === code)
        const first = own.findIndex(({ isMaterial }) => isMaterial === true)
        for (const [at, { counts, isMaterial, difference, corrected, published, percent }] of own.entries()) {
          const expected = {
            material: isMaterial === true,
            since: first !== -1 && at >= first,
            period: first !== -1,
          }[story.policy.dates]
          expect(counts).toBe(story.everyDateCounts || expected)
          expect(new Big(published).minus(corrected).toFixed()).toBe(difference)
          const { threshold, comparator, base } = story.policy
          const of = new Big(base === 'corrected' ? corrected : published)
          if (difference === '0' || threshold === null || of.lte(0) || percent === null) continue
          // What is shown never stands on the other side of the threshold.
          const error = new Big(percent)
          expect(comparator === '>=' ? error.gte(threshold) : error.gt(threshold)).toBe(isMaterial)
        }
      }
    }),
    { numRuns: 400 },
  )
})
