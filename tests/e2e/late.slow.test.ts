import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'

interface LateList {
  path: string
  table: string
  /** What each late row shows. */
  badge: RegExp
  /** Its rows have a status at the edge that stays. */
  pinned?: boolean
}

const DAYS = /^\d+ days?$/
const LISTS: Record<string, LateList[]> = {
  finance1: [
    { path: '/drafts', table: 'Drafted Expenses', badge: DAYS },
    { path: '/invoices', table: 'Invoices', badge: DAYS, pinned: true },
  ],
  accountant1: [
    { path: '/nav-controls', table: 'NAVs', badge: DAYS, pinned: true },
    { path: '/production', table: 'Funds', badge: DAYS, pinned: true },
  ],
  operations1: [{ path: '/processes', table: 'Processes', badge: /^LATE/ }],
}

async function expectLate(page: Page, { table, badge }: LateList) {
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
  const late = rows.filter({ has: page.locator('.late, .badge').filter({ hasText: badge }) })
  expect([table, await late.count()]).toEqual([table, Math.min(count, 25)])
  // The count stays that of all, whatever is filtered.
  expect(await link.innerText()).toBe(`${count} late`)
}

async function expectStatusBesideDrawer(page: Page, table: string) {
  await page.locator('a.grid__open').first().click()
  await page.locator('.drawer').waitFor()
  const list = page.getByRole('table', { name: table, exact: true })
  const status = list.locator('tr[data-key] :is(.pinned, .pinned-start) .badge').first()
  await expect
    .poll(async () => {
      const [badge, drawer] = [await status.boundingBox(), await page.locator('.drawer').boundingBox()]
      return [table, (badge?.x ?? 0) > 0, (badge?.x ?? 0) + 20 < (drawer?.x ?? 0)]
    })
    .toEqual([table, true, true])
}

test.each(Object.keys(LISTS))(
  'each list says how much is late, and shows it; beside an open drawer the status of rows stays in sight: %s',
  async (user) => {
    const lists = LISTS[user] ?? []
    const page = await visit(user, `${lists[0]?.path}?page=1`)
    for (const [at, each] of lists.entries()) {
      if (at > 0) await page.goto(`${each.path}?page=1`)
      await expectLate(page, each)
      if (each.pinned) await expectStatusBesideDrawer(page, each.table)
    }
  },
)
