import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import {
  bytesOf,
  csvOf,
  daysOf,
  exported,
  gridFunds,
  linesOf,
  openFilters,
  shown,
  WHO,
} from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the codes of its funds. */
const own = ownName('EXPO')
let list: string
let days: string[]

beforeAll(async () => {
  const { list: address, funds } = await gridFunds(own)
  list = address
  days = daysOf(funds[0])
})

test('exports what was found, all its pages, in the columns and the order that are seen, or marked rows alone, in each format', async () => {
  const page = await visit(WHO, `${list}&columns=navdate,fundcode&sort=-navdate,fundcode&page=1`)
  const all = await exported(page, 'CSV')
  expect(all.suggestedFilename()).toBe('navs.csv')
  const lines = await csvOf(all)
  expect(lines).toHaveLength(61)
  expect(lines.slice(0, 2)).toEqual(['NAV date,Fund', `${days[0]},${own}A`])
  // The page stays as it was.
  expect(page.url()).toContain('page=1')

  for (const name of [
    `Mark NAV ${own}B ${shown(days[0] ?? '')}`,
    `Mark NAV ${own}A ${shown(days[1] ?? '')}`,
  ]) {
    await page.getByRole('checkbox', { name }).click()
    await page.getByRole('checkbox', { name, checked: true }).waitFor()
  }
  expect(await csvOf(await exported(page, 'CSV'))).toEqual([
    'NAV date,Fund',
    `${days[0]},${own}B`,
    `${days[1]},${own}A`,
  ])
  for (const [format, name, start] of [
    ['Excel', 'navs.xlsx', 'PK'],
    ['PDF', 'navs.pdf', '%PDF-'],
  ] as const) {
    const file = await exported(page, format)
    expect(file.suggestedFilename()).toBe(name)
    expect((await bytesOf(file)).subarray(0, start.length).toString()).toBe(start)
  }
})

test('exports a grid beside others by its own state, and the popup over it by the tab that is open', async () => {
  const page = await visit(
    'auditor1',
    '/nav-controls?filter.currentstatus=SENT&filter.navdate=10/2026&sort=-navdate',
  )
  await page.locator('.grid__open').first().click()
  await page.getByRole('heading', { name: 'NAV elements' }).click()
  const fold = page
    .locator('details.fold')
    .filter({ has: page.getByRole('heading', { name: 'NAV elements' }) })
  await openFilters(fold)
  await fold.getByLabel('Filter Type').selectOption('FUND TNA')
  const elements = page.locator('.export a[href*="/export/nav_elements.csv"][href*="elements.filter.style"]')
  const answer = await page.request.get((await elements.getAttribute('href')) ?? '')
  const [head, ...rows] = linesOf(await answer.text())
  expect([head, rows.length]).toEqual(['Fund Share,Type,Ccy,Value', 1])
  await page.getByRole('link', { name: 'NAV diff' }).first().click()
  await page.getByRole('link', { name: 'Balance Changes' }).click()
  const popup = page.locator('dialog')
  await popup.getByText('Status: CHANGED').waitFor()
  const changes = popup.locator('.export a[href*="/delta/balance/export/balance_delta.pdf"]')
  expect((await page.request.get((await changes.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'application/pdf',
  )
})
