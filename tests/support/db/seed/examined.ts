import { shareClassesOf } from 'db/seed/demo/entities'
import type { DemoFund } from 'db/seed/demo/funds'
import { benchmarkOn, DEMO_CURRENCIES, euroRate } from 'db/seed/demo/market/series'
import { feesOf } from 'db/seed/demo/model/accruals'
import type { FundFigures } from 'db/seed/demo/model/books'
import { accountNumber } from 'db/seed/demo/model/ledger'
import type { ControlSet, NavRow, OtherFund, Upload } from 'tests/support/examiner/model'
import { PLAN } from 'tests/support/examiner/model'

/** The demo's deliveries as the independent examiner reads them. */

function uploadOf(figures: FundFigures): Upload {
  const { fund, navDate, classes } = figures
  const ofFund = (type: string, value: string): NavRow => ({
    type,
    code: fund.code,
    currency: fund.currency,
    value,
  })
  const fundCurrency = figures.fundCurrency ?? fund.currency
  return {
    date: navDate,
    preambles: [fundCurrency, fund.currency, fund.currency],
    nav: [
      ofFund('TOTAL ASSETS', figures.totalAssets),
      ofFund('TOTAL LIABILITIES', figures.totalLiabilities),
      ofFund('FUND TNA', figures.tna),
      ...classes.flatMap(({ code, currency, ...each }) =>
        (
          [
            ['CLASS TNA', each.tna],
            ['SHARES', each.shares],
            ['SUBSCRIPTIONS', each.subscriptions],
            ['REDEMPTIONS', each.redemptions],
            ['NAV PER SHARE', each.navPerShare],
            ...(each.distribution ? [['DISTRIBUTION PER SHARE', each.distribution] as const] : []),
          ] as const
        ).map(([type, value]) => ({ type, code, currency, value })),
      ),
      ...figures.rates.map(({ currency, rate }) => ({
        ...{ type: 'FX RATE', code: currency, currency: fund.currency, value: rate },
      })),
    ],
    balance: figures.balance.map(({ account, name, currency, debtor, creditor }) => ({
      ...{ account, name, currency, debtor, creditor },
    })),
    lines:
      fund.set === 'FIA2' || figures.withoutInventory
        ? null
        : figures.inventory.map((line) => ({
            ...{ code: line.code, name: line.name, type: line.type, subtype: line.subtype, isin: line.isin },
            ...{
              currency: line.currency,
              quantity: line.quantity,
              price: line.price,
              priceDate: line.priceDate,
            },
            ...{ value: line.marketValue, factor: line.priceFactor, fx: line.rate, accrued: line.accrued },
            ...{
              percent: line.navPercent,
              maturity: line.maturity,
              issuer: line.issuer,
              kind: line.issuerKind,
            },
            ...{ coupon: line.coupon, lastCoupon: line.lastCoupon, dayCount: line.dayCount },
          })),
    missing: [],
  }
}

const SETS = { FIA3: 'FIA 3', FIA2: 'FIA 2', MFFA: 'MFFA' } as const

export function examinedSet(
  fund: DemoFund,
  previous: FundFigures | null,
  now: FundFigures,
  others: readonly FundFigures[],
): ControlSet {
  const dates = [...(previous ? [previous.navDate] : []), now.navDate]
  const { benchmark } = fund
  return {
    name: `${fund.code} ${now.navDate}`,
    fund: {
      ...{ code: fund.code, currency: fund.currency, type: fund.type, regime: fund.regime },
      provider: fund.set === 'MFFA' ? 'MFFA' : 'FIA',
      set: SETS[fund.set],
      yearEnd: fund.yearEnd.split('/').reverse().join('-'),
    },
    classes: shareClassesOf(fund).map((each) => ({
      ...{ code: each.code, currency: each.currency, decimals: each.decimals },
      ...{ from: each.activeFrom, to: each.activeTo, reference: each.reference, hedged: each.hedged },
      fee: each.managementFee,
    })),
    plan: PLAN,
    fees: feesOf(fund).map(({ expense, rate, amount, days }) => ({
      ...{ prefix: accountNumber(expense).slice(0, 3), from: '2020-01-01', to: null, rate, amount, days },
    })),
    siteCurrency: 'EUR',
    rates: DEMO_CURRENCIES.filter((currency) => currency !== 'EUR').flatMap((currency) =>
      dates.map((date) => ({ currency, date, rate: euroRate(currency, date) })),
    ),
    benchmark: benchmark ? dates.map((date) => ({ date, level: benchmarkOn(benchmark, date) })) : null,
    settings: [],
    previous: previous && uploadOf(previous),
    now: uploadOf(now),
    firstSent: null,
    others: others
      .filter((each) => each.fund.code !== fund.code)
      .map(
        (each): OtherFund => ({
          fund: each.fund.code,
          navDate: each.navDate,
          cancelled: false,
          lines: each.inventory.flatMap(({ isin, currency, priceDate, price }) =>
            isin && priceDate && price ? [{ isin, currency, priceDate, price }] : [],
          ),
        }),
      ),
    planted: [],
  }
}
