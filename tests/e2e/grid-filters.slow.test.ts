import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { address, cells, daysOf, focused, gridFunds, openMenu, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { gate } from '../support/gate'

/** The beginning of the codes of its funds. */
const own = ownName('FILT')
let list: string
let days: string[]

beforeAll(async () => {
  const made = await gridFunds(own)
  list = made.list
  days = daysOf(made.funds[0])
})

const rows = (page: Page, text: string) => page.locator('.grid__pager').getByText(text).first().waitFor()
const choose = (page: Page, column: string) =>
  page.getByRole('link', { name: `Choose values of ${column}`, exact: true }).click()
const apply = (page: Page) => page.locator('.grid__panel').getByRole('button', { name: 'Apply' }).click()

const inYear = (year: string) => 3 * days.filter((day) => day.startsWith(year)).length

test('conditions are joined by "or", changed, described and cleared', async () => {
  const page = await visit(WHO, list)
  const [first = '', second = ''] = days.map((day) => day.split('-').reverse().join('/'))
  await openMenu(page, 'Conditions')
  const line = async (at: number, column: string, is: string, value: string, joined?: string) => {
    if (joined) await page.getByLabel(`Joined of condition ${at}`).selectOption(joined)
    await page.getByLabel(`Column of condition ${at}`).selectOption(column)
    await page.getByLabel(`Comparison of condition ${at}`).selectOption(is)
    await page.getByLabel(`Value of condition ${at}`).fill(value)
  }
  await line(1, 'Fund', 'is', `${own}A`)
  await line(2, 'NAV date', 'is one of', `${first}; ${second}`, 'and')
  await line(3, 'NAV date', 'is', second, 'or')
  const menu = page.locator('details').filter({ has: page.getByLabel('Column of condition 1') })
  await menu.getByRole('button', { name: 'Apply' }).click()
  await rows(page, '1–4 of 4')
  await openMenu(page, 'Conditions (2)')
  expect(await page.getByLabel('Value of condition 2').inputValue()).toBe(`${first}; ${second}`)
  await line(4, 'Fund', 'is at least', 'what', 'or')
  await menu.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Fund is not filtered: “is at least” does not apply to it.').waitFor()
  await rows(page, '1–4 of 4')
  await page.getByLabel('Filter Status').selectOption('SENT')
  await page.getByText('No results').waitFor()
  await expect
    .poll(() => page.locator('.grid__empty').innerText())
    .toContain(`either Fund is “${own}A” and NAV date is ${first} or ${second}, or NAV date is`)
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await page.waitForURL((url) => url.searchParams.get('page') === '1')
  await page
    .locator('summary')
    .filter({ hasText: /^Conditions$/ })
    .waitFor()
})

test('without JavaScript conditions and a filter are applied by buttons, and cleared', async () => {
  const page = await visit(WHO, list, { js: false })
  await openMenu(page, 'Conditions')
  for (const [at, fund] of [`${own}A`, `${own}B`].entries()) {
    if (at > 0) await page.getByLabel(`Joined of condition ${at + 1}`).selectOption('or')
    await page.getByLabel(`Column of condition ${at + 1}`).selectOption('Fund')
    await page.getByLabel(`Comparison of condition ${at + 1}`).selectOption('is')
    await page.getByLabel(`Value of condition ${at + 1}`).fill(fund)
  }
  const menu = page.locator('details').filter({ has: page.getByLabel('Column of condition 1') })
  await menu.getByRole('button', { name: 'Apply' }).click()
  await rows(page, '1–25 of 40')
  await page.getByLabel('Filter Status').selectOption('SENT')
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await page.getByText('No results').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await page.waitForURL((url) => url.searchParams.get('page') === '1')
})

test('values are chosen from the list of a column, searched in it, and cleared; days by year, month and day', async () => {
  const page = await visit(WHO, `${list}&page=2`)
  await choose(page, 'Fund')
  const panel = page.locator('.grid__panel')
  await panel.getByText('Values of Fund').waitFor()
  const listed = async () =>
    (await panel.locator('label').allInnerTexts()).map((label) => label.replace(/\s+/g, ' '))
  await expect
    .poll(() => listed())
    .toEqual(expect.arrayContaining([`${own}A 20`, `${own}B 20`, `${own}C 20`]))
  await panel.getByLabel('Search the values of Fund').fill(`${own.toLowerCase()}c`)
  await panel.getByLabel('Search the values of Fund').press('Enter')
  await page.waitForURL(new RegExp(`find=${own.toLowerCase()}c`))
  await expect.poll(listed).toEqual([`${own}C 20`])
  await panel.getByLabel(`${own}C`).check()
  await apply(page)
  await rows(page, '1–20 of 20')
  expect(new Set(await cells(page, 2))).toEqual(new Set([`${own}C`]))
  expect(address(page)).toMatch(new RegExp(`in.fundcode=${own}C`))
  await expect.poll(() => focused(page)).toBe('Choose values of Fund')
  await page.getByRole('link', { name: 'Clear filter Fund', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('in.fundcode'))
  await expect.poll(() => focused(page)).toBe('Filter Fund')

  // Clearing has taken the filter of the list's own funds as well.
  await page.goto(list)
  await choose(page, 'NAV date')
  await panel.getByText('Values of NAV date').waitFor()
  expect(await panel.getByRole('searchbox').count()).toBe(0)
  await panel.getByLabel(`2025 ${inYear('2025')}`).check()
  await apply(page)
  await rows(page, `of ${inYear('2025')}`)
  await choose(page, 'NAV date')
  await panel.getByLabel(/^2025/).uncheck()
  await panel.locator('summary[aria-label="Months of 2026"]').click()
  await panel.locator('summary[aria-label="Days of October 2026"]').click()
  const day30 = panel.getByRole('checkbox', { name: /^30 / })
  await day30.check()
  await panel.getByRole('checkbox', { name: /^September/ }).check()
  await apply(page)
  await rows(page, '1–6 of 6')
  // What is chosen is in sight when the list is opened again.
  await choose(page, 'NAV date')
  await day30.waitFor()
  await expect.poll(() => day30.isChecked()).toBe(true)
  await panel.getByRole('link', { name: 'Clear', exact: true }).click()
  await rows(page, '1–25 of')
})

test('fast typing keeps focus and caret, and the number of rows is announced; Escape closes the list of values; a bar shows slow answers', async () => {
  const page = await visit(WHO, list)
  const field = page.getByLabel('Filter Fund name')
  await field.pressSequentially('Fund', { delay: 20 })
  await page.waitForURL(/filter\.fundname=Fund/)
  await field.press('Home')
  await field.pressSequentially('=', { delay: 20 })
  await field.press('End')
  await field.pressSequentially(` B of ${own}`, { delay: 30 })
  await rows(page, '1–20 of 20')
  await expect.poll(() => field.inputValue()).toBe(`=Fund B of ${own}`)
  await expect.poll(() => focused(page)).toBe('Filter Fund name')
  expect(await field.evaluate((one: HTMLInputElement) => one.selectionStart)).toBe(`=Fund B of ${own}`.length)
  await expect.poll(() => page.locator('p[role=status]').allInnerTexts()).toContain('NAVs: 20 rows')

  await page.getByRole('link', { name: 'Choose values of Status' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Search the values of Status').waitFor()
  await expect.poll(() => focused(page)).toBe('Search the values of Status')
  await page.keyboard.press('Escape')
  await page.locator('.grid__panel').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Choose values of Status')
  /** How much of the bar is seen so long after it came, on its animation's own clock. */
  const seenAfter = (ms: number) =>
    page.locator('.loading-bar').evaluate((bar, time) => {
      for (const animation of bar.getAnimations()) {
        animation.pause()
        animation.currentTime = time
      }
      return getComputedStyle(bar).opacity
    }, ms)
  const answered = gate()
  await page.route(/nav-controls.*sort=fundname/, async (route) => {
    await answered.opened
    await route.continue()
  })
  await page.getByRole('link', { name: 'Fund name', exact: true }).click()
  await page.locator('.loading-bar').waitFor({ state: 'attached' })
  expect([await seenAfter(299), await seenAfter(300)]).toEqual(['0', '1'])
  answered.open()
  await page.locator('.loading-bar').waitFor({ state: 'detached' })
})
