import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'

const BADGE = /^\d+ days?$/
const LISTS = [
  { list: 'Drafted Expenses', path: '/drafts', user: 'finance1', table: 'Drafted Expenses', badge: BADGE },
  { list: 'Invoice Log', path: '/invoices', user: 'finance1', table: 'Invoices', badge: BADGE },
  { list: 'NAV Controls', path: '/nav-controls', user: 'accountant1', table: 'NAVs', badge: BADGE },
  { list: 'NAV Production', path: '/production', user: 'accountant1', table: 'Funds', badge: BADGE },
  { list: 'Processes', path: '/processes', user: 'operations1', table: 'Processes', badge: /^LATE/ },
]

test.each(LISTS)('$list says how much is late, and shows it', async ({ path, user, table, badge }) => {
  const page = await visit(user, `${path}?page=1`)
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
