import type { Page } from 'playwright'
import { type State, testStates } from '../support/browser/axe-states'

const IN_ENTRY = `/budgets?size=5&filter.event_status=${encodeURIComponent('IN ENTRY')}`
const EXCEEDED = '/budgets?size=5&filter.remaining=%3C0'

const STATES: State[] = [
  ['new refused', 'accountant1', IN_ENTRY, refused],
  ['in entry', 'accountant1', IN_ENTRY, openFirst],
  ['allocated invoices', 'accountant1', EXCEEDED, allocated],
  ['exceeded', 'treasurer1', EXCEEDED, open],
]

testStates('a budget', STATES, { refusals: [422] })

async function open(page: Page) {
  await page.locator('a.grid__open').first().click()
  await page.locator('.gauge--over').waitFor()
}

/** The newest budget of the list. */
async function openFirst(page: Page) {
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: /Budget \d+/, level: 1 }).waitFor()
}

async function refused(page: Page) {
  await openFirst(page)
  await page.getByRole('link', { name: 'Copy for the next period' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Budget').fill('much')
  await page.keyboard.press('Tab')
  await dialog.getByText('Budget: “much” is not an amount. Enter it as 1234.50.').first().waitFor()
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function allocated(page: Page) {
  const details = page.getByRole('link', { name: /^Details of budget/ }).first()
  await details.click()
  await page.getByRole('link', { name: 'Budget Workflow Audit', exact: true }).waitFor()
  await page.goto(`${page.url()}&detail=invoices`)
}
