import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { focused } from '../support/browser/grids'

/** Nothing of the page breaks WCAG 2.2 AA; it is as wide as before afterwards. */
async function expectClean(page: Page, name: string) {
  expect(await violations(page, name)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('lists the calls, finds them by a word, describes each with a line to try, and says when there is no such call', async () => {
  const page = await visit('auditor1', '/account/tokens', { refusals: [404] })
  await expectClean(page, 'personal tokens')
  await page.getByRole('link', { name: 'API reference', exact: true }).click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  await expect.poll(() => page.locator('tr[data-key]').count()).toBeGreaterThan(90)
  const search = page.getByLabel('Search all columns')
  await search.fill('nextrouting')
  await search.press('Enter')
  await expect.poll(() => page.locator('tr[data-key]').count()).toBe(3)
  expect(new URL(page.url()).searchParams.get('search')).toBe('nextrouting')

  const row = page.locator('tr[data-key]', { hasText: 'POST' }).filter({ hasText: 'fundNavId' })
  const key = await row.getAttribute('data-key')
  await row.locator('a.grid__open').focus()
  await page.keyboard.press('Enter')
  const parts = page.getByRole('table', { name: 'Parts of the address and headers' })
  await parts.waitFor()
  await expect.poll(() => focused(page)).toContain('/api/')
  await expect.poll(() => parts.locator('tbody').innerText()).toMatch(/Idempotency-Key\s+text, as a header/)
  await expect
    .poll(() => page.getByText('curl -X POST -H').innerText())
    .toContain('/nextrouting/{routingId}"')
  const statuses = await page.getByRole('table', { name: 'Statuses' }).locator('tbody').innerText()
  expect(statuses).toMatch(/^200[\s\S]*^409[\s\S]*^429[\s\S]*^503/m)
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await page.waitForURL('**/api/docs?*search=nextrouting*')
  await page.waitForFunction(() => document.activeElement?.matches('a.grid__open'))
  expect(await page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key)).toBe(key)
  await page.keyboard.press('Enter')
  await parts.waitFor()
  await expectClean(page, 'a call with a body')

  await page.goto('/api/docs/getNothing?size=5')
  await page.getByText('There is no such call.').waitFor()
  await expectClean(page, 'no such call')
})
