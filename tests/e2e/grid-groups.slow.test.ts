import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { cells, daysOf, focused, gridFunds, groupHeads, openMenu, shown, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the codes of its funds. */
const own = ownName('GRUP')
let list: string
let days: string[]

beforeAll(async () => {
  const made = await gridFunds(own)
  list = made.list
  days = daysOf(made.funds[0])
})

const toggle = (page: Page, name: string) => page.locator('.grid__toggle').filter({ hasText: name }).click()
const heads = (page: Page) => expect.poll(() => groupHeads(page))
const lines = (page: Page) => page.locator('.grid__pager > span').first().innerText()

test('rows are grouped, groups open and close one by one and all at once, also from a page where their rows go on', async () => {
  const page = await visit(WHO, list)
  await openMenu(page, 'Group')
  await page.getByLabel('Group by').selectOption('Fund')
  await page.locator('.grid__toolbar [open] button', { hasText: 'Apply' }).click()
  await heads(page).toEqual([`Fund: ${own}A 20`, `Fund: ${own}B 20`, `Fund: ${own}C 20`])
  await expect.poll(() => lines(page)).toBe('1–3 of 3 lines, 60 rows')
  expect(await page.locator('th[data-column=fundcode]').count()).toBe(0)
  await toggle(page, `${own}B`)
  await expect.poll(() => cells(page, 3)).toEqual(days.map(shown))
  await expect.poll(() => lines(page)).toBe('1–22 of 22 lines, 60 rows')
  await toggle(page, `${own}B`)
  await expect.poll(() => cells(page, 3)).toEqual([])
  await openMenu(page, 'Group (1)')
  await page.getByRole('link', { name: 'Open all' }).click()
  await expect.poll(() => lines(page)).toBe('1–25 of 60')
  await heads(page).toEqual([`Fund: ${own}A 20`, `Fund: ${own}B 20`])
  await openMenu(page, 'Group (1)')
  await page.getByRole('link', { name: 'Ungroup' }).click()
  await heads(page).toEqual([])

  // Shown on the page where it begins, it keeps the focus.
  await page.goto(`${list}&group=fundcode,currentstatus&open=all&sort=navdate&page=2`)
  await heads(page).toEqual([
    `Fund: ${own}B 20, continued`,
    'Level 2, Status: TO CONTROL 20, continued',
    `Fund: ${own}C 20`,
    'Level 2, Status: TO CONTROL 20',
  ])
  await toggle(page, `${own}B`)
  await expect.poll(() => lines(page)).toBe('1–25 of 41 lines, 60 rows')
  await expect.poll(() => focused(page)).toBe(`Fund: ${own}B`)
})

test('arrows lead through groups: right opens, left closes and leads to the group around; focus stays', async () => {
  const page = await visit(WHO, `${list}&group=fundcode,navdate`)
  await page.locator('.grid__toggle').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe(`Fund: ${own}B`)
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(new RegExp(`toggle=${own}B`))
  await page.locator('.grid__group[data-level="1"]').first().waitFor()
  await expect.poll(() => focused(page)).toBe(`Fund: ${own}B`)
  await page.keyboard.press('ArrowDown')
  const inner = `Level 2, NAV date: ${shown(days[0] ?? '')}`
  await expect.poll(() => focused(page)).toBe(inner)
  await page.keyboard.press('Space')
  await expect.poll(() => cells(page, 3)).toHaveLength(1)
  await expect.poll(() => focused(page)).toBe(inner)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => cells(page, 3)).toHaveLength(0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused(page)).toBe(`Fund: ${own}B`)
  await page.keyboard.press('ArrowLeft')
  await page.locator('.grid__group[data-level="1"]').first().waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.locator('.grid__group[data-level="1"]').first().waitFor()
  await expect.poll(() => focused(page)).toBe(`Fund: ${own}B`)
})
