import { readControl } from 'tests/support/workbooks/read-control'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { Big, plain } from '~/platform/values/decimal'
import type { Examined } from '../rule-oracle/examine'
import { medianPrice } from '../rule-oracle/inventory-rules'
import type { ControlSet, OtherFund, Upload } from '../workbooks/control-set'
import { layOut } from '../workbooks/layout'
import { planUpload } from '../workbooks/plan'
import type { Random } from '../workbooks/random'
import { writeBook } from '../workbooks/write'

/** The engine’s names of the tolerances that sets change. */
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

/** Writes both uploads of a set as workbooks, with random or plain layout, and reads them as the product does. */
export async function deliveredInput(set: ControlSet, layout: Random | null = null): Promise<RuleInput> {
  const data = await delivered(set, set.now, layout)
  const previous = set.previous && (await delivered(set, set.previous, layout))
  return inputOf(set, data, previous)
}

async function delivered({ fund }: ControlSet, upload: Upload, layout: Random | null): Promise<ControlData> {
  const sent = upload.lines ? 'FIA3' : 'FIA2'
  const kind = fund.provider === 'MFFA' && upload.lines ? 'MFFA' : sent
  const books = planUpload({ code: fund.code, name: null }, upload, kind)
  if (layout) layOut(books, layout)
  return readControl(await Promise.all(books.map(writeBook)), kind)
}

/** The engine’s result for an input, in the oracle’s terms. */
export function engineOn(input: RuleInput): Examined {
  const { outcomes, bridge } = evaluate(input)
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

/** A set’s reference data in the engine’s form, with the two uploads as read. */
export function inputOf(set: ControlSet, data: ControlData, previous: ControlData | null): RuleInput {
  const { fund } = set
  const level = (date: string | undefined) => set.benchmark?.find((each) => each.date === date)?.level ?? null
  const currencies = [...new Set(set.rates.map(({ currency }) => currency))]
  return {
    data,
    previous,
    fund: { ...fund, yearEnd: fund.yearEnd ?? '12-31', benchmark: set.benchmark && 'WORLD 60/40' },
    classes: set.classes.map(({ from, to, fee, ...of }) => ({
      ...of,
      activeFrom: from,
      activeTo: to,
      managementFee: fee,
    })),
    accountPlan: set.plan.map(({ prefix, class: accountClass, side }) => ({ prefix, accountClass, side })),
    feeSchedule: set.fees.map(({ prefix, ...fee }) => ({ accountPrefix: prefix, ...fee })),
    // The latest on or before the day, for each currency.
    exchangeRates: currencies.flatMap((currency) => {
      const candidates = set.rates.filter((each) => each.currency === currency && each.date <= set.now.date)
      return candidates.sort((a, b) => b.date.localeCompare(a.date)).slice(0, 1)
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
  const byPrice = new Map<string, OtherFund[]>()
  for (const other of others)
    for (const line of other.lines) {
      const key = `${line.isin} ${line.currency} ${line.priceDate}`
      const same = byPrice.get(key) ?? []
      same.push({ ...other, lines: [line] })
      byPrice.set(key, same)
    }
  return [...byPrice].flatMap(([key, same]) => {
    const [isin = '', currency = '', priceDate = ''] = key.split(' ')
    const median = medianPrice(same, isin, currency, priceDate)
    const funds = new Set(same.map(({ fund }) => fund)).size
    return median ? [{ isin, currency, priceDate, median: plain(new Big(median.text())), funds }] : []
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
  // Of two rows at one level the engine takes the later, the oracle the first one set.
  return tolerancesInForce([...defaultToleranceRows(), ...set.reverse()], {
    fund: fund.code,
    fundType: fund.type,
    provider: fund.provider,
    day: now.date,
  })
}
