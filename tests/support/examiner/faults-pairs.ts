import { addDays, type Q, q, zero } from './exact'
import {
  edge,
  type Fault,
  lineOf,
  percentOf,
  pointsOf,
  revalue,
  rowOf,
  shiftElement,
  someLine,
  tnaOf,
  told,
} from './faults'
import type { ControlSet, Line, LineType } from './model'
import type { Random } from './random'

const PRICED: LineType[] = ['Equity', 'Bond', 'Fund', 'Other']
const LIMITED: LineType[] = ['Equity', 'Bond', 'Fund']

/** A price, and mostly the value that follows from it. */
function setPrice(set: ControlSet, random: Random, line: Line, price: Q) {
  line.price = told(price)
  if (random.chance(0.7)) revalue(set, set.now, line)
}

/** What can go wrong between two inventories, or between those of several funds. */
export const PAIR_FAULTS: Fault[] = [
  {
    name: 'I04 a price moves at its limit',
    plant: (set, random) => {
      const found = someLine(set, random, ...LIMITED)
      if (!found?.before?.price) return
      const before = q(found.before.price)
      const limit = percentOf(set, `I04 ${found.line.type}`)
      const factor = random.pick(['1', '1', '0.75', '4', '2'])
      // Where the threshold is high, the price's own limit alone decides.
      if (random.chance(0.6)) set.settings.push({ key: 'threshold', level: 'fund', value: '5' })
      const move = edge(random, limit.times(factor).times(before), '0.000001')
      setPrice(set, random, found.line, before.plus(move))
    },
  },
  {
    name: 'I04 a price moves far',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before?.price) return
      const times = random.pick(['1.3', '1.300001', '0.7', '0.69', '2', '0.5', '10', '1.1'])
      setPrice(set, random, found.line, q(found.before.price).times(times))
    },
  },
  {
    name: 'I04 an effect at its part of the threshold',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before) return
      const { line, before } = found
      for (const each of [line, before])
        Object.assign(each, {
          quantity: '10000',
          factor: '1',
          fx: '1',
          currency: set.fund.currency,
          accrued: '0',
        })
      const size = percentOf(set, random.chance(0.7) ? 'threshold' : 'I04 size').times(tnaOf(set))
      const share = random.pick([size.over(4), size])
      before.price = random.pick(['500', '150'])
      setPrice(set, random, line, q(before.price).plus(edge(random, share, '0.01').over(10_000)))
    },
  },
  {
    name: 'I04 many prices move near their limits',
    plant: (set, random) => {
      const share = random.pick(['0.74', '0.76', '0.98', '1'])
      const type = random.pick(LIMITED)
      const moved = (set.now.lines ?? []).filter((line) => line.type === type)
      for (const line of random.some(moved, random.whole(1, 8))) {
        const before = lineOf(set.previous, line.code)?.price
        if (before)
          setPrice(set, random, line, q(before).times(q(1).plus(percentOf(set, `I04 ${type}`).times(share))))
      }
    },
  },
  {
    name: 'I04 a split, or nearly one',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before?.price || !found.before.quantity) return
      const times = random.pick(['2', '3', '0.5', '1.2', '1.25', '10', '0.8', '0.7'])
      const within = found.line.type === 'Bond' ? '0.01' : '0.05'
      found.line.quantity = q(found.before.quantity).times(times).round(8).text()
      const drift = random.chance(0.3) ? zero : edge(random, q(within), '0.000001')
      found.line.price = told(q(found.before.price).over(times).times(q(1).plus(drift)))
      revalue(set, set.now, found.line)
    },
  },
  {
    name: 'I13 all prices of a type move',
    plant: (set, random) => {
      const type = random.pick(LIMITED)
      const move = edge(random, percentOf(set, `I13 ${type}`), '0.000001')
      for (const line of set.now.lines ?? []) {
        const before = lineOf(set.previous, line.code)?.price
        if (line.type === type && before) setPrice(set, random, line, q(before).times(q(1).plus(move)))
      }
    },
  },
  {
    name: 'I14 prices do not move',
    plant: (set, random) => {
      const share = random.pick([0.1, 0.2, 0.25, 0.3, 1])
      for (const line of set.now.lines ?? []) {
        const before = lineOf(set.previous, line.code)
        if (line.type === 'Cash' || !before || !random.chance(share)) continue
        line.price = before.price
        if (random.chance(0.2)) line.priceDate = before.priceDate
      }
    },
  },
  {
    name: 'I14 one price does not move, at its size',
    plant: (set, random) => {
      const found = someLine(set, random, 'Equity') ?? someLine(set, random, ...LIMITED)
      if (!found?.before) return
      found.line.price = found.before.price
      found.line.value = told(edge(random, pointsOf(set, 'I14 size').times(tnaOf(set)), '0.01').abs())
      if (random.chance(0.2)) found.line.quantity = '0'
    },
  },
  {
    name: 'I14 a quarter of all prices does not move',
    plant: (set, random) => {
      const paired = (set.now.lines ?? []).filter(
        ({ type, code }) => LIMITED.includes(type) && lineOf(set.previous, code),
      )
      const frozen = random.some(paired, 5)
      const others = paired.filter((line) => !frozen.includes(line))
      for (const line of others) line.value = told(q(line.value).over(3).round(0).times(3))
      const third = others.reduce((total, { value }) => total.plus(value), zero).over(3)
      for (const line of frozen) {
        line.price = lineOf(set.previous, line.code)?.price ?? line.price
        line.value = told(third.over(5))
      }
      const [first] = frozen
      if (first) first.value = told(q(first.value).plus(random.pick(['0', '0.01', '-0.01'])))
    },
  },
  {
    name: 'I15 prices of other funds',
    plant: (set, random) => {
      const lines = (set.now.lines ?? []).filter(({ isin }) => isin)
      const funds = ['OTHER1', 'OTHER2', 'OTHER3', 'OTHER4'].slice(0, random.whole(1, 4))
      for (const fund of funds) {
        const dates = random.some(
          [set.now.date, addDays(set.now.date, -1), addDays(set.now.date, 1)],
          random.whole(1, 2),
        )
        for (const navDate of dates) {
          const held = random.some(lines, random.whole(1, lines.length)).flatMap((line) => {
            if (!line.isin || !line.priceDate || !line.price) return []
            const limit = percentOf(set, `I15 ${line.type === 'Other' ? 'Fund' : line.type}`)
            // Price = median x (1 + gap): the edge is exact where the median is made first.
            const median = q(line.price).over(
              q(1).plus(random.chance(0.9) ? zero : edge(random, limit, '0.00001')),
            )
            const priceDate = random.chance(0.9) ? line.priceDate : addDays(line.priceDate, -1)
            const own = { isin: line.isin, currency: line.currency, priceDate, price: told(median) }
            return random.chance(0.1) ? [own, { ...own, price: told(median.times('1.1')) }] : [own]
          })
          set.others.push({ fund, navDate, cancelled: random.chance(0.15), lines: held })
        }
      }
    },
  },
  {
    name: 'I15 a price at its distance from the others’',
    plant: (set, random) => {
      const found = someLine(set, random, ...LIMITED)
      const { isin, priceDate, type, currency } = found?.line ?? {}
      if (!found || !isin || !priceDate || !type || !currency) return
      const price = random.pick(['100', '250', '80'])
      set.others.push({
        fund: 'OTHER9',
        navDate: set.now.date,
        cancelled: false,
        lines: [{ isin, currency, priceDate, price }],
      })
      setPrice(
        set,
        random,
        found.line,
        q(price).plus(edge(random, percentOf(set, `I15 ${type}`).times(price), '0.000001')),
      )
    },
  },
  {
    name: 'the currency of an instrument changes',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found) return
      const foreign = set.now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code)
      found.line.currency = random.pick([...foreign, set.fund.currency])
      const rate = rowOf(set.now, 'FX RATE', found.line.currency)?.value ?? '1'
      found.line.fx = random.chance(0.7) ? rate : null
      revalue(set, set.now, found.line)
    },
  },
  {
    name: 'the type of an instrument changes',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (found) found.line.type = random.pick([...PRICED, 'Derivative'])
    },
  },
  {
    name: 'a derivative comes or goes',
    plant: (set, random) => {
      const upload = random.chance(0.6) ? set.now : set.previous
      const [model] = upload?.lines ?? []
      if (!upload?.lines || !model) return
      const at = upload.lines.findIndex(({ type }) => type === 'Derivative')
      if (at >= 0) upload.lines.splice(at, 1)
      else
        upload.lines.push({
          ...model,
          code: 'FUT1',
          quantity: '1',
          type: 'Derivative',
          isin: null,
          value: told(edge(random, q(4000))),
          issuer: null,
        })
    },
  },
  {
    name: 'the price of the previous line is missing',
    plant: (set, random) => {
      const lines = set.previous?.lines ?? []
      for (const line of random.some(lines, random.whole(1, 5)))
        line[random.pick(['price', 'priceDate', 'fx', 'factor'] as const)] = null
    },
  },
  {
    name: 'cash that no balance has',
    plant: (set, random) => {
      const amount = edge(random, tnaOf(set).over(2000).round(2), '0.01')
      shiftElement(set.now, 'FUND TNA', set.fund.code, amount)
      const cash = set.now.lines?.find(({ type }) => type === 'Cash')
      if (cash) cash.value = told(q(cash.value).plus(amount))
    },
  },
  {
    name: 'a position is short, or nothing is left of it',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (!found) return
      const kind = random.whole(0, 2)
      for (const [upload, line] of [
        [set.now, found.line],
        [set.previous, found.before],
      ] as const) {
        if (!upload || !line || (kind !== 0 && (kind === 1) !== (upload === set.now))) continue
        line.quantity =
          kind === 0
            ? q(line.quantity ?? 0)
                .neg()
                .text()
            : '0'
        if (line.type !== 'Derivative') revalue(set, upload, line)
      }
    },
  },
  {
    name: 'nothing but cash in an inventory',
    plant: (set, random) => {
      for (const upload of random.some([set.now, set.previous], random.whole(1, 2)))
        if (upload?.lines)
          upload.lines = upload.lines.filter(({ type }) => type === 'Cash' || type === 'Derivative')
    },
  },
  {
    name: 'one type is all that is left',
    plant: (set, random) => {
      const kept = random.pick([...PRICED, 'Cash', 'Derivative'])
      for (const upload of random.some([set.now, set.previous], random.whole(1, 2)))
        if (upload?.lines) upload.lines = upload.lines.filter(({ type }) => type === kept)
    },
  },
  {
    name: 'columns are missing',
    plant: (set, random) => {
      const fields = [
        'isin',
        'factor',
        'fx',
        'percent',
        'maturity',
        'issuer',
        'kind',
        'coupon',
        'lastCoupon',
        'dayCount',
      ] as const
      for (const upload of [set.now, set.previous])
        if (upload && random.chance(0.7)) upload.missing = random.some(fields, random.whole(1, 4))
    },
  },
  {
    name: 'numbers with more digits than a cell keeps',
    plant: ({ now, previous }, random) => {
      for (const upload of [now, previous]) {
        for (const line of random.some(upload?.lines ?? [], 8)) line.value = noisy(line.value, random)
        for (const row of random.some(upload?.nav ?? [], 4)) row.value = noisy(row.value, random)
      }
    },
  },
]

/** A number as a program's binary arithmetic leaves it: right to 15 digits, with something in the 17th. */
function noisy(value: string, random: Random): string {
  if (!/^-?\d{2,10}\.\d{1,4}$/.test(value)) return value
  const digits = value.replace(/\D/g, '').length
  return `${value}${'0'.repeat(16 - digits)}${random.whole(1, 4)}`
}
