import { addDays, q, zero } from '../rule-oracle/exact'
import type { ShareClass } from '../workbooks/control-set'
import {
  classCode,
  decimalText,
  dropRows,
  edge,
  elementOf,
  type Fault,
  foreignRates,
  multiplyElement,
  percentOf,
  rowOf,
  second,
  setElement,
  shiftElement,
} from './fault'

const CLASS_ROWS = ['CLASS TNA', 'SHARES', 'NAV PER SHARE']

function activeOn(classes: ShareClass[], from: string | null, to: string | null) {
  for (const each of classes) Object.assign(each, { from, to })
}

/** Possible errors in share classes. */
export const CLASS_FAULTS: Fault[] = [
  {
    rule: 'N02',
    name: 'a row of a class is missing',
    drawn: (set, random) => {
      const code = classCode(set, random)
      const type = random.pick(CLASS_ROWS)
      dropRows(set.now, (row) => row.type === type && row.code === code)
    },
  },
  {
    rule: 'N02',
    name: 'a row of a class stands twice',
    boundaries: [
      [
        'the roll-forward looks at every SHARES row, the class TNA at the first',
        ({ now }) => second(now, 'SHARES', 'LUX001-A', '7'),
        ['N02', 'N08'],
      ],
      [
        'two NAV PER SHARE rows of one class are no two classes to compare with each other',
        ({ now }) => second(now, 'NAV PER SHARE', 'LUX001-H', '7'),
        ['N02', 'N07', 'N11'],
      ],
    ],
    drawn: (set, random) => {
      const row = rowOf(set.now, random.pick(CLASS_ROWS), classCode(set, random))
      if (row) set.now.nav.push({ ...row })
    },
  },
  {
    rule: 'N02',
    name: 'a class of the reference data is missing, closed or not yet open',
    certain: ({ now }) => second(now, 'SUBSCRIPTIONS', 'LUX001-A', '1', 'LUX001-X'),
    boundaries: [
      [
        'a class is active on the first and on the last of its days',
        ({ classes, now }) => activeOn(classes, now.date, now.date),
        [],
      ],
      [
        'a class that ended the day before is no class of the date',
        ({ classes, now }) => activeOn(classes.slice(0, 1), null, addDays(now.date, -1)),
        ['N02'],
      ],
      [
        'a class that begins the day after is no class of the date',
        ({ classes, now }) => activeOn(classes.slice(0, 1), addDays(now.date, 1), null),
        ['N02'],
      ],
    ],
    drawn: (set, random) => {
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
    rule: 'N03',
    name: 'total of a class against its shares',
    certain: ({ now }) => {
      // The sum of the classes does not change.
      shiftElement(now, 'CLASS TNA', 'LUX001-A', q(5000))
      shiftElement(now, 'CLASS TNA', 'LUX001-B', q(-5000))
    },
    drawn: (set, random) => {
      const { code, decimals } = random.pick(set.classes)
      const shares = elementOf(set.now, 'SHARES', code)
      const step = q(`0.5e-${decimals}`).times(shares)
      const limit = step.gt('0.01') ? step : q('0.01')
      const exact = elementOf(set.now, 'NAV PER SHARE', code).times(shares)
      setElement(set.now, 'CLASS TNA', code, exact.plus(edge(random, limit, '0.0000001')))
    },
  },
  {
    rule: 'N07',
    name: 'a class moves at its limit or not at all',
    certain: ({ previous }) => multiplyElement(previous, 'NAV PER SHARE', 'LUX001-H', '0.95'),
    drawn: (set, random) => {
      if (!set.previous) return
      const code = classCode(set, random)
      const p = elementOf(set.previous, 'NAV PER SHARE', code)
      const paid = elementOf(set.now, 'DISTRIBUTION PER SHARE', code)
      const move = random.chance(0.3) ? zero : edge(random, percentOf(set, 'movement').times(p), '0.000001')
      setElement(set.now, 'NAV PER SHARE', code, p.plus(move).minus(paid))
    },
  },
  {
    rule: 'N08',
    name: 'shares rolled forward',
    certain: ({ now }) => shiftElement(now, 'REDEMPTIONS', 'LUX001-A', q('0.002')),
    drawn: (set, random) => shiftElement(set.now, 'SHARES', classCode(set, random), edge(random, q('0.001'))),
  },
  {
    rule: 'N09',
    name: 'classes move apart',
    certain: ({ previous }) => multiplyElement(previous, 'NAV PER SHARE', 'LUX001-B', '0.996'),
    drawn: (set, random) => {
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
    rule: 'N11',
    name: 'the NAV was sent before',
    certain: ({ firstSent }) => {
      if (firstSent) firstSent['LUX001-A'] = decimalText(q(firstSent['LUX001-A'] ?? 0).times('1.006'))
    },
    drawn: (set, random) => {
      const threshold = percentOf(set, 'threshold')
      const sent = set.classes.map(({ code }): [string, string] => {
        const n = elementOf(set.now, 'NAV PER SHARE', code)
        const gap = random.chance(0.5) ? zero : edge(random, threshold.times(n), '0.000001')
        return [code, decimalText(n.plus(gap))]
      })
      set.firstSent = Object.fromEntries(random.some(sent, random.whole(1, sent.length)))
    },
  },
  {
    name: 'the currency of a class changes',
    drawn: (set, random) => {
      const of = random.pick(set.classes)
      const foreign = foreignRates(set).map(({ code }) => code)
      const currency = random.pick([set.fund.currency, ...foreign, 'AUD'])
      const uploads = random.some([set.now, set.previous], random.whole(1, 2))
      for (const upload of uploads)
        for (const row of upload?.nav ?? []) if (row.code === of.code) row.currency = currency
    },
  },
  {
    name: 'a class closes, or has no previous',
    drawn: (set, random) => {
      const code = classCode(set, random)
      const upload = random.chance(0.6) ? set.now : set.previous
      if (upload) dropRows(upload, (row) => row.code === code)
      const of = set.classes.find((each) => each.code === code)
      if (of && upload === set.now && random.chance(0.5)) of.to = set.previous?.date ?? null
    },
  },
  {
    name: 'a distribution, or flows at another size',
    boundaries: [
      [
        'a distribution that is not told looks like a movement of its class, and capital like more than flows',
        ({ now }) => dropRows(now, ({ type }) => type === 'DISTRIBUTION PER SHARE'),
        ['N09', 'N14'],
      ],
    ],
    drawn: (set, random) => {
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
]
