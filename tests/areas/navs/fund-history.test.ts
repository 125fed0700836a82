import { createElement } from 'react'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { markup } from 'tests/support/ui/render'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { type FundHistory, fundHistory } from '~/areas/navs/fund-history.server'
import { FundHistoryView } from '~/areas/navs/fund-history-view'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { Big } from '~/platform/values/decimal'

const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'PAST', fundName: 'Past Fund' })

const history = async () => fundHistory(site.read, await navFacts(site.read, fund.navId))

test('without a control there is no history', async () => {
  expect(await history()).toMatchObject({
    dates: [],
    missing: [],
    tna: [],
    classes: [],
    rules: [],
    quietRules: 0,
  })
})

test('figures are those of the relevant control of each date, in order, with each class and the benchmark', async () => {
  await site.control('accountant1', { model: fund.previous, set: fund.set })
  const early = await history()
  expect(early.missing).toEqual([fund.model.navDate])
  expect(early.dates).toEqual([fund.previous.navDate, fund.model.navDate])
  expect(early.tna[1]).toBeNull()
  // 12 on a suspense account: a warning.
  await site.control('accountant1', fund, (books) => {
    rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).debtor = { number: '12' }
    const income = fund.model.balance.find(({ accountNumber }) => accountNumber === '7010')
    rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' }).creditor = {
      number: String(Number(income?.creditor) + 12),
    }
  })
  const { dates, missing, tna, classes, benchmark, rules, quietRules } = await history()
  expect(missing).toEqual([])
  expect(dates).toEqual([fund.previous.navDate, fund.model.navDate])
  expect(tna.map((value) => new Big(value ?? 0).toFixed(2))).toEqual(
    [fund.previous.tna, fund.model.tna].map((value) => new Big(value).toFixed(2)),
  )
  expect(classes.map(({ code }) => code)).toEqual(fund.model.classes.map(({ code }) => code))
  for (const [at, { code, perShare }] of classes.entries()) {
    const expected = fund.model.classes[at]
    expect(expected?.code).toBe(code)
    expect(perShare.every((value) => value !== null)).toBe(true)
    expect(Number(perShare[1])).toBe(Number(expected?.navPerShare))
  }
  expect(benchmark?.levels.map(Number)).toEqual([
    Number(fund.previous.benchmarkLevel),
    Number(fund.model.benchmarkLevel),
  ])
  const b04 = rules.find(({ name }) => name === 'B04 Suspense accounts')
  expect(b04?.results).toEqual(['OK', 'NOK'])
  expect(rules.length + quietRules).toBe(50)
})

test('the history ends with the selected NAV', async () => {
  const earlier = await navFacts(site.read, fund.previousNavId)
  expect((await fundHistory(site.read, earlier)).dates).toEqual([fund.previous.navDate])
})

const drawn: FundHistory = {
  dates: ['2026-08-31', '2026-09-30', '2026-10-30'],
  missing: ['2026-09-30'],
  currency: 'EUR',
  tna: ['30000000', null, '33000000'],
  classes: [
    {
      code: 'A',
      name: 'A',
      currency: 'EUR',
      perShare: ['100', null, '110'],
      tna: ['20000000', null, '22000000'],
    },
    {
      code: 'U',
      name: 'U',
      currency: 'USD',
      perShare: ['50', null, '51'],
      tna: ['11000000', null, '12000000'],
    },
  ],
  benchmark: null,
  quietRules: 40,
  rules: [{ name: 'B04 Suspense accounts', results: ['OK', null, 'NOK'] }],
}
const shown = (history: FundHistory) => markup(createElement(FundHistoryView, { history }))

test('net assets are drawn for the fund and for its classes, by currency', async () => {
  const html = await shown(drawn)
  const titles = [...html.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, title]) => title)
  expect(titles.slice(1)).toEqual([
    'Total net assets. In millions of EUR: from 30.00 to 33.00.',
    'Net assets by class, EUR. In millions of EUR: A from 20.00 to 22.00.',
    'Net assets by class, USD. In millions of USD: U from 11.00 to 12.00.',
  ])
  const [only] = drawn.classes
  expect(await shown({ ...drawn, classes: only ? [only] : [] })).not.toContain('Net assets by class')
})

test('a date without a control is missing in the heat map, and reported above it', async () => {
  const html = await shown(drawn)
  expect(html).toContain('No control has run for 30.09.26.')
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell?.replace(/<[^>]+>/g, ''))
  expect(cells.slice(-4)).toEqual(['B04 Suspense accounts', 'OK', 'missing', 'not OK'])
  expect(await shown({ ...drawn, missing: [], rules: [] })).toContain(
    'All rules were OK or did not apply on every date.',
  )
})
