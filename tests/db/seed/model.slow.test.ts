import { DEMO_FUNDS, demoFund } from 'db/seed/demo/funds'
import type { FundFigures } from 'db/seed/demo/model/books'
import { simulate } from 'db/seed/demo/model/simulate'
import { delivered, FAULTS, type FaultName } from 'db/seed/demo/story/faults'
import { demoSet, evaluated } from 'tests/support/db/seed/demo-set'
import { rounds, shareOf } from 'tests/support/rounds'
import { examine } from 'tests/support/rule-oracle/examine'
import { expect, test } from 'vitest'
import type { Evaluation } from '~/areas/navs/rules/contract'
import { Big, sum } from '~/platform/values/decimal'

const notOk = ({ outcomes }: Evaluation) =>
  outcomes.filter(({ result }) => result === 'NOK').map(({ id }) => id)

// The demo, which runs the same books through real controls, is looked at in demo.slow.test.ts.
test('the books of a third of the 40 funds explain every NAV within a basis point, without false alarms', async () => {
  expect(DEMO_FUNDS).toHaveLength(40)
  const alarms: string[] = []
  let bridges = 0
  // The third with NOR02, which has an alarm.
  for (const fund of shareOf(DEMO_FUNDS, 2, 3)) {
    let previous: FundFigures | null = null
    for (const figures of simulate(fund)) {
      const { navDate } = figures
      const evaluation = await evaluated(demoSet(fund, previous, figures), figures, previous)
      for (const rule of notOk(evaluation)) alarms.push(`${fund.code} ${navDate} ${rule}`)
      const { bridge } = evaluation
      if (bridge) {
        bridges += 1
        expect(Math.abs(Number(bridge.residualBp)), `${fund.code} ${navDate}`).toBeLessThan(1)
      }
      previous = figures
    }
  }
  expect(bridges).toBeGreaterThan(rounds(45, 170))
  // Half the portfolio paid coupons in that fortnight: a person confirms it.
  expect(alarms).toEqual(['NOR02 2026-08-31 B07'])
}, 120_000)

test('debit equals credit in every balance, and the NAV is the sum of the accounts', () => {
  for (const { fund, navDate, balance, tna, inventory } of DEMO_FUNDS.flatMap(simulate)) {
    const net = (accounts: RegExp) =>
      balance
        .filter(({ account }) => accounts.test(account))
        .reduce((all, { debtor, creditor }) => all.plus(debtor ?? 0).minus(creditor ?? 0), new Big(0))
    const at = `${fund.code} ${navDate}`
    expect(net(/./).toFixed(2), at).toBe('0.00')
    expect(net(/^[2345]/).toFixed(2), at).toBe(tna)
    const securities = inventory.filter(({ type }) => type !== 'Cash' && type !== 'Derivative')
    expect(sum(securities.map(({ marketValue }) => marketValue)).toFixed(2), at).toBe(
      net(/^(2|38)/).toFixed(2),
    )
  }
})

const netOf = (figures: FundFigures, accounts: RegExp) =>
  figures.balance
    .filter(({ account }) => accounts.test(account))
    .reduce((all, { debtor, creditor }) => all.plus(debtor ?? 0).minus(creditor ?? 0), new Big(0))

test('at year end results become capital, and fees restart', () => {
  const [, , , last, first] = simulate(demoFund('BRU02'))
  if (!last || !first) throw new Error('BRU02 has no five NAVs')
  expect([last.navDate, first.navDate]).toEqual(['2026-09-30', '2026-10-15'])
  const ofYear = netOf(last, /^[67]/)
  expect(ofYear.abs().gt(1_000_000)).toBe(true)
  expect(netOf(last, /^102/).toFixed(2)).toBe('0.00')
  expect(netOf(first, /^102/).toFixed(2)).toBe(ofYear.toFixed(2))
  // Fifteen days of the year’s fee remain.
  const fee = netOf(first, /^602/)
  const expected = new Big(last.tna).times('0.0006').times(15).div(365)
  expect(fee.minus(expected).abs().lte('0.01')).toBe(true)
})

test('trades, income, settlements, fees and distributions occur, with both kinds of results', () => {
  const all = DEMO_FUNDS.flatMap(simulate)
  const having = (accounts: RegExp) =>
    all.filter(({ balance }) =>
      balance.some(({ account, debtor, creditor }) => accounts.test(account) && (debtor ?? creditor)),
    )
  for (const accounts of [/^301/, /^302/, /^401/, /^402/, /^46/, /^606/, /^69/, /^79/, /^791/, /^691/])
    expect(having(accounts).length, String(accounts)).toBeGreaterThanOrEqual(5)
  expect(all.filter(({ classes }) => classes.some((each) => each.distribution !== null)).length).toBe(11)
})

/** A fund and the two NAV dates on which a mistake is visible. */
function deliveries(code: string, name: FaultName) {
  const fund = demoFund(code)
  const [before, right] = simulate(fund).slice(-2)
  if (!before || !right) throw new Error(`${code} has no two NAVs`)
  return { fund, before, right, wrong: delivered(fund, right.navDate, [name]) }
}

/** Further findings, for mistakes with more than one consequence. */
const ALSO: Partial<Record<FaultName, string[]>> = {
  N03: ['N04'],
  N06: ['N03', 'N08'],
  N07: ['N10', 'I04', 'I13', 'I15'],
  N08: ['N14'],
  N14: ['N15'],
  B08: ['B10'],
  I13: ['I04', 'I15'],
  I14: ['I15'],
  I15: ['I04'],
  I16: ['B07'],
}

/** No rule of the files finds them; N11 needs a NAV that was sent. */
const FOUND_OTHERWISE: readonly string[] = ['N11', 'S03', 'S06']

test.each(Object.keys(FAULTS).filter((name) => !FOUND_OTHERWISE.includes(name)) as FaultName[])(
  'the planted mistake %s is found by its rule, and by an independent implementation',
  async (name) => {
    const { fund, before, wrong } = deliveries('ARV03', name)
    const set = demoSet(fund, before, wrong)
    const found = [name, ...(ALSO[name] ?? [])].sort()
    expect(notOk(await evaluated(set, wrong, before)).sort()).toEqual(found)
    const { results } = examine(set)
    const examined = results.filter(({ result }) => result === 'NOK').map(({ id }) => id)
    expect(examined.sort()).toEqual(found)
  },
)

test.each([
  ['COR04', 'S03'],
  ['COR05', 'S06'],
] as const)(
  'a mistake of %s that only a second source shows, %s, is found by no rule of files',
  async (code, name) => {
    const { before, fund, wrong } = deliveries(code, name)
    const set = demoSet(fund, before, wrong)
    expect(notOk(await evaluated(set, wrong, before))).toEqual([])
    expect(examine(set).results.filter(({ result }) => result === 'NOK')).toEqual([])
  },
)

test('a price corrected after the NAV was sent is a NAV error', async () => {
  const { fund, before, right, wrong } = deliveries('COR02', 'N11')
  expect(notOk(await evaluated(demoSet(fund, before, wrong), wrong, before))).toEqual(['I04'])
  const corrected = demoSet(fund, before, right)
  corrected.firstSent = Object.fromEntries(wrong.classes.map(({ code, navPerShare }) => [code, navPerShare]))
  expect(notOk(await evaluated(corrected, right, before))).toEqual(['N11'])
})
