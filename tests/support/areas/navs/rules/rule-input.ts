import { ACCOUNT_PLAN as SEEDED } from 'db/seed/base/lookups'
import { FEES } from 'tests/support/workbooks/balance'
import { controlDataOf } from 'tests/support/workbooks/control-data-of'
import type { FundModel, ModelOptions } from 'tests/support/workbooks/fund-model'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import type { SetKind } from 'tests/support/workbooks/plan'
import type { RuleInput, RuleOutcome } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { addDays } from '~/platform/values/day'

/** The account plan as seeded. */
const ACCOUNT_PLAN: RuleInput['accountPlan'] = SEEDED.map((row) => ({ ...row, side: null }))

/** Everything the rules need besides the uploads, as the reference data of the model's fund would give it. */
export function referenceOf(
  model: FundModel,
  before: FundModel | null,
): Omit<RuleInput, 'data' | 'previous'> {
  const fund: RuleInput['fund'] = {
    code: model.fundCode,
    currency: model.fundCurrency,
    type: model.fundType,
    regime: model.regime,
    benchmark: 'WORLD 60/40',
    provider: 'FIA',
    set: null,
    yearEnd: '12-31',
  }
  const scope = { fund: fund.code, fundType: fund.type, provider: 'FIA', day: model.navDate }
  return {
    fund,
    classes: model.classes.map(({ code, currency, decimals, reference, hedged, managementFee }) => ({
      code,
      currency,
      decimals,
      activeFrom: null,
      activeTo: null,
      reference,
      hedged,
      managementFee,
    })),
    accountPlan: structuredClone(ACCOUNT_PLAN),
    feeSchedule: FEES.map((fee) => ({ ...fee, from: '2020-01-01', to: null })),
    exchangeRates: model.fxRates.map(({ currency, rate }) => ({ currency, rate, date: model.navDate })),
    siteCurrency: model.fundCurrency,
    pricesElsewhere: model.inventory.flatMap(({ isin, quotationCurrency, price, priceDate }) =>
      isin && price && priceDate
        ? [{ isin, currency: quotationCurrency, priceDate, median: price, funds: 3 }]
        : [],
    ),
    benchmarkLevels: { current: model.benchmarkLevel, previous: before?.benchmarkLevel ?? null },
    sent: null,
    tolerances: tolerancesInForce(defaultToleranceRows(), scope),
  }
}

/** A fund date on which every rule is OK; `change` then plants what a test wants. */
export function ruleInput(
  change: (input: RuleInput) => void = () => {},
  options: ModelOptions = {},
  set: SetKind = 'FIA3',
): RuleInput {
  const model = fundModel(options)
  const before = previousModel(options)
  const input: RuleInput = {
    ...referenceOf(model, before),
    data: controlDataOf(model, set),
    previous: controlDataOf(before, set),
  }
  input.sent = input.data.nav.lines
    .filter((line) => line.type === 'NAV PER SHARE')
    .map((line) => ({ classCode: line.code, navPerShare: line.value }))
  change(input)
  return input
}

/** Sets the previous NAV date so many days before this one: up to 4, limits stand as they are. */
export function daysApart(input: RuleInput, days: number): void {
  if (input.previous) input.previous.navDate = addDays(input.data.navDate, -days)
}

/** Ids of the rules that are NOK. */
export function nokRules(input: RuleInput): string[] {
  return evaluateRules(input)
    .filter((outcome) => outcome.result === 'NOK')
    .map((outcome) => outcome.id)
}

export function outcomeOf(input: RuleInput, id: string): RuleOutcome {
  const outcome = evaluateRules(input).find((candidate) => candidate.id === id)
  if (!outcome) throw new Error(`no rule ${id}`)
  return outcome
}

/** The first line of the NAV table of a type (and code), to be changed. */
export function navLine(data: ControlData, type: string, code?: string) {
  const line = data.nav.lines.find((each) => each.type === type && (code === undefined || each.code === code))
  if (!line) throw new Error(`no ${type} ${code ?? ''}`)
  return line
}

export function account(data: ControlData, number: string) {
  const line = data.balance.lines.find((each) => each.accountNumber === number)
  if (!line) throw new Error(`no account ${number}`)
  return line
}

/** The inventory line of a code, or the first of a type. */
export function line(data: ControlData, codeOrType: string) {
  const found = data.inventory?.lines.find(
    (each) => each.instrumentCode === codeOrType || each.type === codeOrType,
  )
  if (!found) throw new Error(`no line ${codeOrType}`)
  return found
}
