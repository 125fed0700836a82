import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('an accountant sees what November costs, and what remains', async () => {
    const page = await visit('accountant2', '/invoices', { js })
    await page.getByRole('link', { name: 'Prepaid expenses' }).click()
    await page.getByRole('heading', { name: 'Prepaid expenses to book' }).waitFor()
    await page.getByLabel('Month', { exact: true }).selectOption('2026-11')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const due = page.getByRole('table', { name: 'Prepaid expenses to book', exact: true })
    await due.getByText('IDH/77120').waitFor()
    await page.getByRole('link', { name: 'Booked journals' }).click()
    const booked = page.getByRole('table', { name: 'Prepaid journals', exact: true })
    await booked.getByText('Period 10').waitFor()
    await page.getByRole('link', { name: 'Remaining' }).click()
    await page
      .getByRole('table', { name: 'Remaining by invoice', exact: true })
      .getByText('IDH/77120')
      .waitFor()
  })

  test('a draft is divided by net assets: the parts are shown, then taken', async () => {
    const page = await visit('finance1', '/drafts', { js })
    await page
      .getByRole('link', { name: /2026-1230|Kellermann/ })
      .first()
      .waitFor()
    const href = await page
      .locator('tr[data-key]', { has: page.getByText('2026-1230') })
      .getByRole('link')
      .first()
      .getAttribute('href')
    const draft = /\/drafts\/\d+/.exec(href ?? '')?.[0] ?? ''
    expect(draft).not.toBe('')
    await page.goto(new URL(`${draft}/allocations?divide=TNA`, page.url()).href)
    const parts = page.getByRole('table', { name: 'Parts', exact: true })
    await parts.getByText('15/10/2026').first().waitFor()
    await page.getByRole('button', { name: /^Replace the \d+ cost lines by these parts$/ }).click()
    await page.getByText(/^Divided by total net assets as of 31\/10\/2026, taken by/).waitFor()
  })
})

const STATES: State[] = [
  ['prepaid expenses to book', 'accountant2', '/invoices/prepaid?month=2026-11'],
  ['a journal', 'accountant2', '/invoices/prepaid/book?month=2026-11'],
  ['prepaid journals', 'accountant2', '/invoices/prepaid/journals'],
  ['what remains', 'accountant2', '/invoices/prepaid/balances?month=2026-10'],
  ['recoverable VAT', 'admin', '/admin/lookups/recoverable-vat'],
  ['allocation keys', 'admin', '/admin/lookups/allocation-keys'],
]

testStates('the books of expenses', STATES)
