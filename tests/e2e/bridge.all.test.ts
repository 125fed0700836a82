import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
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

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('the bridge stands above the rules; a bar opens its lines with their cells, by keyboard', async () => {
    const { nav } = await controlled()
    const page = await visit('accountant1', `/nav-controls/${nav.id}`, { js })
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
    if (js) expect(await violations(page, 'the lines of a bar')).toEqual([])
    await popup.getByRole('link', { name: 'Close' }).click()
    await popup.waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the NAV bridge' }).click()
    expect((await download).suggestedFilename()).toMatch(/^bridge_BRDG.*\.xlsx$/)
  })
})

test('the first NAV of a fund says why it has no bridge', async () => {
  const { nav } = await newFund({ code: ownName('BRDF'), before: 0 })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  await page.getByText('There is no NAV bridge. Missing: previous control.').waitFor()
})

test('the panel with a bridge breaks no rule of WCAG 2.2 AA, light or dark, wide or narrow', async () => {
  const { nav } = await controlled()
  for (const dark of [false, true])
    for (const width of [1280, 390]) {
      const page = await visit('accountant1', `/nav-controls/${nav.id}`, { dark, width })
      await page.getByRole('heading', { name: 'NAV bridge' }).waitFor()
      expect(await violations(page, `the bridge, ${dark ? 'dark' : 'light'}, ${width} px`)).toEqual([])
    }
})
