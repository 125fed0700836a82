import { addDays, type Q, q, zero } from '../rule-oracle/exact'
import type { ControlSet } from '../workbooks/control-set'
import type { InstrumentModel } from '../workbooks/fund-model'
import type { Random } from '../workbooks/random'
import {
  decimalText,
  edge,
  type Fault,
  LIMITED,
  lineOf,
  linesOf,
  multiplyField,
  PRICED,
  percentOf,
  pointsOf,
  revalue,
  rowOf,
  setFields,
  someLine,
  tnaOf,
} from './fault'

/** A price, and usually its resulting value. */
function setPrice(set: ControlSet, random: Random, line: InstrumentModel, price: Q) {
  line.price = decimalText(price)
  if (random.chance(0.7)) revalue(set, set.now, line)
}

/** Possible errors between two inventories, or between those of several funds. */
export const PAIR_FAULTS: Fault[] = [
  {
    rule: 'I04',
    name: 'a price moves at its limit',
    certain: ({ previous }) => {
      // One up and one down: the total of the fund does not change.
      const [one, other] = linesOf(previous, 'Equity')
      multiplyField(one, 'price', '0.86')
      multiplyField(other, 'price', '1.14')
    },
    carried: {
      what: 'two equities 4.9 % up',
      change: ({ holdings }) => {
        const equities = holdings.filter(({ type, quantities: [p, n] }) => type === 'Equity' && p && n)
        for (const { prices } of equities.slice(0, 2)) prices[1] = (prices[0] ?? zero).times('1.049').round(4)
      },
    },
    drawn: (set, random) => {
      const found = someLine(set, random, ...LIMITED)
      if (!found?.before?.price) return
      const before = q(found.before.price)
      const limit = percentOf(set, `I04 ${found.line.type}`)
      const factor = random.pick(['1', '1', '0.75', '4', '2'])
      // With a high threshold, only the price’s own limit decides.
      if (random.chance(0.6)) set.settings.push({ key: 'threshold', level: 'fund', value: '5' })
      const move = edge(random, limit.times(factor).times(before), '0.000001')
      setPrice(set, random, found.line, before.plus(move))
    },
  },
  {
    rule: 'I04',
    name: 'a price moves far',
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before?.price) return
      const times = random.pick(['1.3', '1.300001', '0.7', '0.69', '2', '0.5', '10', '1.1'])
      setPrice(set, random, found.line, q(found.before.price).times(times))
    },
  },
  {
    rule: 'I04',
    name: 'an effect at its part of the threshold',
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before) return
      const { line, before } = found
      for (const each of [line, before])
        setFields(each, {
          quantity: '10000',
          priceFactor: '1',
          fxRate: '1',
          quotationCurrency: set.fund.currency,
          accruedInterest: '0',
        })
      const size = percentOf(set, random.chance(0.7) ? 'threshold' : 'I04 size').times(tnaOf(set))
      const share = random.pick([size.over(4), size])
      before.price = random.pick(['500', '150'])
      setPrice(set, random, line, q(before.price).plus(edge(random, share, '0.01').over(10_000)))
    },
  },
  {
    rule: 'I04',
    name: 'many prices move near their limits',
    drawn: (set, random) => {
      const share = random.pick(['0.74', '0.76', '0.98', '1'])
      const type = random.pick(LIMITED)
      const moved = (set.now.lines ?? []).filter((line) => line.type === type)
      for (const line of random.some(moved, random.whole(1, 8))) {
        const before = lineOf(set.previous, line.instrumentCode)?.price
        if (before)
          setPrice(set, random, line, q(before).times(q(1).plus(percentOf(set, `I04 ${type}`).times(share))))
      }
    },
  },
  {
    rule: 'I04',
    name: 'a split, or nearly one',
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found?.before?.price || !found.before.quantity) return
      const times = random.pick(['2', '3', '0.5', '1.2', '1.25', '10', '0.8', '0.7'])
      const within = found.line.type === 'Bond' ? '0.01' : '0.05'
      found.line.quantity = q(found.before.quantity).times(times).round(8).text()
      const drift = random.chance(0.3) ? zero : edge(random, q(within), '0.000001')
      found.line.price = decimalText(q(found.before.price).over(times).times(q(1).plus(drift)))
      revalue(set, set.now, found.line)
    },
  },
  {
    rule: 'I13',
    name: 'all prices of a type move',
    certain: ({ previous }) => {
      // All bonds up, all equities down: the total of the fund does not change.
      for (const line of linesOf(previous, 'Bond')) multiplyField(line, 'price', '0.984')
      for (const line of linesOf(previous, 'Equity')) multiplyField(line, 'price', '1.012')
    },
    carried: {
      what: 'all bonds 0.95 % up',
      change: ({ holdings }) => {
        for (const { type, prices } of holdings)
          if (type === 'Bond') prices[1] = (prices[1] ?? zero).times('1.0095').round(4)
      },
    },
    drawn: (set, random) => {
      const type = random.pick(LIMITED)
      const move = edge(random, percentOf(set, `I13 ${type}`), '0.000001')
      for (const line of set.now.lines ?? []) {
        const before = lineOf(set.previous, line.instrumentCode)?.price
        if (line.type === type && before) setPrice(set, random, line, q(before).times(q(1).plus(move)))
      }
    },
  },
  {
    rule: 'I14',
    name: 'prices do not move',
    carried: {
      what: 'all prices copied from the last NAV',
      change: ({ holdings }) => {
        for (const { prices } of holdings) prices[1] = prices[0] ?? zero
      },
    },
    drawn: (set, random) => {
      const share = random.pick([0.1, 0.2, 0.25, 0.3, 1])
      for (const line of set.now.lines ?? []) {
        const before = lineOf(set.previous, line.instrumentCode)
        if (line.type === 'Cash' || !before || !random.chance(share)) continue
        line.price = before.price
        if (random.chance(0.2)) line.priceDate = before.priceDate
      }
    },
  },
  {
    rule: 'I14',
    name: 'one price does not move, at its size',
    certain: ({ now, previous }) => {
      const [line] = linesOf(now, 'Equity')
      if (line) setFields(lineOf(previous, line.instrumentCode), { price: line.price })
    },
    drawn: (set, random) => {
      const found = someLine(set, random, 'Equity') ?? someLine(set, random, ...LIMITED)
      if (!found?.before) return
      found.line.price = found.before.price
      found.line.marketValue = decimalText(
        edge(random, pointsOf(set, 'I14 size').times(tnaOf(set)), '0.01').abs(),
      )
      if (random.chance(0.2)) found.line.quantity = '0'
    },
  },
  {
    rule: 'I14',
    name: 'a quarter of all prices does not move',
    drawn: (set, random) => {
      const paired = (set.now.lines ?? []).filter(
        ({ type, instrumentCode }) => LIMITED.includes(type) && lineOf(set.previous, instrumentCode),
      )
      const frozen = random.some(paired, 5)
      const others = paired.filter((line) => !frozen.includes(line))
      for (const line of others) line.marketValue = decimalText(q(line.marketValue).over(3).round(0).times(3))
      const third = others.reduce((total, { marketValue }) => total.plus(marketValue), zero).over(3)
      for (const line of frozen) {
        line.price = lineOf(set.previous, line.instrumentCode)?.price ?? line.price
        line.marketValue = decimalText(third.over(5))
      }
      const [first] = frozen
      if (first)
        first.marketValue = decimalText(q(first.marketValue).plus(random.pick(['0', '0.01', '-0.01'])))
    },
  },
  {
    rule: 'I15',
    name: 'prices of other funds',
    drawn: (set, random) => {
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
            // Price = median x (1 + gap): the boundary is exact if the median is set first.
            const median = q(line.price).over(
              q(1).plus(random.chance(0.9) ? zero : edge(random, limit, '0.00001')),
            )
            const priceDate = random.chance(0.9) ? line.priceDate : addDays(line.priceDate, -1)
            const own = {
              isin: line.isin,
              currency: line.quotationCurrency,
              priceDate,
              price: decimalText(median),
            }
            return random.chance(0.1) ? [own, { ...own, price: decimalText(median.times('1.1')) }] : [own]
          })
          set.others.push({ fund, navDate, cancelled: random.chance(0.15), lines: held })
        }
      }
    },
  },
  {
    rule: 'I15',
    name: 'a price at its distance from the others’',
    certain: ({ others }) => {
      for (const { lines } of others)
        for (const line of lines.slice(0, 1)) line.price = decimalText(q(line.price).times('1.01'))
    },
    drawn: (set, random) => {
      const found = someLine(set, random, ...LIMITED)
      if (!found?.line.isin || !found.line.priceDate) return
      const { isin, priceDate, type, quotationCurrency: currency } = found.line
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
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found) return
      const foreign = set.now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code)
      found.line.quotationCurrency = random.pick([...foreign, set.fund.currency])
      const rate = rowOf(set.now, 'FX RATE', found.line.quotationCurrency)?.value ?? '1'
      found.line.fxRate = random.chance(0.7) ? rate : null
      revalue(set, set.now, found.line)
    },
  },
  {
    name: 'the type of an instrument changes',
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (found) found.line.type = random.pick([...PRICED, 'Derivative'])
    },
  },
  {
    name: 'a derivative comes or goes',
    drawn: (set, random) => {
      const upload = random.chance(0.6) ? set.now : set.previous
      const [model] = upload?.lines ?? []
      if (!upload?.lines || !model) return
      const at = upload.lines.findIndex(({ type }) => type === 'Derivative')
      if (at >= 0) upload.lines.splice(at, 1)
      else
        upload.lines.push({
          ...model,
          instrumentCode: 'FUT1',
          quantity: '1',
          type: 'Derivative',
          isin: null,
          marketValue: decimalText(edge(random, q(4000))),
          issuer: null,
        })
    },
  },
  {
    name: 'the price of the previous line is missing',
    drawn: (set, random) => {
      const lines = set.previous?.lines ?? []
      for (const line of random.some(lines, random.whole(1, 5)))
        line[random.pick(['price', 'priceDate', 'fxRate', 'priceFactor'] as const)] = null
    },
  },
  {
    name: 'a position is short, or nothing is left of it',
    drawn: (set, random) => {
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
]
