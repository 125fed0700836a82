import { type SiteFund, type TestSite, testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundHistory } from '~/areas/navs/fund-history.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { Big } from '~/platform/values/decimal'

let site: TestSite
let fund: SiteFund
beforeAll(async () => {
  site = await testSite()
  fund = await site.addFund({ fundCode: 'PAST', fundName: 'Past Fund' })
})
afterAll(() => site.close())

const history = async () => fundHistory(site.read, await navFacts(site.read, fund.navId))

test('before any control there is nothing to look back on', async () => {
  expect(await history()).toMatchObject({ dates: [], tna: [], classes: [], rules: [], quietRules: 0 })
})

test('figures are those of the control that counts of each date, in order, each class and the benchmark', async () => {
  await site.control('accountant1', { model: fund.previous, set: fund.set })
  // 12 on a suspense account: a warning.
  await site.control('accountant1', fund, (books) => {
    rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).debtor = { number: '12' }
    const income = fund.model.balance.find(({ accountNumber }) => accountNumber === '7010')
    rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' }).creditor = {
      number: String(Number(income?.creditor) + 12),
    }
  })
  const { dates, tna, classes, benchmark, rules, quietRules } = await history()
  expect(dates).toEqual([fund.previous.navDate, fund.model.navDate])
  expect(tna.map((value) => new Big(value ?? 0).toFixed(2))).toEqual(
    [fund.previous.tna, fund.model.tna].map((value) => new Big(value).toFixed(2)),
  )
  expect(classes.map(({ code }) => code)).toEqual(fund.model.classes.map(({ code }) => code))
  for (const [at, { code, perShare }] of classes.entries()) {
    const wanted = fund.model.classes[at]
    expect(wanted?.code).toBe(code)
    expect(perShare.every((value) => value !== null)).toBe(true)
    expect(Number(perShare[1])).toBe(Number(wanted?.navPerShare))
  }
  expect(benchmark?.levels.map(Number)).toEqual([
    Number(fund.previous.benchmarkLevel),
    Number(fund.model.benchmarkLevel),
  ])
  const b04 = rules.find(({ name }) => name === 'B04 Suspense accounts')
  expect(b04?.results).toEqual(['OK', 'NOK'])
  expect(rules.length + quietRules).toBe(41)
})

test('the history ends with the NAV that is looked at', async () => {
  const earlier = await navFacts(site.read, fund.previousNavId)
  expect((await fundHistory(site.read, earlier)).dates).toEqual([fund.previous.navDate])
})
