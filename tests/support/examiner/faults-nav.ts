import { bridgeOf } from './bridge'
import { Context } from './context'
import { addDays, q, zero } from './exact'
import {
  classCode,
  dropRows,
  edge,
  elementOf,
  type Fault,
  netOf,
  percentOf,
  pointsOf,
  post,
  rowOf,
  setElement,
  setNet,
  shiftElement,
  tnaOf,
  told,
} from './faults'
import type { ControlSet } from './model'

const CLASS_ROWS = ['CLASS TNA', 'SHARES', 'NAV PER SHARE']
const foreignRates = (set: ControlSet) => set.now.nav.filter(({ type }) => type === 'FX RATE')
const limitOf = (set: ControlSet) => percentOf(set, 'movement')

/** What can go wrong in the NAV table and in what stands behind it. */
export const NAV_FAULTS: Fault[] = [
  {
    name: 'N01 another currency in a preamble',
    plant: ({ now }, random) => {
      now.preambles[random.whole(0, now.lines ? 2 : 1)] = random.pick(['SEK', 'DKK'])
    },
  },
  {
    name: 'N02 a row of a class is missing',
    plant: (set, random) => {
      const code = classCode(set, random)
      const type = random.pick(CLASS_ROWS)
      dropRows(set.now, (row) => row.type === type && row.code === code)
    },
  },
  {
    name: 'N02 a row of a class stands twice',
    plant: (set, random) => {
      const row = rowOf(set.now, random.pick(CLASS_ROWS), classCode(set, random))
      if (row) set.now.nav.push({ ...row })
    },
  },
  {
    name: 'N02 a class of the reference data is missing, closed or not yet open',
    plant: (set, random) => {
      const of = random.pick(set.classes)
      const { date } = set.now
      const kind = random.whole(0, 4)
      if (kind === 0) of.to = date
      if (kind === 1) of.to = addDays(date, -1)
      if (kind === 2) of.from = addDays(date, 1)
      if (kind === 3 && set.classes.length > 1) set.classes = set.classes.filter((each) => each !== of)
      if (kind === 4) set.classes.push({ ...of, code: `${of.code}X`, reference: false })
    },
  },
  {
    name: 'N03 total of a class against its shares',
    plant: (set, random) => {
      const { code, decimals } = random.pick(set.classes)
      const shares = elementOf(set.now, 'SHARES', code)
      const step = q(`0.5e-${decimals}`).times(shares)
      const limit = step.gt('0.01') ? step : q('0.01')
      const exact = elementOf(set.now, 'NAV PER SHARE', code).times(shares)
      setElement(set.now, 'CLASS TNA', code, exact.plus(edge(random, limit, '0.0000001')))
    },
  },
  {
    name: 'N04 total of the fund against its classes',
    plant: (set, random) => {
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
    name: 'N04 the rate of a currency is missing',
    plant: (set, random) => {
      const [rate] = random.some(foreignRates(set), 1)
      const code = rate?.code
      const where = random.pick([[set.now], [set.now, set.previous], [set.previous]])
      for (const upload of where)
        if (upload) dropRows(upload, (row) => row.type === 'FX RATE' && row.code === code)
    },
  },
  {
    name: 'N05 assets less liabilities',
    plant: (set, random) =>
      shiftElement(
        set.now,
        random.pick(['TOTAL ASSETS', 'TOTAL LIABILITIES']),
        set.fund.code,
        edge(random, q('0.01')),
      ),
  },
  {
    name: 'N06 a figure is not positive',
    plant: (set, random) => {
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
    name: 'N07 a class moves at its limit or not at all',
    plant: (set, random) => {
      if (!set.previous) return
      const code = classCode(set, random)
      const p = elementOf(set.previous, 'NAV PER SHARE', code)
      const paid = elementOf(set.now, 'DISTRIBUTION PER SHARE', code)
      const move = random.chance(0.3) ? zero : edge(random, limitOf(set).times(p), '0.000001')
      setElement(set.now, 'NAV PER SHARE', code, p.plus(move).minus(paid))
    },
  },
  {
    name: 'N08 shares rolled forward',
    plant: (set, random) => shiftElement(set.now, 'SHARES', classCode(set, random), edge(random, q('0.001'))),
  },
  {
    name: 'N09 classes move apart',
    plant: (set, random) => {
      const [a, b] = set.classes
      if (!a || !b || !set.previous) return
      b.currency = a.currency
      b.hedged = random.chance(0.8) ? a.hedged : !a.hedged
      b.fee = a.fee
      for (const upload of [set.now, set.previous])
        for (const row of upload.nav) if (row.code === b.code) row.currency = a.currency
      const start = (code: string) => (set.previous ? elementOf(set.previous, 'NAV PER SHARE', code) : zero)
      const gap = edge(random, percentOf(set, 'N09'), '0.00000001')
      setElement(set.now, 'NAV PER SHARE', a.code, start(a.code).times('1.0005'))
      setElement(set.now, 'NAV PER SHARE', b.code, start(b.code).times(q('1.0005').plus(gap)))
    },
  },
  {
    name: 'N10 the benchmark at its limit, or missing',
    plant: (set, random) => {
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
          { date: now.date, level: told(level) },
        ]
      }
    },
  },
  {
    name: 'N11 the NAV was sent before',
    plant: (set, random) => {
      const threshold = percentOf(set, 'threshold')
      const sent = set.classes.map(({ code }): [string, string] => {
        const n = elementOf(set.now, 'NAV PER SHARE', code)
        const gap = random.chance(0.5) ? zero : edge(random, threshold.times(n), '0.000001')
        return [code, told(n.plus(gap))]
      })
      set.firstSent = Object.fromEntries(random.some(sent, random.whole(1, sent.length)))
    },
  },
  {
    name: 'N12 two files instead of three',
    plant: (set, random) => {
      if (set.fund.provider !== 'FIA') return
      set.fund.set = random.pick(['FIA 2', 'FIA 3', null])
      if (random.chance(0.6)) set.now.lines = null
      if (random.chance(0.4) && set.previous) set.previous.lines = null
    },
  },
  {
    name: 'N13 a rate away from its source',
    plant: (set, random) => {
      const [row] = random.some(foreignRates(set), 1)
      if (!row) return
      const stored = (currency: string) =>
        currency === set.siteCurrency
          ? q(1)
          : q(set.rates.find((each) => each.currency === currency && each.date === set.now.date)?.rate ?? 1)
      const rate = stored(row.code).over(stored(set.fund.currency))
      const limit = random.pick([percentOf(set, 'N13'), percentOf(set, 'N13'), percentOf(set, 'N13 old')])
      row.value = told(rate.plus(edge(random, limit.times(rate), '0.000001')))
    },
  },
  {
    name: 'N13 the stored rates are old',
    plant: (set, random) => {
      const days = random.pick([1, 2, 3, 4, 5, 6])
      const { date } = set.now
      const touched = random.some([...new Set(set.rates.map(({ currency }) => currency))], random.whole(1, 4))
      set.rates = set.rates
        .filter((each) => !touched.includes(each.currency) || each.date === date)
        .map((each) => (touched.includes(each.currency) ? { ...each, date: addDays(date, -days) } : each))
    },
  },
  {
    name: 'N14 capital without its flows',
    plant: (set, random) => {
      const { previous } = set
      if (!previous) return
      const gap = edge(random, pointsOf(set, 'N14').times(tnaOf(set, previous)), '0.01')
      const account = random.pick(['100000', '100000', '120000'])
      post(set, set.now, account, gap)
    },
  },
  {
    name: 'N15 something that no driver explains',
    plant: (set, random) => {
      const { previous, now } = set
      if (!previous) return
      const tna = tnaOf(set, previous)
      const edges = random.pick([pointsOf(set, 'N15'), percentOf(set, 'threshold').over(2)])
      let gap = edge(random, edges.times(tna), '0.01')
      if (random.chance(0.7)) {
        // With the same rates on both dates the residual has an end, and its limit can be met to the last digit.
        for (const row of now.nav)
          if (row.type === 'FX RATE') row.value = elementOf(previous, 'FX RATE', row.code).text()
        for (const line of now.lines ?? [])
          line.fx = rowOf(previous, 'FX RATE', line.currency)?.value ?? line.fx
        gap = gap.minus(bridgeOf(new Context(set))?.residual ?? 0)
      }
      shiftElement(now, 'FUND TNA', set.fund.code, gap)
      shiftElement(now, 'TOTAL ASSETS', set.fund.code, gap)
      post(set, now, '301000', gap)
    },
  },
  {
    name: 'a rate stands twice, or for the fund’s own currency',
    plant: (set, random) => {
      const [row] = random.some(foreignRates(set), 1)
      if (!row) return
      if (random.chance(0.5)) set.now.nav.push({ ...row, value: random.pick([row.value, '0.5']) })
      else set.now.nav.push({ ...row, code: set.fund.currency, value: random.pick(['1', '1.5']) })
    },
  },
  {
    name: 'the currency of a class changes',
    plant: (set, random) => {
      const of = random.pick(set.classes)
      const currency = random.pick([set.fund.currency, ...foreignRates(set).map(({ code }) => code), 'AUD'])
      const uploads = random.some([set.now, set.previous], random.whole(1, 2))
      for (const upload of uploads)
        for (const row of upload?.nav ?? []) if (row.code === of.code) row.currency = currency
    },
  },
  {
    name: 'no previous control',
    plant: (set) => {
      set.previous = null
    },
  },
  {
    name: 'the year ends in between',
    plant: (set, random) => {
      const { date } = set.now
      const last = random.pick([set.previous?.date ?? date, addDays(date, -1), date])
      set.fund.yearEnd = last.slice(5)
    },
  },
  {
    name: 'the previous NAV is longer ago',
    plant: (set, random) => {
      if (set.previous) set.previous.date = addDays(set.now.date, -random.pick([3, 4, 5, 9, 16, 20, 36]))
    },
  },
  {
    name: 'a class closes, or has no previous',
    plant: (set, random) => {
      const code = classCode(set, random)
      const upload = random.chance(0.6) ? set.now : set.previous
      if (upload) dropRows(upload, (row) => row.code === code)
      const of = set.classes.find((each) => each.code === code)
      if (of && upload === set.now && random.chance(0.5)) of.to = set.previous?.date ?? null
    },
  },
  {
    name: 'a distribution, or flows at another size',
    plant: (set, random) => {
      const of = random.pick(set.classes)
      const type = random.pick(['DISTRIBUTION PER SHARE', 'SUBSCRIPTIONS', 'REDEMPTIONS'])
      dropRows(set.now, (row) => row.type === type && row.code === of.code)
      set.now.nav.push({
        type,
        code: of.code,
        currency: of.currency,
        value: random.pick(['0', '0.25', '12.5']),
      })
    },
  },
  {
    name: 'a distribution through the capital',
    plant: (set) => {
      const paid = netOf(set.now, '110000')
      if (paid.eq(0)) return
      setNet(set.now, '110000', zero, set.fund.currency)
      setNet(set.now, '690000', netOf(set.now, '690000').plus(paid), set.fund.currency)
    },
  },
]
