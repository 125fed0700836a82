import type { Page } from 'playwright'
import { type State, testStates } from '../support/browser/axe-states'

const STATES: State[] = [
  ['register', 'auditor1', '/nav-errors/register?year=2026'],
  ['closed case', 'auditor1', '/nav-errors?size=5&filter.fund_code=QUE03', openFirst],
  ['oversight', 'manager1', '/oversight'],
  ['new report', 'manager1', '/oversight/new'],
  ['frozen report', 'manager1', '/oversight?size=5', unfolded],
]

testStates('NAV errors and oversight', STATES)

async function openFirst(page: Page) {
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: /NAV error \d+/, level: 1 }).waitFor()
}

/** With all its chapters. */
async function unfolded(page: Page) {
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: /Oversight report \d+/, level: 1 }).waitFor()
  for (const fold of await page.locator('details.fold > summary').all()) await fold.click()
}
