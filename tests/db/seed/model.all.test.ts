import { ACCOUNT_PLAN } from 'db/seed/base/lookups'
import { shareClassesOf } from 'db/seed/demo/entities'
import { DEMO_FUNDS, type DemoFund, demoFund } from 'db/seed/demo/funds'
import { benchmarkOn } from 'db/seed/demo/market/series'
import type { FundFigures } from 'db/seed/demo/model/classes'
import { simulate } from 'db/seed/demo/model/simulate'
import { FAULTS, type FaultName, withFaults } from 'db/seed/demo/story/faults'
import { controlFiles } from 'db/seed/demo/workbooks/control-files'
import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { readControl } from '~/areas/navs/workbooks/read-control'

const dataOf = (figures: FundFigures) =>
  readControl(
    controlFiles(figures).map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    figures.fund.set,
  )

/** The rules that are NOK. */
function nokOf(fund: DemoFund, data: ControlData, previous: ControlData | null): string[] {
  const { code, currency, type, regime, benchmark } = fund
  const level = (of: ControlData | null) => (of && benchmark ? benchmarkOn(benchmark, of.navDate) : null)
  const provider = fund.set === 'MFFA' ? 'MFFA' : 'FIA'
  const outcomes = evaluateRules({
    data,
    previous,
    fund: { code, currency, type, regime, benchmark, provider, set: null, yearEnd: '12-31' },
    classes: shareClassesOf(fund).map((each) => ({ managementFee: '0', ...each })),
    feeSchedule: [],
    exchangeRates: [],
    siteCurrency: 'EUR',
    pricesElsewhere: [],
    accountPlan: ACCOUNT_PLAN.map((each) => ({ side: null, ...each })) as RuleInput['accountPlan'],
    benchmarkLevels: { current: level(data), previous: level(previous) },
    sent: null,
    tolerances: tolerancesInForce(defaultToleranceRows(), {
      fund: code,
      fundType: type,
      provider,
      day: data.navDate,
    }),
  })
  return outcomes.filter(({ result }) => result === 'NOK').map(({ id }) => id)
}

test('all figures of all 40 funds agree: without a planted fault no rule is NOK', async () => {
  expect(DEMO_FUNDS).toHaveLength(40)
  const found: string[] = []
  for (const fund of DEMO_FUNDS) {
    let previous: ControlData | null = null
    for (const figures of simulate(fund)) {
      const data = await dataOf(figures)
      for (const rule of nokOf(fund, data, previous)) found.push(`${fund.code} ${data.navDate} ${rule}`)
      previous = data
    }
  }
  expect(found).toEqual([])
}, 60_000)

test.each(Object.keys(FAULTS) as FaultName[])('the planted fault %s is found by its rule', async (name) => {
  const fund = demoFund('ARV03')
  const [before, figures] = simulate(fund).slice(-2)
  if (!before || !figures) throw new Error('ARV03 has no two NAVs')
  const right = structuredClone(figures)
  const nok = nokOf(fund, await dataOf(withFaults(figures, [FAULTS[name]])), await dataOf(before))
  expect(nok).toEqual(name === 'N03' ? ['N03', 'N04'] : [name])
  expect(figures).toEqual(right)
})
