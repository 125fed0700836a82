import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { address, cells, columnHeads, gridFunds, groupHeads, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the codes of its funds. */
const own = ownName('ADDR')
let list: string

beforeAll(async () => {
  list = (await gridFunds(own)).list
})

const lines = (page: Page) => page.locator('.grid__pager > span').first().innerText()
const head = (page: Page, name: string) =>
  page.locator('.grid__head').getByRole('link', { name, exact: true })

/** Everything that a user sees of a grid. */
async function seen(page: Page) {
  return {
    heads: await columnHeads(page),
    groups: await groupHeads(page),
    rows: await cells(page, 2),
    lines: await lines(page),
    marked: await page.locator('tr[data-marked]').count(),
    sorted: await page.locator('th[aria-sort]').evaluateAll((all) => all.map((th) => th.ariaSort)),
    values: await page.locator('.grid__panel legend').allInnerTexts(),
    fields: await page
      .locator('.grid__filters :is(input, select)')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  }
}

test('a head sorts up, down and as at first, each a page of the history; Shift sorts by a further column; pages are turned', async () => {
  const page = await visit(WHO, list)
  const first = () => page.locator('tr[data-key] > td:nth-child(2)').first().innerText()
  const sort = () => page.locator('th[data-column=fundcode]').getAttribute('aria-sort')
  const sorted = () => page.locator('th[aria-sort]').getAttribute('data-column')
  await head(page, 'Max sending date').click()
  // The address is there before the heads are, and theirs is where the next click leads.
  await expect.poll(sorted).toBe('maxsendingdate')
  await head(page, 'Fund').click()
  await expect.poll(sort).toBe('ascending')
  await expect.poll(() => first()).toBe(`${own}A`)
  await head(page, 'Fund').click()
  await expect.poll(sort).toBe('descending')
  await expect.poll(() => first()).toBe(`${own}C`)
  await page.goBack()
  await expect.poll(sort).toBe('ascending')
  await page.goBack()
  await expect.poll(sorted).toBe('maxsendingdate')
  await page.goForward()
  await expect.poll(sort).toBe('ascending')
  await expect.poll(first).toBe(`${own}A`)

  await head(page, 'Status').click()
  await expect.poll(sorted).toBe('currentstatus')
  await head(page, 'Fund').click({ modifiers: ['Shift'] })
  const signs = () => page.locator('th[aria-sort] .grid__sort').allInnerTexts()
  await expect.poll(signs).toEqual(['▲2', '▲1'])
  await head(page, 'Fund').click({ modifiers: ['Shift'] })
  await page.waitForURL(/sort=currentstatus,-fundcode/)
  await expect.poll(signs).toEqual(['▼2', '▲1'])
  await expect.poll(first).toBe(`${own}C`)

  // Also by number, and the history leads back.
  const rowsShown = (text: string) => expect.poll(() => lines(page)).toBe(text)
  await rowsShown('1–25 of 60')
  await page.getByRole('link', { name: 'Last', exact: true }).click()
  await rowsShown('51–60 of 60')
  await page.getByRole('link', { name: 'Previous', exact: true }).click()
  await rowsShown('26–50 of 60')
  await page.getByRole('spinbutton', { name: 'Page' }).fill('3')
  await page.getByRole('spinbutton', { name: 'Page' }).press('Enter')
  await rowsShown('51–60 of 60')
  await page.getByRole('link', { name: 'First', exact: true }).click()
  await rowsShown('1–25 of 60')
  await page.goBack()
  await rowsShown('51–60 of 60')
  expect(new Set(await cells(page, 2))).toEqual(new Set([`${own}A`]))
})

test('one row is expanded at a time, on the page and in the address; the address shows the same to someone else', async () => {
  const page = await visit(WHO, list)
  await page.locator('a.grid__open').first().click()
  await page.locator('#drawer-title').waitFor()
  await page.getByRole('link', { name: 'NAV Checks Audit' }).click()
  const details = page.locator('.drawer .grid__detail')
  const expand = (at: number) => page.locator('.drawer .grid__expand').nth(at).click()
  await expand(0)
  await page.waitForURL(/checks\.expanded=1(&|$)/)
  await details.waitFor()
  await expand(3)
  await page.waitForURL(/checks\.expanded=4(&|$)/)
  await expect.poll(() => details.count()).toBe(1)
  await page.reload()
  await expect.poll(() => page.locator('.drawer .grid__expand[aria-expanded=true]').count()).toBe(1)
  await expand(3)
  await expect.poll(() => details.count()).toBe(0)

  const state = [
    `filter.navdate=2026&sort=-fundcode,navdate&group=currentstatus,fundcode&open=all&toggle=TO CONTROL|${own}A`,
    'columns=fundname,navdate,maxsendingdate&width.navdate=200&values=navdate&page=2&size=20&selected=1,2',
  ].join('&')
  await page.goto(`${list}&${state}`)
  const [mine, link] = [await seen(page), address(page)]
  await page.context().clearCookies()
  await logIn(page.context(), 'auditor1')
  await page.goto(link)
  expect(await seen(page)).toEqual(mine)
  expect(mine.heads).toEqual(['Fund name', 'NAV date', 'Max sending date'])
  expect(mine.values).toEqual(['Values of NAV date'])
  expect(mine.fields).toContain('01/01/2026..31/12/2026')
})
