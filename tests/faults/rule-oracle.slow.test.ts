import { ACCOUNT_PLAN } from 'db/seed/base/lookups'
import { CARRIED } from 'tests/support/faults/catalogue'
import { deliveredInput, engineOn } from 'tests/support/faults/engine'
import { carriedSet, randomSet } from 'tests/support/faults/sets'
import { rounds } from 'tests/support/rounds'
import { q } from 'tests/support/rule-oracle/exact'
import { type Examined, examine } from 'tests/support/rule-oracle/examine'
import type { Bridge } from 'tests/support/rule-oracle/result'
import { type ControlSet, PLAN } from 'tests/support/workbooks/control-set'
import { Random } from 'tests/support/workbooks/random'
import { expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'

const { TEST_SEED } = process.env
const seed = TEST_SEED === 'random' ? Date.now() % 1_000_000_000 : Number(TEST_SEED ?? 20261124)
const COUNT = rounds(120, 500)

/** Amounts of the bridge may differ by the rounding of an infinite decimal. */
const near = (a: string | null, b: string | null, by = '0.000001') =>
  a === null || b === null ? a === b : q(a).minus(b).abs().lte(by)

function bridgeDifferences(ours: Bridge | null, theirs: Bridge | null): string[] {
  if (!ours || !theirs) return ours === theirs ? [] : [`bridge: oracle ${!!ours}, engine ${!!theirs}`]
  const drivers = ours.drivers.flatMap(({ driver, type, amount }, i) => {
    const its = theirs.drivers[i]
    const same = driver === its?.driver && type === its.type && near(amount, its.amount)
    return same
      ? []
      : [`${driver} ${type}: oracle ${amount}, engine ${its?.driver} ${its?.type} ${its?.amount}`]
  })
  // A pair without an effect contributes nothing, listed or not.
  const listed = theirs.contributors.filter(({ price, fx }) => !q(price).plus(fx).eq(0))
  const pairs = ours.contributors.filter(({ code, price, fx }, i) => {
    const its = listed[i]
    return code !== its?.code || !near(price, its.price) || !near(fx, its.fx)
  })
  const { residual, residualBp } = ours
  return [
    ...drivers,
    ...(ours.drivers.length === theirs.drivers.length ? [] : [`drivers: engine ${theirs.drivers.length}`]),
    ...pairs.map(({ code, price, fx }) => `contributor ${code}: oracle ${price} and ${fx}`),
    ...(listed.length === ours.contributors.length ? [] : [`contributors: engine ${listed.length}`]),
    ...(near(residual, theirs.residual) ? [] : [`residual: oracle ${residual}, engine ${theirs.residual}`]),
    ...(near(residualBp, theirs.residualBp, '0.0001')
      ? []
      : [`residual in bp: oracle ${residualBp}, engine ${theirs.residualBp}`]),
  ]
}

function differences(set: ControlSet, ours: Examined, theirs: Examined): string[] {
  const summary = ({ result, severity, impact, breaches }: Examined['results'][number], counted: boolean) =>
    `${result} ${severity} ${impact === null ? '–' : q(impact).fixed(4)}${counted ? ` (${breaches})` : ''}`
  const rules = ours.results.flatMap((mine, i) => {
    const its = theirs.results[i]
    const counted = mine.breaches !== null
    const [a, b] = [summary(mine, counted), its ? summary(its, counted) : 'nothing']
    return a === b && mine.id === its?.id ? [] : [`${mine.id}: oracle ${a}, engine ${b}`]
  })
  const all = [...rules, ...bridgeDifferences(ours.bridge, theirs.bridge)]
  return all.map((each) => `${set.name} (${set.planted.join('; ')}): ${each}`)
}

/** The engine’s results for a set’s workbooks, in a random layout. */
async function engineOf(set: ControlSet): Promise<Examined> {
  const { balance, nav, date } = set.now
  const layout = new Random(balance.length + 31 * (nav.length + date.charCodeAt(9)))
  return engineOn(await deliveredInput(set, layout))
}

test('a new site has the account plan of the contract', () => {
  expect(
    ACCOUNT_PLAN.map(({ prefix, accountClass }) => ({ prefix, class: accountClass, side: null })),
  ).toEqual(PLAN)
})

test('the books of normal days leave nothing unexplained', () => {
  const clean = Array.from({ length: 500 }, (_, i) => randomSet(seed + i)).filter(
    ({ planted }) => planted.length === 0,
  )
  for (const set of clean) {
    const { bridge, results } = examine(set)
    expect(Math.abs(Number(bridge?.residualBp ?? 0)), set.name).toBeLessThan(0.01)
    expect(
      results.filter(({ result, severity }) => result === 'NOK' && severity === 'B'),
      set.name,
    ).toEqual([])
  }
})

test.each(CARRIED)('$what: $rule detects it', async (error) => {
  const set = carriedSet(error)
  const found = examine(set)
  expect(found.results.find(({ id }) => id === error.rule)?.result).toBe('NOK')
  expect(differences(set, found, await engineOf(set))).toEqual([])
})

test(`the engine and the oracle agree on ${COUNT} random sets from ${seed}`, async () => {
  const disagreements: string[] = []
  for (let i = 0; i < COUNT; i++) {
    const set = randomSet(seed + i)
    try {
      disagreements.push(...differences(set, examine(set), await engineOf(set)))
    } catch (error) {
      // No set is invalid: a refusal is a disagreement too.
      const list = error instanceof DomainError ? error.options.list?.join(' ') : ''
      disagreements.push(`${set.name} (${set.planted.join('; ')}): ${error} ${list}`)
    }
  }
  expect(disagreements).toEqual([])
}, 170_000)
