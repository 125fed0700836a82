import { type Q, q } from '../rule-oracle/exact'
import type { InstrumentModel } from '../workbooks/fund-model'
import type { Random } from '../workbooks/random'
import {
  decimalText,
  edge,
  type Fault,
  lineOf,
  linesOf,
  multiplyField,
  netOf,
  PRICED,
  percentOf,
  setFields,
  setNet,
  shiftElement,
  shiftField,
  someLine,
  tnaOf,
} from './fault'

/** Possible errors of an inventory as a whole. */
export const PORTFOLIO_FAULTS: Fault[] = [
  {
    rule: 'I08',
    name: 'portfolio and balance',
    certain: ({ now }) => shiftField(linesOf(now, 'Other')[0], 'marketValue', '1.5'),
    drawn: (set, random) => {
      const account = random.pick(['2010', '2020', '2030', '3810'])
      setNet(set.now, account, netOf(set.now, account).plus(edge(random, q(1), '0.01')), set.fund.currency)
    },
  },
  {
    rule: 'I09',
    name: 'cash and balance',
    certain: ({ now }) => shiftField(lineOf(now, 'CASH-EUR'), 'marketValue', '0.02'),
    boundaries: [
      [
        'an inventory without any cash line',
        ({ now }) => {
          now.lines = (now.lines ?? []).filter(({ type }) => type !== 'Cash')
        },
        [],
      ],
    ],
    drawn: (set, random) => {
      const found = someLine(set, random, 'Cash')
      if (found) found.line.marketValue = decimalText(q(found.line.marketValue).plus(edge(random, q('0.01'))))
    },
  },
  {
    rule: 'I10',
    name: 'a share of the NAV',
    certain: ({ now }) => shiftField(lineOf(now, 'CASH-EUR'), 'navPercent', '0.02'),
    boundaries: [
      [
        '% NAV as a fraction in cells that are not shown as %',
        ({ now }) => {
          for (const line of now.lines ?? []) multiplyField(line, 'navPercent', '0.01')
        },
        ['I10'],
      ],
    ],
    drawn: (set, random) => {
      const found = someLine(set, random, ...PRICED, 'Cash')
      if (!found) return
      const exact = q(found.line.marketValue)
        .over(tnaOf(set).eq(0) ? 1 : tnaOf(set))
        .times(100)
      if (random.chance(0.6)) {
        // A round share of the fund has a decimal boundary.
        const share = random.pick(['2.5', '3'])
        found.line.marketValue = decimalText(tnaOf(set).times(share).over(100))
        found.line.navPercent = q(share)
          .plus(edge(random, q('0.01'), '0.000001'))
          .text()
      } else
        found.line.navPercent = random.chance(0.2)
          ? null
          : decimalText(exact.round(6).plus(edge(random, q('0.01'))))
    },
  },
  {
    rule: 'I12',
    name: 'much of one issuer',
    certain: ({ now }) => {
      for (const line of linesOf(now, 'Equity').slice(0, 3)) line.issuer = 'One issuer'
    },
    boundaries: [
      [
        'lines without issuer are in no concentration',
        ({ now }) => {
          for (const line of linesOf(now, 'Equity')) line.issuer = null
        },
        [],
      ],
      [
        'a government’s lines are apart from those that its name has without the kind',
        ({ now }) => {
          for (const line of linesOf(now, 'Equity').slice(0, 2)) line.issuer = 'Republic 2'
        },
        [],
      ],
    ],
    drawn: (set, random) => {
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
      const give = (
        line: InstrumentModel | undefined,
        issuer: string,
        value: Q,
        government: string | null = null,
      ) => setFields(line, { issuer, issuerKind: government, marketValue: decimalText(value) })
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
          if (![a, b, c].includes(line))
            give(line, line.instrumentCode, random.pick([limit.plus('0.01'), nine, limit]))
      }
    },
  },
  {
    name: 'cash that no balance has',
    drawn: (set, random) => {
      const amount = edge(random, tnaOf(set).over(2000).round(2), '0.01')
      shiftElement(set.now, 'FUND TNA', set.fund.code, amount)
      const cash = set.now.lines?.find(({ type }) => type === 'Cash')
      if (cash) cash.marketValue = decimalText(q(cash.marketValue).plus(amount))
    },
  },
  {
    name: 'nothing but cash in an inventory',
    drawn: (set, random) => {
      for (const upload of random.some([set.now, set.previous], random.whole(1, 2)))
        if (upload?.lines)
          upload.lines = upload.lines.filter(({ type }) => type === 'Cash' || type === 'Derivative')
    },
  },
  {
    name: 'one type is all that is left',
    drawn: (set, random) => {
      const kept = random.pick([...PRICED, 'Cash', 'Derivative'])
      for (const upload of random.some([set.now, set.previous], random.whole(1, 2)))
        if (upload?.lines) upload.lines = upload.lines.filter(({ type }) => type === kept)
    },
  },
  {
    name: 'columns are missing',
    drawn: (set, random) => {
      const fields = [
        'isin',
        'priceFactor',
        'fxRate',
        'navPercent',
        'maturityDate',
        'issuer',
        'issuerKind',
        'coupon',
        'lastCouponDate',
        'dayCount',
      ] as const
      for (const upload of [set.now, set.previous])
        if (upload && random.chance(0.7)) upload.missing = random.some(fields, random.whole(1, 4))
    },
  },
  {
    name: 'numbers with more digits than a cell keeps',
    drawn: ({ now, previous }, random) => {
      for (const upload of [now, previous]) {
        for (const line of random.some(upload?.lines ?? [], 8))
          line.marketValue = noisy(line.marketValue, random)
        for (const row of random.some(upload?.nav ?? [], 4)) row.value = noisy(row.value, random)
      }
    },
  },
]

/** A number as left by binary arithmetic: right to 15 digits, with a rounding error in the 17th. */
function noisy(value: string, random: Random): string {
  if (!/^-?\d{2,10}\.\d{1,4}$/.test(value)) return value
  const digits = value.replace(/\D/g, '').length
  return `${value}${'0'.repeat(16 - digits)}${random.whole(1, 4)}`
}
