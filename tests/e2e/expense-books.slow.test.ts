import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { csvOf, exported } from '../support/browser/grids'

/** Nothing of the page breaks WCAG 2.2 AA; it is as wide as before afterwards. */
async function expectClean(page: Page, name: string) {
  expect(await violations(page, name)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('divides a draft by net assets: shows the parts, then takes them', async () => {
  const [draft] = (await call('finance1', 'drafttransactions?filter.invoice_ref=2026-1230')) as {
    id: number
  }[]
  const page = await visit('finance1', `/drafts/${draft?.id}/allocations?divide=TNA`)
  const parts = page.getByRole('table', { name: 'Parts', exact: true })
  await parts.getByText('15/10/2026').first().waitFor()
  await page.getByRole('button', { name: /^Replace the \d+ cost lines by these parts$/ }).click()
  await page.getByText(/^Divided by total net assets as of 31\/10\/2026, taken by/).waitFor()
})

test('shows an accountant what November costs, what is booked and what remains; what NAVs accrued, and exports it', async () => {
  const page = await visit('accountant2', '/invoices?size=5')
  await page.getByRole('link', { name: 'Prepaid expenses' }).click()
  await page.getByRole('heading', { name: 'Prepaid expenses to book' }).waitFor()
  // The grid's choice of columns has a "Month" too.
  await page.getByRole('combobox', { name: 'Month', exact: true }).selectOption('2026-11')
  await page.getByRole('button', { name: 'Show month', exact: true }).click()
  await page.waitForURL(/month=2026-11/)
  // Its December, which the page shows first once November is over, is gone.
  const due = page.getByRole('table', { name: 'Prepaid expenses to book', exact: true })
  await expect.poll(() => due.getByText('IDH/77120').count()).toBe(1)
  await expectClean(page, 'prepaid expenses to book')
  await page.getByRole('link', { name: 'Booked journals' }).click()
  const booked = page.getByRole('table', { name: 'Prepaid journals', exact: true })
  await booked.getByText('Period 10').waitFor()
  await page.getByRole('link', { name: 'Remaining' }).click()
  await page
    .getByRole('table', { name: 'Remaining by invoice', exact: true })
    .getByText('IDH/77120')
    .waitFor()
  await expectClean(page, 'what remains')
  await page.goto('/invoices/prepaid/book?month=2026-11')
  await expectClean(page, 'a journal')

  await page.goto('/accruals?size=10')
  await page.getByLabel('NAVs until', { exact: true }).fill('2026-09-30')
  await page.getByRole('button', { name: 'Show date', exact: true }).click()
  await page.waitForURL(/date=2026-09-30/)
  const rows = page.getByRole('table', { name: 'Accruals', exact: true }).locator('tr[data-key]')
  await rows
    .getByText(/\.09\.26$/)
    .first()
    .waitFor()
  await expect.poll(() => rows.getByText(/\.(10|11)\.26$/).count()).toBe(0)
  await expectClean(page, 'accruals')
  const file = await exported(page, 'CSV')
  expect(file.suggestedFilename()).toBe('accruals.csv')
  const [head, ...lines] = await csvOf(file)
  expect(head).toMatch(/^Fund,NAV date,Expense Type,Result,Accrued,/)
  expect(await page.locator('h1 + .muted').innerText()).toBe(String(lines.length))
})
