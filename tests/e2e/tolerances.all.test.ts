import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { refuseChange } from '../support/browser/changes'

const LIST = '/admin/tolerances'
const NAME = 'B01 Double entry: Tolerance (amount)'
/** A field of the popup: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) =>
  page.locator(`dialog [name="${name}"], main form [name="${name}"]`)
const grid = (page: Page, name: string) => page.getByRole('table', { name })
const waiting = (page: Page, words: string) =>
  grid(page, 'Changes that wait').getByRole('row').filter({ hasText: words })

async function fill(page: Page, subject: string, value: string, from: string) {
  await page.getByRole('link', { name: 'New tolerance' }).click()
  await field(page, 'tolerance').last().selectOption({ label: NAME })
  await field(page, 'level').last().selectOption('fund type')
  await field(page, 'subject').last().selectOption(subject)
  await field(page, 'value').last().fill(value)
  await field(page, 'validFrom').last().fill(from)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

describe.each([
  { js: true, scripts: 'with JavaScript', subject: 'BOND' },
  { js: false, scripts: 'without JavaScript', subject: 'MIXED' },
])('$scripts', ({ js, subject }) => {
  test('a tolerance is added, refused where it fits no level, waits, and is in force when another administrator approves it', async () => {
    const asks = await visit('admin', '/admin', { js, refusals: [422] })
    await asks.getByRole('link', { name: 'Rule tolerances' }).click()
    await fill(asks, 'FIA', '0.25', '2026-12-01')
    await asks
      .getByText(/"FIA" is no fund type/)
      .first()
      .waitFor()
    await expect.poll(() => field(asks, 'value').last().inputValue()).toBe('0.25')
    await field(asks, 'subject').last().selectOption(subject)
    await asks.getByRole('button', { name: 'Add', exact: true }).click()
    await waiting(asks, `for fund type ${subject}`).getByText('Needs another person').waitFor()
    await expect.poll(() => waiting(asks, `for fund type ${subject}`).innerText()).toContain('Value: 0.25')

    const decides = await visit('admin2', LIST, { js })
    await waiting(decides, `for fund type ${subject}`).getByRole('button', { name: 'Approve' }).click()
    await waiting(decides, `for fund type ${subject}`).waitFor({ state: 'detached' })
    await decides.goto(`${LIST}?search=B01&filter.subject=${subject}`)
    const row = grid(decides, 'Rule tolerances').locator('tr[data-key]').filter({ hasText: NAME })
    await expect.poll(() => row.innerText()).toContain('not yet')
  })

  test('a value is given an end in its row, and its deletion is asked for; neither takes effect by itself', async () => {
    const page = await visit('admin2', `${LIST}?search=B01&filter.subject=${subject}`, { js })
    const row = grid(page, 'Rule tolerances').locator('tr[data-key]').filter({ hasText: NAME })
    await row.getByRole('link', { name: /^Edit/ }).click()
    await page.locator('[name="validTo"][form]').fill('2026-12-31')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await waiting(page, `for fund type ${subject}`).getByText('Needs another person').waitFor()
    await row.getByText(/^Change requested by/).waitFor()
    const decides = await visit('admin', LIST, { js })
    await refuseChange(waiting(decides, `for fund type ${subject}`), 'Not before the audit')
    await waiting(decides, `for fund type ${subject}`).waitFor({ state: 'detached' })
    await row.getByRole('link', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await waiting(page, `for fund type ${subject}`)
      .getByText(/^Deleted;/)
      .waitFor()
    await decides.reload()
    await waiting(decides, `for fund type ${subject}`).getByRole('button', { name: 'Approve' }).click()
    await waiting(decides, `for fund type ${subject}`).waitFor({ state: 'detached' })
  })
})

test('whoever reads may look and export, and change nothing', async () => {
  const page = await visit('auditor1', LIST)
  expect(await page.getByRole('link', { name: 'New tolerance' }).count()).toBe(0)
  expect(await grid(page, 'Rule tolerances').getByRole('link', { name: /^Edit/ }).count()).toBe(0)
})

testStates(
  'tolerances',
  [
    ['the list', 'admin', `${LIST}?size=5`],
    ['refused', 'admin', LIST, refused],
  ],
  { refusals: [422] },
)

async function refused(page: Page) {
  await fill(page, 'FIA', '0.25', '2026-12-01')
  await page.getByRole('alert').first().waitFor()
}
