import { examine } from 'tests/support/examiner/examine'
import type { ControlSet, Bridge as ExaminedBridge, OtherPrice } from 'tests/support/examiner/model'
import { Random } from 'tests/support/examiner/random'
import { randomSet, SCENARIOS, scenarioSet } from 'tests/support/examiner/sets'
import { workbooksOf } from 'tests/support/examiner/workbooks'
import { expect, test } from 'vitest'
import type { Bridge, RuleInput } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import { defaultToleranceRows, type ToleranceRow, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import { readControl } from '~/areas/navs/workbooks/read-control'
import type { SetKind } from '~/areas/navs/workbooks/recognise-set'
import { Big } from '~/platform/values/decimal'

/** The examiner's names of tolerances, and ours. */
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

function toleranceRows({ settings, fund }: ControlSet): ToleranceRow[] {
  const rows = defaultToleranceRows()
  // The examiner takes the first of two that say the same.
  for (const { key, level: name, value } of settings.toReversed()) {
    const level = name === 'type' ? 'fund type' : name
    const subject = { fund: fund.code, type: fund.type, provider: fund.provider, all: null }[name]
    const row: ToleranceRow = { key: KEYS[key] ?? key, level, subject, value, from: null, to: null }
    const at = rows.findIndex(
      (each) => each.key === row.key && each.level === level && each.subject === subject,
    )
    if (at < 0) rows.push(row)
    else rows[at] = row
  }
  return rows
}

function pricesElsewhere({ others }: ControlSet): RuleInput['pricesElsewhere'] {
  const keyOf = ({ isin, currency, priceDate }: OtherPrice) => `${isin} ${currency} ${priceDate}`
  const found = new Map<string, { of: OtherPrice; byFund: Map<string, { navDate: string; price: string }> }>()
  for (const { fund, navDate, cancelled, lines } of others) {
    if (cancelled) continue
    for (const line of lines) {
      const entry = found.get(keyOf(line)) ?? { of: line, byFund: new Map() }
      found.set(keyOf(line), entry)
      const known = entry.byFund.get(fund)
      if (!known || navDate > known.navDate) entry.byFund.set(fund, { navDate, price: line.price })
    }
  }
  return [...found.values()].map(({ of, byFund }) => {
    const prices = [...byFund.values()].map(({ price }) => new Big(price)).sort((a, b) => a.cmp(b))
    const median = prices[Math.ceil(prices.length / 2) - 1]?.toFixed() ?? '0'
    return { isin: of.isin, currency: of.currency, priceDate: of.priceDate, median, funds: prices.length }
  })
}

async function inputOf(set: ControlSet, random: Random): Promise<RuleInput> {
  const read = (upload: ControlSet['now']) => {
    const files = workbooksOf(set, upload, random)
    const kind: SetKind = files.length === 3 ? 'FIA3' : upload.lines ? 'MFFA' : 'FIA2'
    return readControl(files, kind)
  }
  const { fund } = set
  const on = (date: string | undefined) => set.benchmark?.find((each) => each.date === date)?.level ?? null
  const stored = set.rates
    .filter(({ date }) => date <= set.now.date)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
  return {
    data: await read(set.now),
    previous: set.previous && (await read(set.previous)),
    fund: { ...fund, benchmark: set.benchmark ? 'INDEX' : null, yearEnd: fund.yearEnd ?? '12-31' },
    classes: set.classes.map(({ from, to, fee, ...each }) => ({
      ...each,
      activeFrom: from,
      activeTo: to,
      managementFee: fee,
    })),
    accountPlan: set.plan.map(({ prefix, side, class: accountClass }) => ({ prefix, accountClass, side })),
    feeSchedule: set.fees.map(({ prefix, ...fee }) => ({ accountPrefix: prefix, ...fee })),
    exchangeRates: stored.filter(
      ({ currency }, at) => stored.findIndex((each) => each.currency === currency) === at,
    ),
    siteCurrency: set.siteCurrency,
    pricesElsewhere: pricesElsewhere(set),
    benchmarkLevels: { current: on(set.now.date), previous: on(set.previous?.date) },
    sent:
      set.firstSent &&
      Object.entries(set.firstSent).map(([classCode, navPerShare]) => ({ classCode, navPerShare })),
    tolerances: tolerancesInForce(toleranceRows(set), {
      fund: fund.code,
      fundType: fund.type,
      provider: fund.provider,
      day: set.now.date,
    }),
  }
}

/** Where the two sides disagree, in words. */
async function disagreements(set: ControlSet, random: Random): Promise<string[]> {
  const wanted = examine(set)
  const input = await inputOf(set, random)
  const { outcomes, bridge } = evaluate(input)
  const where = `${set.name} (${set.planted.join(', ')})`
  const found = wanted.results.flatMap((rule, i) => {
    const own = outcomes[i]
    const impact = own?.impact ? new Big(own.impact).toFixed(4) : null
    const told = [own?.id, own?.result, own?.severity, impact]
    const asked = [rule.id, rule.result, rule.severity, rule.impact]
    if (rule.breaches !== null) {
      told.push(String(own?.breachCount))
      asked.push(String(rule.breaches))
    }
    const same = JSON.stringify(told) === JSON.stringify(asked)
    return same
      ? []
      : [`${where}: ${told.join(' ')}, examiner ${asked.join(' ')}: ${own?.comment.slice(0, 250)}`]
  })
  return bridgesAgree(bridge, wanted.bridge)
    ? found
    : [...found, `${where}: bridge ${JSON.stringify(bridge)}\n   examiner ${JSON.stringify(wanted.bridge)}`]
}

/** The same drivers and pairs in the same order, amounts to the last place that the examiner tells. */
function bridgesAgree(own: Bridge | null, wanted: ExaminedBridge | null): boolean {
  if (!own || !wanted) return own === wanted
  const near = (one: string | null, other: string | null, places = 8) =>
    one === null || other === null ? one === other : new Big(one).minus(other).abs().lte(`1e-${places}`)
  const moved = own.contributors.filter(({ price, fx }) => !new Big(price).plus(fx).eq(0))
  return (
    own.drivers.length === wanted.drivers.length &&
    moved.length === wanted.contributors.length &&
    own.drivers.every((each, i) => {
      const other = wanted.drivers[i]
      return each.driver === other?.driver && each.type === other.type && near(each.amount, other.amount)
    }) &&
    moved.every((each, i) => {
      const other = wanted.contributors[i]
      return each.code === other?.code && near(each.price, other.price) && near(each.fx, other.fx)
    }) &&
    near(own.residual, wanted.residual) &&
    near(own.residualBp, wanted.residualBp, 4)
  )
}

const SETS = 500
const CHUNK = 50

test.each(Array.from({ length: SETS / CHUNK }, (_, i) => i * CHUNK))(
  'the rules agree with an examiner written from the contract alone, sets from %i on',
  async (from) => {
    const found: string[] = []
    for (let seed = from; seed < from + CHUNK; seed += 1)
      found.push(...(await disagreements(randomSet(seed), new Random(seed))))
    expect(found).toEqual([])
  },
  120_000,
)

test.each(SCENARIOS)('$name is seen by $rule', async (scenario) => {
  const set = scenarioSet(scenario)
  expect(await disagreements(set, new Random(1))).toEqual([])
  const rule = evaluate(await inputOf(set, new Random(1))).outcomes.find(({ id }) => id === scenario.rule)
  expect(rule?.result).toBe('NOK')
})
