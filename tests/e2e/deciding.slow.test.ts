import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { cells, focused, gridFunds, shown, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

const CONTROLLED = '/nav-controls?in.currentstatus=CONTROLLED&filter.navdate=30/10/2026'
const results = (page: Page) => page.getByRole('table', { name: 'Rule results' })

test('lists beside the next step what a draft still needs, with links to the fields', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('NEEDS-'), net: '100.00' })
  const page = await visit('finance1', `/drafts/${id}?page=1`)
  const step = page.getByRole('region', { name: 'Actions' })
  await step.getByText('“Send to check” still needs').waitFor()
  const box = await step.boundingBox()
  // Beside a list it stays in sight.
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  expect(await page.title()).toMatch(new RegExp(`^Draft ${id}, `))
  await step.getByRole('link', { name: 'Expense Type' }).click()
  await page.getByRole('dialog', { name: `Edit drafted invoice ${id}` }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^expenseType/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.pathname === `/drafts/${id}`)
})

test('a NAV starts with its figures, progress and failing rules; its fund is shown over time', async () => {
  const page = await visit('teamleader1', CONTROLLED)
  await page.locator('a.grid__open').first().click()
  const headline = page.getByRole('region', { name: 'Headline' })
  await headline.getByText('Total net assets').waitFor()
  await page.getByRole('heading', { name: 'NAV per share' }).click()
  await page.getByRole('table', { name: 'NAV per share' }).waitFor()
  expect(await headline.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^CONTROLLED\b/), expect.stringMatching(/^SUBMITTED/)]),
  )
  expect(await results(page).locator('tr[data-key]').count()).toBe(50)
  await page.getByRole('link', { name: 'Only not OK' }).click()
  const shown = () => results(page).locator('tr[data-key]')
  await expect.poll(() => shown().count()).toBeLessThan(50)
  expect(await shown().getByText('OK', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Show all 50 rules' }).click()
  await expect.poll(() => results(page).locator('tr[data-key]').count()).toBe(50)

  await page.getByRole('link', { name: 'Over time' }).click()
  await page.getByRole('img', { name: /^NAV per share\. .+ the first figure of each line is 100/ }).waitFor()
  const dates = page.getByRole('table', { name: 'Figures by date' }).locator('tr[data-key]')
  await expect.poll(() => dates.count()).toBeGreaterThan(3)
  expect(await dates.first().innerText()).toMatch(/^30\.10\.26/)
})

test('goes from a filter to the rows with the down key, opens the only one that is left; copies a cell, or marked rows', async () => {
  const { list, funds } = await gridFunds(ownName('DESK'))
  const page = await visit(WHO, list)
  const filter = page.getByLabel('Filter Fund', { exact: true })
  await filter.fill(funds[1]?.code ?? '')
  await page.getByText('20 rows').first().waitFor({ state: 'attached' })
  await filter.press('ArrowDown')
  expect(await focused(page)).toContain(funds[1]?.code)

  const days = (funds[1]?.navs ?? []).map(({ model }) => model.navDate).reverse()
  const titleOf = (at: number) =>
    page.getByRole('heading', { name: `${funds[1]?.code} ${shown(days[at] ?? '')}` })
  await page.keyboard.press('Enter')
  await titleOf(0).waitFor()
  await page.keyboard.press('j')
  await titleOf(1).waitFor()
  await page.keyboard.press('k')
  await titleOf(0).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })

  const day = page.getByLabel('Filter NAV date')
  await day.fill((days[3] ?? '').split('-').reverse().join('/'))
  await day.press('Enter')
  await titleOf(3).waitFor()

  await page.goto(list)
  await page.evaluate(() => {
    window.addEventListener('copy', (event) => {
      document.body.dataset.copied = event.clipboardData?.getData('text/plain')
    })
  })
  const copied = () => page.evaluate(() => document.body.dataset.copied)
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('Control+c')
  await expect.poll(copied).toBe(funds[0]?.code)

  for (const at of [1, 2]) {
    await page.locator('a.grid__mark').nth(at).click()
    await page.getByText(`${at} marked`).waitFor()
  }
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('Control+c')
  const lines = async () => (await copied())?.split('\n').map((line) => line.split('\t')) ?? []
  await expect.poll(async () => (await lines()).length).toBe(3)
  const [heads, first] = await lines()
  expect(heads?.slice(0, 3)).toEqual(['Fund', 'Fund name', 'NAV date'])
  expect(first?.[0]).toBe((await cells(page, 2))[0])
})
