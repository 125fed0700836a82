import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { BOTH } from '../support/browser/grids'

const runs = (page: Page) => page.getByRole('table', { name: 'Payment runs', exact: true })

/** Opens the newest run in this place, "SETTLED (COMPLETED)". */
const runThat = (place: string) => async (page: Page) => {
  await runs(page)
    .locator('tr[data-key]', { has: page.getByText(place, { exact: true }) })
    .locator('.grid__open')
    .first()
    .click()
  await page
    .getByRole('heading', { name: /Payment run \d+$/ })
    .first()
    .waitFor()
}

test('a treasurer sees the supplier’s PDF and the approval at once, on a small screen', async () => {
  const page = await visit('treasurer3', '/invoices?search=IDH%2F77120')
  await page.setViewportSize({ width: 1280, height: 720 })
  const open = page.locator('tr[data-key]', { has: page.getByText('IDH/77120') }).locator('.grid__open')
  await open.first().click()
  const inSight = async (what: Locator) => {
    await what.waitFor()
    const { x = -1, y = -1, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
    return [x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720, Math.round(height)] as const
  }
  const frame = page.locator('iframe.file-frame__frame').first()
  const decide = page.getByRole('button', { name: 'Second approval', exact: true })
  await frame.waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/approval.png` })
  const [seen, height] = await inSight(frame)
  expect([seen, (await inSight(decide))[0]]).toEqual([true, true])
  expect(height).toBeGreaterThan(300)
})

describe.each(BOTH)('$scripts', ({ js }) => {
  test('a treasurer makes a run of the invoices to pay, and cancels it; with JavaScript one is taken out before, with a reason', async () => {
    const page = await visit('treasurer1', '/payments', { js, refusals: [422] })
    await page.getByRole('link', { name: 'New payment run' }).click()
    await page.getByRole('heading', { name: 'Invoices to pay' }).waitFor()
    await page.getByRole('link', { name: /^Pay \d+ ready invoices?…$/ }).click()
    // Of the invoices to pay, one goes to an account of another currency.
    await page.getByRole('checkbox', { name: /^Pay (it|them) to (this account|these accounts) of/ }).check()
    await page.getByRole('button', { name: /^Create the run with/ }).click()
    await page
      .getByRole('status')
      .getByText(/^Payment run \d+ created with/)
      .waitFor()
    const [, runId] = /\/payments\/(\d+)/.exec(page.url()) ?? []
    expect(runId).toBeDefined()

    if (js) {
      // What is to be checked comes first; the list is folded below it.
      await page.locator('#payments > summary').click()
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
    }

    await page.getByRole('link', { name: 'Cancel this run…' }).click()
    await page.getByRole('button', { name: /^Cancel payment run/ }).click()
    await page.getByText(`Payment run ${runId}: CANCELLED (SYSTEM)`).waitFor()
  })
})

const STATES: State[] = [
  ['a new run', 'treasurer1', '/payments/new/make?ccy=EUR'],
  ['upload', 'treasurer1', '/payments/answer'],
  ['a settled run', 'treasurer1', '/payments?size=10', runThat('SETTLED (COMPLETED)')],
  ['a run in draft', 'treasurer2', '/payments?size=10', runThat('DRAFT (PAYMENT)')],
]

testStates('payment runs', STATES)
