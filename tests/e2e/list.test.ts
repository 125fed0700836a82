import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** 32 NAV dates: two pages. Others of the site are kept out by the filter. */
let fund: TestFund
const CODE = ownName('LISTED')
const LIST = `/nav-controls?filter.fundcode=${CODE}`

beforeAll(async () => {
  fund = await newFund({ code: CODE, name: 'Fund of the list', before: 31 })
})

test('a NAV opens by a click or Enter on its row; Escape, Close and Back close it where it was opened', async () => {
  const page = await visit('accountant1', LIST)
  const title = page.getByRole('heading', { name: `${CODE} 30.10.26` })
  const closed = async () => {
    await page.locator('#drawer-title').waitFor({ state: 'detached' })
    await page.waitForURL(`**${LIST}`)
  }
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('link', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await firstRow(page).getByText('Fund of the list').click()
    await title.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/nav-controls/${fund.nav.id}`)
    await close()
    await closed()
  }
  // By keyboard the focus goes to the NAV, and back to its row.
  await enter(page)
  await title.waitFor()
  await expect.poll(() => focused(page)).toContain(`${CODE} 30.10.26`)
  await page.keyboard.press('Escape')
  await closed()
  await page.waitForFunction(() => document.activeElement?.matches('a.grid__open'))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
    .toContain(`/nav-controls/${fund.nav.id}`)
  // A double click opens it once: one step back is the list.
  await firstRow(page).getByText('Fund of the list').dblclick()
  await title.waitFor()
  await page.goBack()
  await closed()
})

test('typing filters in place; a link opened cold shows the NAV and leads back to the list as it was', async () => {
  const page = await visit('accountant1', LIST)
  // Without a reload, and without losing the field.
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByLabel('Filter NAV date').pressSequentially('>=01/09/2026')
  await page.getByText('1–2 of 2').waitFor()
  expect(new URL(page.url()).searchParams.get('filter.navdate')).toBe('>=01/09/2026')
  await expect.poll(() => focused(page)).toBe('Filter NAV date')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  await page.getByLabel('Filter Status').selectOption('SENT')
  await page.getByText('No results').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await page.waitForURL('**/nav-controls?page=1')
  await page.getByText(/^1–25 of \d+$/).waitFor()

  await page.goto(`/nav-controls/${fund.nav.id}?filter.fundcode=${CODE}&page=2`)
  await page.getByRole('heading', { name: `${CODE} 30.10.26` }).waitFor()
  expect(await page.title()).toBe(`${CODE} 30.10.26 · Fund of the list · Fundesk`)
  expect(await page.getByText('26–32 of 32').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Close' }).click()
  await page.waitForURL((url) => url.pathname === '/nav-controls')
  await page.getByText('26–32 of 32').waitFor()
})

test('without JavaScript the list sorts, pages, filters and searches', async () => {
  const page = await visit('accountant1', LIST, { js: false })
  const day = () => firstRow(page).locator('td').nth(3).innerText()
  await expect.poll(() => day()).toBe('30.10.26')
  await page.getByText('1–25 of 32').waitFor()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByText('26–32 of 32').waitFor()
  await page.getByRole('link', { name: 'NAV date', exact: true }).click()
  await page.waitForURL(/sort=/)
  await page.getByText('1–25 of 32').waitFor()
  const oldest = fund.navs[0]?.model.navDate ?? ''
  await page
    .getByRole('row')
    .filter({ hasText: oldest.slice(2).split('-').reverse().join('.') })
    .first()
    .waitFor()

  await page.getByRole('spinbutton', { name: 'Page' }).fill('2')
  await page.getByRole('spinbutton', { name: 'Page' }).press('Enter')
  await page.getByText('26–32 of 32').waitFor()

  await page.getByLabel('Search all columns').fill('nowhere at all')
  await page.getByLabel('Search all columns').press('Enter')
  await page.getByText('No results').waitFor()
  await page.getByLabel('Search all columns').fill('fund of the LIST')
  await page.getByLabel('Search all columns').press('Enter')
  await page.getByText('1–25 of 32').waitFor()

  await page.getByLabel('Filter NAV date').fill('yesterday')
  await page.getByLabel('Filter NAV date').press('Enter')
  await page.getByText('is not a date like').waitFor()
  await expect.poll(() => page.getByLabel('Filter NAV date').inputValue()).toBe('yesterday')
})

function firstRow(page: Page) {
  return page.locator('tr[data-key]').first()
}

async function enter(page: Page): Promise<void> {
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? (at instanceof HTMLElement ? at.innerText.trim() : null)
  })
}
