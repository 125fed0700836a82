import { readControl } from 'tests/support/workbooks/read-control'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { Big, plain } from '~/platform/values/decimal'
import type { Examined } from './examine'
import { medianPrice } from './inventory-rules'
import type { ControlSet, Upload } from './model'
import { Random } from './random'
import { workbooksOf } from './workbooks'

/** What the engine calls the tolerances that sets change. */
const KEYS: Record<string, string> = {
  movement: 'N07.limit',
  threshold: 'N11.threshold',
  N09: 'N09.limit',
  N10: 'N10.limit',
  N13: 'N13.rate',
  N14: 'N14.tna',
  N15: 'N15.tna',
  B06: 'B06.limit',
  B07: 'B07.change',
  'I03 Equity': 'I03.equity',
  'I04 Equity': 'I04.equity',
  'I04 Bond': 'I04.bond',
  I14: 'I14.share',
}

/** Writes both uploads of a set as workbooks, reads them as the product does, and has its engine look at them. */
export async function engineOn(set: ControlSet): Promise<Examined> {
  const random = new Random(set.now.balance.length + 31 * (set.now.nav.length + set.now.date.charCodeAt(9)))
  const data = await read(set, set.now, random)
  const previous = set.previous && (await read(set, set.previous, random))
  const { outcomes, bridge } = evaluate(inputOf(set, data, previous))
  return {
    results: outcomes.map(({ id, result, severity, impact, breachCount }) => ({
      id,
      result,
      severity,
      impact,
      breaches: breachCount,
    })),
    bridge,
  }
}

function read(set: ControlSet, upload: Upload, random: Random): Promise<ControlData> {
  const expected = set.fund.provider === 'MFFA' ? 'MFFA' : upload.lines ? 'FIA3' : 'FIA2'
  return readControl(workbooksOf(set, upload, random), expected)
}

function inputOf(set: ControlSet, data: ControlData, previous: ControlData | null): RuleInput {
  const { fund } = set
  const level = (date: string | undefined) => set.benchmark?.find((each) => each.date === date)?.level ?? null
  const currencies = [...new Set(set.rates.map(({ currency }) => currency))]
  return {
    data,
    previous,
    fund: { ...fund, yearEnd: fund.yearEnd ?? '12-31', benchmark: set.benchmark && 'INDEX' },
    classes: set.classes.map(({ from, to, fee, ...of }) => ({
      ...of,
      activeFrom: from,
      activeTo: to,
      managementFee: fee,
    })),
    accountPlan: set.plan.map(({ prefix, class: accountClass, side }) => ({ prefix, accountClass, side })),
    feeSchedule: set.fees.map(({ prefix, ...fee }) => ({ accountPrefix: prefix, ...fee })),
    // The latest on or before the day, of each currency.
    exchangeRates: currencies.flatMap((currency) => {
      const known = set.rates.filter((each) => each.currency === currency && each.date <= set.now.date)
      return known.sort((a, b) => b.date.localeCompare(a.date)).slice(0, 1)
    }),
    siteCurrency: set.siteCurrency,
    pricesElsewhere: pricesElsewhere(set),
    benchmarkLevels: { current: level(set.now.date), previous: level(set.previous?.date) },
    sent:
      set.firstSent &&
      Object.entries(set.firstSent).map(([classCode, navPerShare]) => ({ classCode, navPerShare })),
    tolerances: tolerancesOf(set),
  }
}

function pricesElsewhere({ others }: ControlSet): RuleInput['pricesElsewhere'] {
  const keys = others.flatMap(({ lines }) =>
    lines.map(({ isin, currency, priceDate }) => [isin, currency, priceDate] as const),
  )
  const different = new Map(keys.map((key) => [key.join(' '), key]))
  return [...different.values()].flatMap(([isin, currency, priceDate]) => {
    const median = medianPrice(others, isin, currency, priceDate)
    return median ? [{ isin, currency, priceDate, median: plain(new Big(median.text())), funds: 1 }] : []
  })
}

function tolerancesOf({ fund, settings, now }: ControlSet): RuleInput['tolerances'] {
  const subjects = { fund: fund.code, type: fund.type, provider: fund.provider, all: null }
  const set = settings.map(({ key, level, value }) => ({
    key: KEYS[key] ?? key,
    level: level === 'type' ? ('fund type' as const) : level,
    subject: subjects[level],
    value,
    from: null,
    to: null,
  }))
  // Of two rows of one level the engine takes the later, the examiner the first that was set.
  return tolerancesInForce([...defaultToleranceRows(), ...set.reverse()], {
    fund: fund.code,
    fundType: fund.type,
    provider: fund.provider,
    day: now.date,
  })
}
