import { addDays, type Q, q, weekdaysFrom } from './exact'
import {
  dropRows,
  edge,
  type Fault,
  netOf,
  percentOf,
  revalue,
  setNet,
  someLine,
  tnaOf,
  told,
} from './faults'
import type { Line, LineType } from './model'
import { toleranceOf } from './tolerances'

const PRICED: LineType[] = ['Equity', 'Bond', 'Fund', 'Other']
const LIMITED: LineType[] = ['Equity', 'Bond', 'Fund']

/** Weekdays before a day, the first of them that many back. */
function weekdaysBack(date: string, count: number): string {
  let day = date
  while (weekdaysFrom(day, date) < count) day = addDays(day, -1)
  return day
}

/** What can go wrong in the lines by themselves. */
export const LINE_FAULTS: Fault[] = [
  {
    name: 'I01 a value that its figures do not give',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found) return
      const { line } = found
      if (random.chance(0.3)) line.fx = '1'
      revalue(set, set.now, line)
      if (random.chance(0.5)) {
        // A hundredth of a percent of this value is 1.25.
        Object.assign(line, { quantity: '1000', factor: null, accrued: null, fx: '1', value: '12500' })
        line.price = told(
          q(12_500)
            .plus(edge(random, q('1.25')))
            .over(1000),
        )
      } else line.value = told(q(line.value).plus(edge(random, q(1))))
    },
  },
  {
    name: 'I02 a price is missing, zero or negative',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (!found) return
      found.line.price = random.pick([null, null, '0', '-1.5'])
      if (random.chance(0.3)) found.line.quantity = '0'
      if (random.chance(0.3) && found.before) found.before.price = random.pick([null, '0'])
    },
  },
  {
    name: 'I03 a price date',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (!found) return
      const limit = Number(toleranceOf(set, `I03 ${found.line.type}`).text())
      const { date } = set.now
      const days = random.pick([
        null,
        addDays(date, 1),
        date,
        weekdaysBack(date, limit),
        weekdaysBack(date, limit + 1),
        addDays(weekdaysBack(date, limit + 1), 1),
      ])
      found.line.priceDate = days
    },
  },
  {
    name: 'I05 an ISIN',
    plant: (set, random) => {
      const found = someLine(set, random, ...LIMITED)
      if (!found) return
      const isin = found.line.isin ?? 'LU0000000000'
      const wrong = String((Number(isin.slice(-1)) + 1) % 10)
      found.line.isin = random.pick([
        null,
        `${isin.slice(0, 11)}${wrong}`,
        isin.slice(1),
        `1${isin.slice(1)}`,
        'US0378331005',
      ])
    },
  },
  {
    name: 'I06 an instrument stands twice',
    plant: (set, random) => {
      const upload = random.chance(0.75) ? set.now : set.previous
      if (!upload?.lines) return
      const line = random.pick(upload.lines)
      const half = (value: string | null) => value && q(value).over(2).round(6).text()
      const part = {
        ...line,
        quantity: half(line.quantity),
        value: half(line.value) ?? '0',
        accrued: half(line.accrued),
        percent: half(line.percent),
      }
      upload.lines.splice(upload.lines.indexOf(line), 1, part, { ...part })
      if (random.chance(0.3)) part.price = part.price && told(q(part.price).times('1.02'))
    },
  },
  {
    name: 'I07 a rate of a line',
    plant: (set, random) => {
      const foreign = (set.now.lines ?? []).filter(({ currency, fx }) => currency !== set.fund.currency && fx)
      if (foreign.length === 0) return
      const line = random.pick(foreign)
      if (random.chance(0.3)) {
        for (const upload of [set.now, set.previous])
          if (upload && random.chance(0.7))
            dropRows(upload, (row) => row.type === 'FX RATE' && row.code === line.currency)
      }
      if (random.chance(0.3)) line.fx = null
      else {
        const rate = q(line.fx ?? 1)
        line.fx = told(rate.plus(edge(random, percentOf(set, 'I07').times(rate), '0.0000001')))
      }
    },
  },
  {
    name: 'I07 lines without rates',
    plant: (set, random) => {
      const [currency] = random.some(
        set.now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code),
        1,
      )
      for (const upload of [set.now, set.previous]) {
        if (random.chance(0.7))
          for (const line of upload?.lines ?? []) if (line.currency === currency) line.fx = null
        if (upload && random.chance(0.3))
          dropRows(upload, (row) => row.type === 'FX RATE' && row.code === currency)
      }
    },
  },
  {
    name: 'I07 a rate in the fund’s own currency',
    plant: (set, random) => {
      const own = (set.now.lines ?? []).filter(({ currency }) => currency === set.fund.currency)
      if (own.length > 0) random.pick(own).fx = random.pick(['1.0001', '1.00010001', '0.9999', '1.5', '1'])
    },
  },
  {
    name: 'I08 portfolio and balance',
    plant: (set, random) => {
      const account = random.pick(['211000', '212000', '213000', '381000'])
      setNet(set.now, account, netOf(set.now, account).plus(edge(random, q(1), '0.01')), set.fund.currency)
    },
  },
  {
    name: 'I09 cash and balance',
    plant: (set, random) => {
      const found = someLine(set, random, 'Cash')
      if (found) found.line.value = told(q(found.line.value).plus(edge(random, q('0.01'))))
    },
  },
  {
    name: 'I10 a share of the NAV',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Cash')
      if (!found) return
      const exact = q(found.line.value)
        .over(tnaOf(set).eq(0) ? 1 : tnaOf(set))
        .times(100)
      if (random.chance(0.6)) {
        // A round share of the fund has its edge on a decimal.
        const share = random.pick(['2.5', '3'])
        found.line.value = told(tnaOf(set).times(share).over(100))
        found.line.percent = q(share)
          .plus(edge(random, q('0.01'), '0.000001'))
          .text()
      } else
        found.line.percent = random.chance(0.2) ? null : told(exact.round(6).plus(edge(random, q('0.01'))))
    },
  },
  {
    name: 'I11 a line has matured',
    plant: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Cash')
      if (!found) return
      const { date } = set.now
      found.line.maturity = random.pick([date, addDays(date, -1), addDays(date, -1), addDays(date, 1)])
      if (random.chance(0.2)) found.line.quantity = '0'
    },
  },
  {
    name: 'I12 much of one issuer',
    plant: (set, random) => {
      const lines = set.now.lines ?? []
      const kind = random.whole(0, 5)
      const tna = tnaOf(set)
      const at = (key: string) => edge(random, percentOf(set, key).times(tna), '0.01').abs()
      const [a, b, c] = random.some(
        lines.filter(({ type }) => type !== 'Derivative' && type !== 'Cash' && type !== 'Fund'),
        3,
      )
      const fund = lines.find(({ type }) => type === 'Fund')
      const cash = lines.find(({ type }) => type === 'Cash')
      const give = (line: Line | undefined, issuer: string, value: Q, government: string | null = null) =>
        line && Object.assign(line, { issuer, kind: government, value: told(value) })
      if (kind === 0) give(a, 'Large', at('I12 other'))
      if (kind === 1) give(a, 'A state', at('I12 government'), random.pick(['government', 'GOVERNMENT']))
      if (kind === 2) give(fund, random.pick(['Large', '']), at('I12 fund'))
      if (kind === 2 && fund?.issuer === '') fund.issuer = null
      if (kind === 3) give(cash, 'A bank', at('I12 cash'))
      if (kind === 4) {
        const part = percentOf(set, 'I12 other').times(tna).round(2)
        give(a, 'A bank', part)
        give(cash, 'A bank', at('I12 both').minus(part))
      }
      if (kind === 5) {
        const limit = percentOf(set, 'I12 above').times(tna).round(2)
        const nine = tna.times('0.09').round(2)
        give(a, 'Large 1', nine)
        give(b, 'Large 2', nine)
        give(c, 'Large 3', random.pick([limit, limit.plus('0.01')]))
        for (const line of random.some(
          lines.filter(({ type }) => type !== 'Fund' && type !== 'Cash'),
          5,
        ))
          if (![a, b, c].includes(line)) give(line, line.code, random.pick([limit.plus('0.01'), nine, limit]))
      }
    },
  },
  {
    name: 'I16 accrued interest',
    plant: (set, random) => {
      const found = someLine(set, random, 'Bond')
      if (!found) return
      const { line } = found
      const kind = random.whole(0, 6)
      if (kind === 0)
        line.accrued = q(line.accrued ?? 0)
          .times('1.9')
          .round(2)
          .text()
      if (kind === 1) line.lastCoupon = random.pick([addDays(set.now.date, 1), set.now.date, null])
      if (kind === 2) line.dayCount = random.pick(['ACT/364', null, '30/360', 'ACT/ACT', 'actual'])
      if (kind === 3) line.coupon = random.pick([null, '0', '9.5'])
      if (kind === 4)
        line.lastCoupon = random.pick(['2025-12-31', '2026-01-31', '2026-02-28', '2025-08-30', '2026-03-31'])
      if (kind >= 5) {
        // Ten a day: the edge of four days is forty.
        const days = random.whole(5, 200)
        Object.assign(line, { quantity: '360000', factor: '0.01', coupon: '1', fx: '1', dayCount: 'ACT/360' })
        line.lastCoupon = addDays(set.now.date, -days)
        const tolerance = kind === 5 ? q(40) : q(1)
        if (kind === 6) line.quantity = '360'
        const daily = q(line.quantity ?? 0)
          .times('0.01')
          .over(360)
        line.accrued = told(daily.times(days).plus(edge(random, tolerance, '0.01')))
      }
    },
  },
]
