import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'

const LISTS = [
  {
    list: 'Drafted Expenses',
    path: '/drafts',
    user: 'finance1',
    table: 'Drafted Expenses',
    badge: /^\d+ days?$/,
  },
  { list: 'Invoice Log', path: '/invoices', user: 'finance1', table: 'Invoices', badge: /^\d+ days?$/ },
  { list: 'NAV Controls', path: '/nav-controls', user: 'accountant1', table: 'NAVs', badge: /^\d+ days?$/ },
  { list: 'NAV Production', path: '/production', user: 'accountant1', table: 'Funds', badge: /^\d+ days?$/ },
  { list: 'Processes', path: '/processes', user: 'operations1', table: 'Processes', badge: /^LATE/ },
]

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test.each(LISTS)('$list says how much is late, and shows it', async ({ path, user, table, badge }) => {
    const page = await visit(user, `${path}?page=1`, { js })
    const link = page.getByRole('link', { name: /^\d+ late$/ })
    const count = Number((await link.innerText()).split(' ')[0])
    expect(count).toBeGreaterThan(0)
    await link.click()
    await page.waitForURL(/(filter\.days_late|in\.process_status)=/)
    const rows = page.getByRole('table', { name: table }).locator('tr[data-key]')
    await page
      .getByText(new RegExp(`of ${count}$`))
      .first()
      .waitFor()
    await expect.poll(() => rows.count()).toBe(Math.min(count, 25))
    for (const row of await rows.all())
      expect(await row.locator('.badge').filter({ hasText: badge }).count()).toBeGreaterThan(0)
    // The count stays that of all, whatever is filtered.
    expect(await link.innerText()).toBe(`${count} late`)
  })

  test('a task says by how many days it is late, until it is complete', async () => {
    const page = await visit('operations1', '/processes?in.process_status=LATE&page=1', { js })
    await page
      .getByRole('link', { name: /^Details of / })
      .first()
      .click()
    const tasks = page.getByRole('table', { name: /^Tasks of/ })
    const late = tasks.locator('tr[data-key]').filter({ hasText: /\d days?/ })
    await late.first().waitFor()
    for (const row of await late.all()) {
      expect(await row.innerText()).not.toMatch(/REVIEWED|NOT APPLICABLE/)
      // What is still to do stands in the same row.
      expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/\d days? .*(TO DO|IN PROGRESS|DONE) \(/)
    }
  })
})

test.each([
  ['NAVs', '/nav-controls/1006'],
  ['Funds', '/production/1006'],
  ['Invoices', '/invoices/15413'],
])('%s: beside an open drawer the status of rows stays in sight', async (table, path) => {
  const user = table === 'Invoices' ? 'finance1' : 'accountant1'
  const page = await visit(user, path)
  const drawer = await page.locator('.drawer').boundingBox()
  const list = page.getByRole('table', { name: table, exact: true })
  const badge = list.locator('tr[data-key] .pinned .badge').first()
  const status = await badge.boundingBox()
  expect(status?.x).toBeGreaterThan(0)
  expect((status?.x ?? 0) + 20).toBeLessThan(drawer?.x ?? 0)
})
