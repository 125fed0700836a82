import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { logIn, visit } from '../support/browser/browsing'
import { refuseChange } from '../support/browser/changes'
import { choose } from '../support/browser/fields'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const LIST = '/admin/tolerances'
const NAME = 'B01 Double entry: Tolerance (amount)'
/** A field of the popup: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) =>
  page.locator(`dialog [name="${name}"], main form [name="${name}"]`)
const grid = (page: Page, name: string) => page.getByRole('table', { name })
const waiting = (page: Page, words: string) =>
  grid(page, 'Pending second approval').getByRole('row').filter({ hasText: words })

/** Asks for another tolerance of a fund type. */
async function fill(page: Page, subject: string, value: string, from: string) {
  await page.getByRole('link', { name: 'New tolerance' }).click()
  await field(page, 'tolerance').last().selectOption({ label: NAME })
  await field(page, 'level').last().selectOption('fund type')
  await choose(field(page, 'subject').last(), subject)
  await field(page, 'value').last().fill(value)
  await field(page, 'validFrom').last().fill(from)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('a tolerance is added, changed and deleted, and nothing takes effect before another administrator approves it', async () => {
  const { code } = await newFund({ code: ownName('TOL'), name: 'Tolerant fund' })
  const ofFund = `for fund ${code}`
  const list = `${LIST}?search=B01&filter.subject=${code}`
  const rowOf = (page: Page) =>
    grid(page, 'Rule tolerances').locator('tr[data-key]').filter({ hasText: NAME })
  const asks = await visit('admin', '/admin', { refusals: [422] })
  await chapter('Where it fits no level it is refused, and what was typed stays', async () => {
    await asks.getByRole('list').getByRole('link', { name: 'Rule tolerances' }).click()
    await fill(asks, 'FIA (provider)', '0.25', '2026-12-01')
    await asks
      .getByText(/"FIA" is not a fund type/)
      .first()
      .waitFor()
    await expect.poll(() => field(asks, 'value').last().inputValue()).toBe('0.25')
    expect(await violations(asks, 'a tolerance that is refused')).toEqual([])
    await asks.setViewportSize({ width: 1280, height: 800 })
  })
  await chapter('It is added for a fund, and waits', async () => {
    await field(asks, 'level').last().selectOption('fund')
    await choose(field(asks, 'subject').last(), `${code} Tolerant fund`)
    await asks.getByRole('button', { name: 'Add', exact: true }).click()
    await waiting(asks, ofFund).getByText('Needs another person').waitFor()
    await expect.poll(() => waiting(asks, ofFund).innerText()).toContain('Value: 0.25')
  })

  const decides = await visit('admin2', LIST)
  await chapter('Once another administrator approves it, it is there from its day', async () => {
    await waiting(decides, ofFund).getByRole('button', { name: 'Approve' }).click()
    await waiting(decides, ofFund).waitFor({ state: 'detached' })
    await decides.goto(list)
    await expect.poll(() => rowOf(decides).innerText()).toContain('upcoming')
  })
  await chapter('It is given an end in its row; that waits, and is refused', async () => {
    await rowOf(decides).getByRole('link', { name: /^Edit/ }).click()
    await decides.locator('[name="validTo"][form]').fill('2026-12-31')
    await decides.getByRole('button', { name: 'Save', exact: true }).click()
    await waiting(decides, ofFund).getByText('Needs another person').waitFor()
    await rowOf(decides)
      .getByText(/^Change requested by/)
      .waitFor()
    await asks.goto(LIST)
    await refuseChange(waiting(asks, ofFund), 'Not before the audit')
    await waiting(asks, ofFund).waitFor({ state: 'detached' })
  })
  await chapter('Its deletion is requested; once it is approved, it is gone', async () => {
    await rowOf(decides)
      .getByRole('link', { name: /^Delete/ })
      .click()
    await decides.getByRole('button', { name: 'Delete', exact: true }).click()
    await waiting(decides, ofFund)
      .getByText(/^Deleted;/)
      .waitFor()
    await asks.reload()
    await waiting(asks, ofFund).getByRole('button', { name: 'Approve' }).click()
    await waiting(asks, ofFund).waitFor({ state: 'detached' })
    await decides.goto(list)
    await decides.getByText('No results').waitFor()
  })
  await chapter('Readers see everything, and change nothing', async () => {
    await decides.context().clearCookies()
    await logIn(decides.context(), 'auditor1')
    await decides.goto(LIST)
    await grid(decides, 'Rule tolerances').waitFor()
    expect(await decides.getByRole('link', { name: 'New tolerance' }).count()).toBe(0)
    expect(await grid(decides, 'Rule tolerances').getByRole('link', { name: /^Edit/ }).count()).toBe(0)
  })
})
