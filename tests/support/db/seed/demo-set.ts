import { shareClassesOf } from 'db/seed/demo/entities'
import { DEMO_FUNDS, type DemoFund } from 'db/seed/demo/funds'
import { benchmarkOn, DEMO_CURRENCIES, euroRate } from 'db/seed/demo/market/series'
import { feesOf } from 'db/seed/demo/model/accruals'
import type { FundFigures } from 'db/seed/demo/model/books'
import { accountNumber } from 'db/seed/demo/model/ledger'
import { simulate } from 'db/seed/demo/model/simulate'
import { controlFiles } from 'db/seed/demo/workbooks/control-files'
import { inputOf } from 'tests/support/faults/engine'
import { type ControlSet, type OtherFund, PLAN, type Upload } from 'tests/support/workbooks/control-set'
import { uploadOf } from 'tests/support/workbooks/plan'
import { readControl } from 'tests/support/workbooks/read-control'
import type { Evaluation } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import type { ControlData } from '~/areas/navs/workbooks/control-data'

function sentOf(figures: FundFigures): Upload {
  const { fund, classes } = figures
  const upload = uploadOf({
    ...figures,
    fundCode: fund.code,
    fundName: fund.name,
    fundCurrency: fund.currency,
    classes,
    fxRates: figures.rates,
    balance: figures.balance.map(({ account, name, ...row }) => ({
      ...row,
      accountNumber: account,
      accountName: name,
    })),
    inventory: figures.inventory.map((line) => ({
      instrumentCode: line.code,
      instrumentName: line.name,
      type: line.type,
      subtype: line.subtype,
      quotationCurrency: line.currency,
      quantity: line.quantity,
      price: line.price,
      priceDate: line.priceDate,
      marketValue: line.marketValue,
      isin: line.isin,
      priceFactor: line.priceFactor,
      fxRate: line.rate,
      accruedInterest: line.accrued,
      navPercent: line.navPercent,
      maturityDate: line.maturity,
      issuer: line.issuer,
      issuerKind: line.issuerKind,
      coupon: line.coupon,
      lastCouponDate: line.lastCoupon,
      dayCount: line.dayCount,
    })),
  })
  upload.preambles[0] = figures.fundCurrency ?? fund.currency
  return fund.set === 'FIA2' || figures.withoutInventory ? { ...upload, lines: null } : upload
}

const SETS = { FIA3: 'FIA 3', FIA2: 'FIA 2', MFFA: 'MFFA' } as const

/** A control of a demo fund: current and previous figures, with the demo’s reference data and its other funds. */
export function demoSet(fund: DemoFund, previous: FundFigures | null, now: FundFigures): ControlSet {
  const dates = [...(previous ? [previous.navDate] : []), now.navDate]
  const { benchmark } = fund
  return {
    name: `${fund.code} ${now.navDate}`,
    fund: {
      code: fund.code,
      currency: fund.currency,
      type: fund.type,
      regime: fund.regime,
      provider: fund.set === 'MFFA' ? 'MFFA' : 'FIA',
      set: SETS[fund.set],
      yearEnd: fund.yearEnd.split('/').reverse().join('-'),
    },
    classes: shareClassesOf(fund).map((each) => ({
      code: each.code,
      currency: each.currency,
      decimals: each.decimals,
      from: each.activeFrom,
      to: each.activeTo,
      reference: each.reference,
      hedged: each.hedged,
      fee: each.managementFee,
    })),
    plan: PLAN,
    fees: feesOf(fund).map(({ expense, rate, amount, days }) => ({
      prefix: accountNumber(expense).slice(0, 3),
      from: '2020-01-01',
      to: null,
      rate,
      amount,
      days,
    })),
    siteCurrency: 'EUR',
    rates: DEMO_CURRENCIES.filter((currency) => currency !== 'EUR').flatMap((currency) =>
      dates.map((date) => ({ currency, date, rate: euroRate(currency, date) })),
    ),
    benchmark: benchmark ? dates.map((date) => ({ date, level: benchmarkOn(benchmark, date) })) : null,
    settings: [],
    previous: previous && sentOf(previous),
    now: sentOf(now),
    firstSent: null,
    others: DEMO_FUNDS.filter(({ code, set }) => code !== fund.code && set !== 'FIA2').flatMap((other) =>
      simulate(other)
        .filter(({ navDate }) => navDate === now.navDate)
        .map(pricesOf),
    ),
    planted: [],
  }
}

/** All funds have the same price for an instrument: there are no errors here. */
const pricesOf = ({ fund, navDate, inventory }: FundFigures): OtherFund => ({
  fund: fund.code,
  navDate,
  cancelled: false,
  lines: inventory.flatMap(({ isin, currency, priceDate, price }) =>
    isin && priceDate && price ? [{ isin, currency, priceDate, price }] : [],
  ),
})

/** The engine’s result for a control of demo workbooks. */
export async function evaluated(
  set: ControlSet,
  now: FundFigures,
  previous: FundFigures | null,
): Promise<Evaluation> {
  return evaluate(inputOf(set, await dataOf(now), previous && (await dataOf(previous))))
}

const dataOf = (figures: FundFigures): Promise<ControlData> =>
  readControl(
    controlFiles(figures).map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    figures.withoutInventory ? 'FIA2' : figures.fund.set,
  )
