import type { Page } from 'playwright'
import { type State, testStates } from '../support/browser/axe-states'

const LIST = '/budgets?size=5'

/** A budget of the demo where the list shows this status; the newest one. */
const inStatus = async (page: Page, status: string) => {
  await page.goto(`${LIST}&filter.event_status=${encodeURIComponent(status)}`)
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: /Budget \d+/, level: 1 }).waitFor()
}

const STATES: State[] = [
  ['list', 'accountant1', LIST],
  ['new refused', 'accountant1', LIST, refused],
  ['in entry', 'accountant1', LIST, (page) => inStatus(page, 'IN ENTRY')],
  ['allocated invoices', 'accountant1', `${LIST}&filter.remaining=%3C0`, allocated],
  ['exceeded', 'treasurer1', `${LIST}&filter.remaining=%3C0`, open],
  ['cancelled', 'auditor1', LIST, (page) => inStatus(page, 'CANCELLED')],
]

testStates('a budget', STATES, { refusals: [422] })

async function open(page: Page) {
  await page.locator('a.grid__open').first().click()
  await page.locator('.gauge--over').waitFor()
}

async function refused(page: Page) {
  await inStatus(page, 'IN ENTRY')
  await page.getByRole('link', { name: 'Copy for the next period' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Budget').fill('much')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function allocated(page: Page) {
  const details = page.getByRole('link', { name: /^Details of budget/ }).first()
  await details.click()
  await page.getByRole('link', { name: 'Budget Workflow Audit', exact: true }).waitFor()
  await page.goto(`${page.url()}&detail=invoices`)
}
