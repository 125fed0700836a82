import { bridgeOf } from '../rule-oracle/bridge'
import { Context } from '../rule-oracle/context'
import { addDays, q, sumOf, zero } from '../rule-oracle/exact'
import { worthOf } from '../workbooks/book'
import type { ControlSet } from '../workbooks/control-set'
import {
  classCode,
  decimalText,
  dropRate,
  dropRows,
  edge,
  elementOf,
  type Fault,
  foreignRates,
  move,
  multiplyElement,
  paidOut,
  percentOf,
  pointsOf,
  post,
  rowOf,
  second,
  setElement,
  shiftElement,
  tnaOf,
} from './fault'

/** Possible errors in the NAV table and its reference data. */
export const NAV_FAULTS: Fault[] = [
  {
    rule: 'N01',
    name: 'another currency in a preamble',
    certain: (set) => {
      set.now.preambles[1] = 'USD'
    },
    drawn: ({ now }, random) => {
      now.preambles[random.whole(0, now.lines ? 2 : 1)] = random.pick(['SEK', 'DKK'])
    },
  },
  {
    rule: 'N04',
    name: 'total of the fund against its classes',
    certain: ({ now }) => {
      // Within the rounding of the NAV per share, beyond the tolerance of the sum.
      shiftElement(now, 'CLASS TNA', 'LUX001-A', q(100))
    },
    drawn: (set, random) => {
      const own = set.classes.find(({ currency }) => currency === set.fund.currency)
      if (!own) return
      const others = set.classes.filter((each) => each !== own)
      const rate = (currency: string) =>
        currency === set.fund.currency ? q(1) : elementOf(set.now, 'FX RATE', currency)
      const rest = others.reduce(
        (sum, { code, currency }) => sum.plus(elementOf(set.now, 'CLASS TNA', code).times(rate(currency))),
        zero,
      )
      const gap = edge(random, q('0.01').times(set.classes.length), '0.000001')
      setElement(set.now, 'CLASS TNA', own.code, tnaOf(set).minus(rest).plus(gap))
    },
  },
  {
    rule: 'N04',
    name: 'the rate of a currency is missing',
    boundaries: [
      ['a rate that no class needs may be missing', ({ now }) => dropRate(now, 'CHF'), []],
      ['a rate that a class needs may not be missing', ({ now }) => dropRate(now, 'USD'), ['N04']],
    ],
    drawn: (set, random) => {
      const [rate] = random.some(foreignRates(set), 1)
      const code = rate?.code
      const where = random.pick([[set.now], [set.now, set.previous], [set.previous]])
      for (const upload of where)
        if (upload) dropRows(upload, (row) => row.type === 'FX RATE' && row.code === code)
    },
  },
  {
    rule: 'N05',
    name: 'assets less liabilities',
    certain: ({ now }) => shiftElement(now, 'TOTAL ASSETS', 'LUX001', q('0.02')),
    drawn: (set, random) =>
      shiftElement(
        set.now,
        random.pick(['TOTAL ASSETS', 'TOTAL LIABILITIES']),
        set.fund.code,
        edge(random, q('0.01')),
      ),
  },
  {
    rule: 'N06',
    name: 'a figure is not positive',
    certain: redeemBelowNothing,
    boundaries: [
      [
        'a FUND TNA of 0 leaves out what is divided by it; an accrual that doubled and a price that moved are more than parts of nothing',
        ({ now }) => setElement(now, 'FUND TNA', 'LUX001', zero),
        ['N04', 'N05', 'N06', 'N15', 'B02', 'B07', 'I04'],
      ],
    ],
    drawn: (set, random) => {
      const code = classCode(set, random)
      const kind = random.whole(0, 4)
      if (kind === 0) setElement(set.now, 'SHARES', code, q(-5))
      if (kind === 1) setElement(set.now, 'NAV PER SHARE', code, zero)
      if (kind === 2) {
        setElement(set.now, 'SHARES', code, zero)
        setElement(set.now, 'NAV PER SHARE', code, zero)
        setElement(set.now, 'CLASS TNA', code, zero)
      }
      if (kind === 3) setElement(set.now, 'FUND TNA', set.fund.code, random.pick([zero, zero, q(-1000)]))
      if (kind === 4 && set.previous)
        setElement(set.previous, 'FUND TNA', set.fund.code, random.pick([zero, zero, q(-1000)]))
    },
  },
  {
    rule: 'N10',
    name: 'the benchmark at its limit, or missing',
    certain: ({ benchmark }) => {
      const level = benchmark?.at(-1)
      if (level) level.level = decimalText(q(level.level).times('1.04'))
    },
    drawn: (set, random) => {
      const { previous, now } = set
      const reference = set.classes.find((each) => each.reference)
      if (!previous || !reference) return
      if (random.chance(0.2)) set.benchmark = random.pick([null, [], (set.benchmark ?? []).slice(0, 2)])
      else {
        const p = elementOf(previous, 'NAV PER SHARE', reference.code)
        setElement(now, 'NAV PER SHARE', reference.code, p.times('1.001'))
        const level = q(1001).plus(edge(random, percentOf(set, 'N10').times(1000)))
        set.benchmark = [
          { date: previous.date, level: random.chance(0.05) ? '0' : '1000' },
          { date: now.date, level: decimalText(level) },
        ]
      }
    },
  },
  {
    rule: 'N12',
    name: 'two files instead of three',
    certain: (set) => {
      set.fund.set = 'FIA 3'
      set.now.lines = null
    },
    drawn: (set, random) => {
      if (set.fund.provider !== 'FIA') return
      set.fund.set = random.pick(['FIA 2', 'FIA 3', null])
      if (random.chance(0.6)) set.now.lines = null
      if (random.chance(0.4) && set.previous) set.previous.lines = null
    },
  },
  {
    rule: 'N13',
    name: 'a rate away from its source',
    certain: ({ rates }) => {
      const stored = rates.find(({ currency }) => currency === 'USD')
      if (stored) stored.rate = decimalText(q(stored.rate).times('1.01'))
    },
    carried: {
      what: 'a USD rate 3 % off',
      change: ({ rates }) => {
        const usd = rates.USD
        if (usd) usd[1] = (usd[1] ?? zero).times('1.03')
      },
    },
    drawn: (set, random) => {
      const [row] = random.some(foreignRates(set), 1)
      if (!row) return
      const stored = (currency: string) =>
        currency === set.siteCurrency
          ? q(1)
          : q(set.rates.find((each) => each.currency === currency && each.date === set.now.date)?.rate ?? 1)
      const rate = stored(row.code).over(stored(set.fund.currency))
      const limit = random.pick([percentOf(set, 'N13'), percentOf(set, 'N13'), percentOf(set, 'N13 old')])
      row.value = decimalText(rate.plus(edge(random, limit.times(rate), '0.000001')))
    },
  },
  {
    rule: 'N13',
    name: 'the stored rates are old',
    drawn: (set, random) => {
      const days = random.pick([1, 2, 3, 4, 5, 6])
      const { date } = set.now
      const touched = random.some([...new Set(set.rates.map(({ currency }) => currency))], random.whole(1, 4))
      set.rates = set.rates
        .filter((each) => !touched.includes(each.currency) || each.date === date)
        .map((each) => (touched.includes(each.currency) ? { ...each, date: addDays(date, -days) } : each))
    },
  },
  {
    rule: 'N14',
    name: 'capital without its flows',
    certain: ({ now }) => move(now, '1010', '7910', q(10_000)),
    carried: {
      what: 'a redemption without its payable',
      change: (world) => {
        const [first] = world.classes
        if (!first) return
        world.unbooked = true
        for (const each of world.classes) Object.assign(each, { bought: [zero, zero], sold: [zero, zero] })
        // Half a percent of the fund.
        const held = sumOf(world.holdings.map((holding) => worthOf(world, holding, 0)))
        first.sold = [zero, held.over(200).over(first.price).round(3)]
      },
    },
    drawn: (set, random) => {
      const { previous } = set
      if (!previous) return
      const gap = edge(random, pointsOf(set, 'N14').times(tnaOf(set, previous)), '0.01')
      const account = random.pick(['1010', '1010', '1030'])
      post(set, set.now, account, gap)
    },
  },
  {
    rule: 'N15',
    name: 'something that no driver explains',
    certain: ({ previous }) => multiplyElement(previous, 'FUND TNA', 'LUX001', '1.002'),
    drawn: (set, random) => {
      const { previous, now } = set
      if (!previous) return
      const tna = tnaOf(set, previous)
      const edges = random.pick([pointsOf(set, 'N15'), percentOf(set, 'threshold').over(2)])
      let gap = edge(random, edges.times(tna), '0.01')
      if (random.chance(0.7)) {
        // With equal rates on both dates the residual is a finite decimal, and its limit can be met exactly.
        for (const row of now.nav)
          if (row.type === 'FX RATE') row.value = elementOf(previous, 'FX RATE', row.code).text()
        for (const line of now.lines ?? [])
          line.fxRate = rowOf(previous, 'FX RATE', line.quotationCurrency)?.value ?? line.fxRate
        gap = gap.minus(bridgeOf(new Context(set))?.residual ?? 0)
      }
      shiftElement(now, 'FUND TNA', set.fund.code, gap)
      shiftElement(now, 'TOTAL ASSETS', set.fund.code, gap)
      post(set, now, '3010', gap)
    },
  },
  {
    name: 'a rate stands twice, or for the fund’s own currency',
    boundaries: [
      [
        'of two rates of a currency the first counts, and both are held against the source',
        ({ now }) => second(now, 'FX RATE', 'USD', '5'),
        ['N13'],
      ],
      [
        'a rate of the fund currency is not looked at',
        ({ now }) => second(now, 'FX RATE', 'USD', '5', 'EUR'),
        [],
      ],
    ],
    drawn: (set, random) => {
      const [row] = random.some(foreignRates(set), 1)
      if (!row) return
      if (random.chance(0.5)) set.now.nav.push({ ...row, value: random.pick([row.value, '0.5']) })
      else set.now.nav.push({ ...row, code: set.fund.currency, value: random.pick(['1', '1.5']) })
    },
  },
  {
    name: 'no previous control',
    drawn: (set) => {
      set.previous = null
    },
  },
  {
    name: 'the year ends in between',
    drawn: (set, random) => {
      const { date } = set.now
      const last = random.pick([set.previous?.date ?? date, addDays(date, -1), date])
      set.fund.yearEnd = last.slice(5)
    },
  },
  {
    name: 'the previous NAV is longer ago',
    drawn: (set, random) => {
      if (set.previous) set.previous.date = addDays(set.now.date, -random.pick([3, 4, 5, 9, 16, 20, 36]))
    },
  },
  {
    name: 'a distribution through the capital',
    drawn: (set) => {
      const paid = paidOut(set).round(2)
      post(set, set.now, '1010', paid.neg())
    },
  },
]

/** The hedged class is redeemed to minus one share, its money goes to class A: the fund’s TNA does not change. */
function redeemBelowNothing({ now, previous }: ControlSet) {
  const [hedged, into] = ['LUX001-H', 'LUX001-A']
  const price = elementOf(now, 'NAV PER SHARE', hedged)
  const redeemed = elementOf(now, 'SHARES', hedged).plus(1)
  const moved = elementOf(now, 'CLASS TNA', hedged)
    .plus(price)
    .times(elementOf(now, 'FX RATE', 'USD'))
    .round(2)
  const shares = moved.over(elementOf(now, 'NAV PER SHARE', into)).round(4)
  // Flows are valued at the previous NAV per share and rate: the difference is booked.
  const out = redeemed
    .times(elementOf(previous, 'NAV PER SHARE', hedged))
    .times(elementOf(previous, 'FX RATE', 'USD'))
  move(
    now,
    '1010',
    '7910',
    shares
      .times(elementOf(previous, 'NAV PER SHARE', into))
      .minus(out)
      .round(2),
  )
  setElement(now, 'SHARES', hedged, q(-1))
  shiftElement(now, 'REDEMPTIONS', hedged, redeemed)
  setElement(now, 'CLASS TNA', hedged, price.neg())
  shiftElement(now, 'SHARES', into, shares)
  shiftElement(now, 'SUBSCRIPTIONS', into, shares)
  shiftElement(now, 'CLASS TNA', into, moved)
}
