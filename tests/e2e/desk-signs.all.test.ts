import type { Locator } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { control } from '../support/browser/calls'
import { storedEntity } from '../support/browser/entities'
import { newFund } from '../support/browser/funds'
import { BOTH } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('what moved is green or red only where up is good: not for assets and liabilities', async () => {
    const fund = await newFund({ code: ownName(js ? 'SIGNJ' : 'SIGNN') })
    for (const { model } of fund.navs) await control('accountant1', await writeSet(model, 'FIA3'))
    const page = await visit('accountant1', `/nav-controls/${fund.nav.id}`, { js })
    await page.getByRole('link', { name: 'NAV diff' }).first().click()
    await page.waitForURL(/\/delta\/nav/)
    const moved = page.locator('tbody tr').filter({ has: page.locator('.figure', { hasText: /[▲▼]/ }) })
    await moved.first().waitFor()
    const isColoured = (row: Locator) => row.locator('.figure--positive, .figure--negative').count()
    const rows = await moved.all()
    const types = await Promise.all(rows.map((row) => row.locator('td').first().innerText()))
    expect(new Set(types)).toContain('NAV PER SHARE')
    expect(types.length).toBeGreaterThan(new Set(types).size)
    for (const [at, row] of rows.entries())
      expect([types[at], await isColoured(row)]).toEqual([
        types[at],
        types[at]?.endsWith('PER SHARE') ? 1 : 0,
      ])
  })
})

test('what just happened is said above the drawer, and moves nothing on the page', async () => {
  const [supplier, entity] = [await storedEntity('Said', 'SUPPLIER'), await storedEntity('Said of')]
  const id = await newBudget({ supplier, entity, from: '2026-01-01', to: '2026-12-31' })
  const page = await visit('finance1', `/budgets/${id}`)
  const amount = page.locator('.budget-form').getByLabel('Budget')
  await amount.fill('4321.00')
  const places = () =>
    page.evaluate(() =>
      ['main h1', 'main table', '.drawer'].map((each) => {
        const { x, y } = document.querySelector(each)?.getBoundingClientRect() ?? {}
        return [each, x, y]
      }),
    )
  const before = await places()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const said = page.getByText(/^Budget .*saved$/).first()
  await said.waitFor()
  expect(await places()).toEqual(before)
  const isOnTop = await said.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(top) || top?.contains(element)
  })
  expect(isOnTop).toBe(true)
})
