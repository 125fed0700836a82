import { addDays, q, weekdaysFrom } from '../rule-oracle/exact'
import { toleranceOf } from '../rule-oracle/tolerances'
import {
  decimalText,
  dropRate,
  dropRows,
  edge,
  type Fault,
  LIMITED,
  lineOf,
  linesOf,
  multiplyField,
  PRICED,
  percentOf,
  revalue,
  setFields,
  shiftField,
  someLine,
} from './fault'

/** Weekdays before a day, starting this many back. */
function weekdaysBack(date: string, count: number): string {
  let day = date
  while (weekdaysFrom(day, date) < count) day = addDays(day, -1)
  return day
}

/** Possible errors within lines. */
export const LINE_FAULTS: Fault[] = [
  {
    rule: 'I01',
    name: 'a value that its figures do not give',
    certain: ({ now }) => {
      const [one, other] = linesOf(now, 'Equity')
      shiftField(one, 'marketValue', '5000')
      shiftField(other, 'marketValue', '-5000')
    },
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED)
      if (!found) return
      const { line } = found
      if (random.chance(0.3)) line.fxRate = '1'
      revalue(set, set.now, line)
      if (random.chance(0.5)) {
        // A hundredth of a percent of this value is 1.25.
        setFields(line, {
          quantity: '1000',
          priceFactor: null,
          accruedInterest: null,
          fxRate: '1',
          marketValue: '12500',
        })
        line.price = decimalText(
          q(12_500)
            .plus(edge(random, q('1.25')))
            .over(1000),
        )
      } else line.marketValue = decimalText(q(line.marketValue).plus(edge(random, q(1))))
    },
  },
  {
    rule: 'I02',
    name: 'a price is missing, zero or negative',
    certain: ({ now }) => setFields(linesOf(now, 'Equity')[0], { price: null }),
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Derivative')
      if (!found) return
      found.line.price = random.pick([null, null, '0', '-1.5'])
      if (random.chance(0.3)) found.line.quantity = '0'
      if (random.chance(0.3) && found.before) found.before.price = random.pick([null, '0'])
    },
  },
  {
    rule: 'I03',
    name: 'a price date',
    certain: ({ now }) => setFields(linesOf(now, 'Equity')[0], { priceDate: addDays(now.date, -6) }),
    boundaries: [
      [
        'a bond price of seven days ago',
        ({ now }) => setFields(linesOf(now, 'Bond')[0], { priceDate: addDays(now.date, -7) }),
        [],
      ],
      [
        'a price of the day after',
        ({ now }) => setFields(linesOf(now, 'Other')[0], { priceDate: addDays(now.date, 1) }),
        ['I03'],
      ],
    ],
    drawn: (set, random) => {
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
    rule: 'I05',
    name: 'an ISIN',
    certain: ({ now }) => {
      const [line] = linesOf(now, 'Bond')
      const isin = line?.isin ?? ''
      setFields(line, { isin: isin.slice(0, 11) + ((Number(isin.slice(11)) + 1) % 10) })
    },
    drawn: (set, random) => {
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
    rule: 'I06',
    name: 'an instrument stands twice',
    certain: ({ now }) => setFields(lineOf(now, 'FWD-GBP'), { instrumentCode: 'FWD-USD' }),
    boundaries: [
      [
        'of two earlier lines of an instrument the first counts',
        ({ previous }) => {
          const [line] = linesOf(previous, 'Equity')
          if (line) previous?.lines?.push({ ...line, price: '1' })
        },
        [],
      ],
      [
        'a cash account twice',
        ({ now }) => setFields(lineOf(now, 'CASH-USD'), { instrumentCode: 'CASH-EUR' }),
        ['I06'],
      ],
    ],
    drawn: (set, random) => {
      const upload = random.chance(0.75) ? set.now : set.previous
      if (!upload?.lines) return
      const line = random.pick(upload.lines)
      const half = (value: string | null) => value && q(value).over(2).round(6).text()
      const part = {
        ...line,
        quantity: half(line.quantity),
        marketValue: half(line.marketValue) ?? '0',
        accruedInterest: half(line.accruedInterest),
        navPercent: half(line.navPercent),
      }
      upload.lines.splice(upload.lines.indexOf(line), 1, part, { ...part })
      if (random.chance(0.3)) part.price = part.price && decimalText(q(part.price).times('1.02'))
    },
  },
  {
    rule: 'I07',
    name: 'a rate of a line',
    certain: ({ now }) => multiplyField(lineOf(now, 'CASH-USD'), 'fxRate', '1.0002'),
    boundaries: [
      [
        'without a rate in the NAV table, the first line of the currency is what the others are held against',
        ({ now }) => {
          dropRate(now, 'GBP')
          multiplyField(lineOf(now, 'CASH-GBP'), 'fxRate', '1.0002')
        },
        ['I07'],
      ],
    ],
    drawn: (set, random) => {
      const foreign = (set.now.lines ?? []).filter(
        ({ quotationCurrency, fxRate }) => quotationCurrency !== set.fund.currency && fxRate,
      )
      if (foreign.length === 0) return
      const line = random.pick(foreign)
      if (random.chance(0.3)) {
        for (const upload of [set.now, set.previous])
          if (upload && random.chance(0.7))
            dropRows(upload, (row) => row.type === 'FX RATE' && row.code === line.quotationCurrency)
      }
      if (random.chance(0.3)) line.fxRate = null
      else {
        const rate = q(line.fxRate ?? 1)
        line.fxRate = decimalText(rate.plus(edge(random, percentOf(set, 'I07').times(rate), '0.0000001')))
      }
    },
  },
  {
    rule: 'I07',
    name: 'lines without rates',
    drawn: (set, random) => {
      const [currency] = random.some(
        set.now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code),
        1,
      )
      for (const upload of [set.now, set.previous]) {
        if (random.chance(0.7))
          for (const line of upload?.lines ?? []) if (line.quotationCurrency === currency) line.fxRate = null
        if (upload && random.chance(0.3))
          dropRows(upload, (row) => row.type === 'FX RATE' && row.code === currency)
      }
    },
  },
  {
    rule: 'I07',
    name: 'a rate in the fund’s own currency',
    drawn: (set, random) => {
      const own = (set.now.lines ?? []).filter(
        ({ quotationCurrency }) => quotationCurrency === set.fund.currency,
      )
      if (own.length > 0)
        random.pick(own).fxRate = random.pick(['1.0001', '1.00010001', '0.9999', '1.5', '1'])
    },
  },
  {
    rule: 'I11',
    name: 'a line has matured',
    certain: ({ now }) => setFields(linesOf(now, 'Bond')[0], { maturityDate: addDays(now.date, -1) }),
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Cash')
      if (!found) return
      const { date } = set.now
      found.line.maturityDate = random.pick([date, addDays(date, -1), addDays(date, -1), addDays(date, 1)])
      if (random.chance(0.2)) found.line.quantity = '0'
    },
  },
  {
    rule: 'I16',
    name: 'accrued interest',
    certain: ({ now }) => multiplyField(linesOf(now, 'Bond')[0], 'coupon', '1.5'),
    carried: {
      what: 'accrued interest x 1.9',
      change: (world) => {
        world.accruedTimes = '1.9'
      },
    },
    drawn: (set, random) => {
      const found = someLine(set, random, 'Bond')
      if (!found) return
      const { line } = found
      const kind = random.whole(0, 6)
      if (kind === 0)
        line.accruedInterest = q(line.accruedInterest ?? 0)
          .times('1.9')
          .round(2)
          .text()
      if (kind === 1) line.lastCouponDate = random.pick([addDays(set.now.date, 1), set.now.date, null])
      if (kind === 2) line.dayCount = random.pick(['ACT/364', null, '30/360', 'ACT/ACT', 'actual'])
      if (kind === 3) line.coupon = random.pick([null, '0', '9.5'])
      if (kind === 4)
        line.lastCouponDate = random.pick([
          '2025-12-31',
          '2026-01-31',
          '2026-02-28',
          '2025-08-30',
          '2026-03-31',
        ])
      if (kind >= 5) {
        // Ten a day: the boundary of four days is forty.
        const days = random.whole(5, 200)
        setFields(line, {
          quantity: '360000',
          priceFactor: '0.01',
          coupon: '1',
          fxRate: '1',
          dayCount: 'ACT/360',
        })
        line.lastCouponDate = addDays(set.now.date, -days)
        const tolerance = kind === 5 ? q(40) : q(1)
        if (kind === 6) line.quantity = '360'
        const daily = q(line.quantity ?? 0)
          .times('0.01')
          .over(360)
        line.accruedInterest = decimalText(daily.times(days).plus(edge(random, tolerance, '0.01')))
      }
    },
  },
]
