import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'

const runs = (page: Page) => page.getByRole('table', { name: 'Payment runs', exact: true })

/** The address of the demo's run with this status. */
const runThat = (status: string) => async (page: Page) => {
  await runs(page)
    .locator('tr[data-key]', { has: page.getByText(status, { exact: true }) })
    .getByRole('link')
    .first()
    .click()
  await page
    .getByRole('heading', { name: /^Payment run \d+$/ })
    .first()
    .waitFor()
}

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('a treasurer makes a run of a marked invoice, takes it out with a reason, and cancels the run', async () => {
    const page = await visit('treasurer1', '/payments', { js, refusals: [422] })
    await page.getByRole('link', { name: 'New payment run' }).click()
    await page.getByRole('heading', { name: 'Invoices to pay' }).waitFor()
    await page.getByRole('link', { name: /^Pay (all|the one)/ }).click()
    await page.getByRole('button', { name: /^Create the run with/ }).click()
    await page
      .getByRole('status')
      .getByText(/^Payment run \d+ created with/)
      .waitFor()
    const [, runId] = /\/payments\/(\d+)/.exec(page.url()) ?? []
    expect(runId).toBeDefined()

    await page
      .getByRole('link', { name: /^Take out invoice/ })
      .first()
      .click()
    await page.getByLabel('Reason').fill(' ')
    await page.getByRole('button', { name: 'Take out' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Reason').fill('In dispute')
    await page.getByRole('button', { name: 'Take out' }).click()
    await page
      .getByText(/taken out of payment run/)
      .first()
      .waitFor()

    await page.getByRole('link', { name: 'Cancel this run…' }).click()
    await page.getByRole('button', { name: /^Cancel payment run/ }).click()
    await page.getByText('CANCELLED').first().waitFor()
  })
})

const STATES: State[] = [
  ['runs', 'treasurer1', '/payments?size=10'],
  ['invoices to pay', 'treasurer1', '/payments/new?size=5'],
  ['a new run', 'treasurer1', '/payments/new/make?ccy=EUR'],
  ['upload', 'treasurer1', '/payments/answer'],
  ['a settled run', 'treasurer1', '/payments?size=10', runThat('SETTLED')],
  ['a run in draft', 'treasurer2', '/payments?size=10', runThat('DRAFT')],
]

testStates('payment runs', STATES)
