import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A NAV with a control, and its previous one. */
async function controlled(): Promise<TestFund> {
  const fund = await newFund({ code: ownName('BRDG') })
  for (const { model } of fund.navs) await control('accountant1', await writeSet(model, 'FIA3'))
  return fund
}

test('the bridge has its residual in its line, and opens; a bar opens its lines with their cells, by keyboard', async () => {
  const { nav } = await controlled()
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  await page.getByText(/^residual -?[\d,]+\.\d\d EUR, -?\d+\.\d\d bp$/).waitFor()
  await page.getByRole('heading', { name: 'NAV bridge' }).click()
  const bridge = page.getByRole('region', { name: 'NAV bridge' })
  const labels = await bridge.locator('tbody tr td:first-child').allInnerTexts()
  expect(labels.at(0)).toBe('Previous FUND TNA')
  expect(labels).toContain('Income')
  expect(labels.slice(-2)).toEqual(['Residual', 'FUND TNA'])
  expect(await bridge.locator('tbody svg').count()).toBe(labels.length)
  await bridge.getByRole('link', { name: 'Expenses', exact: true }).press('Enter')
  const popup = page.getByRole('dialog', { name: 'NAV bridge: Expenses' })
  await popup
    .getByText(/Balance!\w+\d+/)
    .first()
    .waitFor()
  expect(await violations(page, 'the lines of a bar')).toEqual([])
  await popup.getByRole('link', { name: 'Close' }).click()
  await popup.waitFor({ state: 'detached' })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the NAV bridge' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bridge_BRDG.*\.xlsx$/)
})
