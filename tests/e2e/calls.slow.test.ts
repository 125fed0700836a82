import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { BOTH, focused } from '../support/browser/grids'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('lists the calls, finds them by a word, and describes each with a line to try', async () => {
    const page = await visit('auditor1', '/account/tokens', { js })
    await page.getByRole('link', { name: 'API reference', exact: true }).click()
    await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
    await expect.poll(() => page.locator('tr[data-key]').count()).toBeGreaterThan(90)
    const search = page.getByLabel('Search all columns')
    await search.fill('nextrouting')
    await search.press('Enter')
    await expect.poll(() => page.locator('tr[data-key]').count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('search')).toBe('nextrouting')

    await page.locator('tr', { hasText: 'POST' }).locator('a.grid__open').click()
    const told = page.getByRole('table', { name: 'Parts of the address and headers' })
    await told.waitFor()
    await page.waitForLoadState()
    await expect.poll(() => told.locator('tbody').innerText()).toMatch(/Idempotency-Key\s+text, as a header/)
    await expect
      .poll(() => page.getByText('curl -X POST -H').innerText())
      .toContain('/nextrouting/{routingId}"')
    const statuses = await page.getByRole('table', { name: 'Statuses' }).locator('tbody').innerText()
    expect(statuses).toMatch(/^200[\s\S]*^409[\s\S]*^429[\s\S]*^503/m)
    await page.getByRole('link', { name: js ? 'Close' : 'Back to the list' }).click()
    await page.waitForURL('**/api/docs?*search=nextrouting*')
  })
})

test('opens a call with Enter, and gives focus back to its row with Escape', async () => {
  const page = await visit('auditor1', '/api/docs?search=budget')
  const second = await page.locator('tr[data-key]').nth(1).getAttribute('data-key')
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('#drawer-title').waitFor()
  await expect.poll(() => focused(page)).toContain('/api/')
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('a.grid__open'))
  expect(await page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key)).toBe(second)
})

test('says when there is no such call', async () => {
  const page = await visit('auditor1', '/api/docs/getNothing', { refusals: [404] })
  await page.getByText('There is no such call.').waitFor()
})

testStates(
  'the calls',
  [
    ['list', 'auditor1', '/api/docs?size=5'],
    ['grouped', 'auditor1', '/api/docs?group=about&filter.method=DELETE&open=all'],
    ['a call with a body', 'auditor1', '/api/docs/postBudget?size=5'],
    ['a list', 'auditor1', '/api/docs/getDashboardNav?size=5'],
    ['no such call', 'auditor1', '/api/docs/getNothing?size=5'],
    ['personal tokens', 'auditor1', '/account/tokens'],
  ],
  { refusals: [404] },
)
