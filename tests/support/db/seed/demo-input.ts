import { ACCOUNT_PLAN } from 'db/seed/base/lookups'
import { shareClassesOf } from 'db/seed/demo/entities'
import { DEMO_FUNDS, type DemoFund } from 'db/seed/demo/funds'
import { benchmarkOn, DEMO_CURRENCIES, euroRate } from 'db/seed/demo/market/series'
import { feesOf } from 'db/seed/demo/model/accruals'
import type { FundFigures } from 'db/seed/demo/model/books'
import { accountNumber } from 'db/seed/demo/model/ledger'
import { simulate } from 'db/seed/demo/model/simulate'
import { controlFiles } from 'db/seed/demo/workbooks/control-files'
import { readControl } from 'tests/support/workbooks/read-control'
import type { PriceElsewhere, RuleInput } from '~/areas/navs/rules/contract'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import type { Day } from '~/platform/values/day'

/** The deliveries of the demo's administrators, as the rules take them, with the demo's reference data. */

export const dataOf = (figures: FundFigures): Promise<ControlData> =>
  readControl(
    controlFiles(figures).map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    figures.withoutInventory ? 'FIA2' : figures.fund.set,
  )

const SETS = { FIA3: 'FIA 3', FIA2: 'FIA 2', MFFA: 'MFFA' } as const

export function demoInput(
  fund: DemoFund,
  data: ControlData,
  previous: ControlData | null,
  sent: RuleInput['sent'] = null,
): RuleInput {
  const { code, currency, type, regime, benchmark } = fund
  const level = (of: ControlData | null) => (of && benchmark ? benchmarkOn(benchmark, of.navDate) : null)
  const provider = fund.set === 'MFFA' ? 'MFFA' : 'FIA'
  return {
    ...{ data, previous, sent, siteCurrency: 'EUR' },
    fund: {
      ...{ code, currency, type, regime, benchmark, provider, set: SETS[fund.set] },
      yearEnd: fund.yearEnd.split('/').reverse().join('-'),
    },
    classes: shareClassesOf(fund),
    feeSchedule: feesOf(fund).map(({ expense, rate, amount, days }) => ({
      ...{
        accountPrefix: accountNumber(expense).slice(0, 3),
        from: '2025-01-01',
        to: null,
        rate,
        amount,
        days,
      },
    })),
    exchangeRates: DEMO_CURRENCIES.filter((each) => each !== 'EUR').map((each) => ({
      ...{ currency: each, date: data.navDate, rate: euroRate(each, data.navDate) },
    })),
    pricesElsewhere: elsewhere(code, data.navDate),
    accountPlan: ACCOUNT_PLAN.map((each) => ({ ...each, side: null })),
    benchmarkLevels: { current: level(data), previous: level(previous) },
    tolerances: tolerancesInForce(defaultToleranceRows(), {
      ...{ fund: code, fundType: type, provider, day: data.navDate },
    }),
  }
}

/** What the other funds have, who make no mistakes here: of one instrument all have the same price. */
function elsewhere(code: string, day: Day): PriceElsewhere[] {
  const found = new Map<string, PriceElsewhere>()
  for (const fund of DEMO_FUNDS) {
    if (fund.code === code || fund.set === 'FIA2') continue
    const figures = simulate(fund).find(({ navDate }) => navDate === day)
    for (const { isin, currency, priceDate, price } of figures?.inventory ?? [])
      if (isin && priceDate && price) {
        const funds = (found.get(isin)?.funds ?? 0) + 1
        found.set(isin, { isin, currency, priceDate, median: price, funds })
      }
  }
  return [...found.values()]
}
