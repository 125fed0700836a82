import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { chapter } from '../support/chapter'

const list = (page: Page) => page.getByRole('table', { name: 'To do' })
const waiting = (page: Page) => page.locator('.topbar__count')

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('what waits is listed and counted; marked rows are previewed, and take a step together', async () => {
    const page = await visit('finance1', '/work?filter.kind=Invoice&page=1', { js })
    const count = Number(
      await waiting(page)
        .innerText()
        .then((text) => text.match(/\d+/)?.[0]),
    )
    await chapter('Two invoices are marked', async () => {
      await list(page).getByText('TO BOOK (ACCOUNTING)').first().waitFor()
      for (const at of [1, 2]) {
        await page.locator('a.grid__mark').nth(at).click()
        await page.getByText(`${at} marked`).waitFor()
      }
    })
    await chapter('Each says what would happen; nothing has happened', async () => {
      await page.getByRole('link', { name: 'Take a step…' }).click()
      await page.getByRole('heading', { name: 'Take a step: 2 invoices' }).waitFor()
      await page.getByRole('button', { name: 'Book 2 invoices…' }).click()
      await page.getByText('All of them can. Nothing is stored yet.').waitFor()
      expect(await page.getByText('TO APPROVE (PAYMENT)').count()).toBe(2)
    })
    await chapter('Both are booked, and the count in the top bar follows', async () => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Booked together')
      await page.getByRole('button', { name: 'Book 2 invoices' }).click()
      await page.getByText('2 invoices: TO APPROVE (PAYMENT)').first().waitFor()
      await expect.poll(() => waiting(page).innerText()).toContain(String(count - 2))
    })
    await chapter('They are among what was done today', async () => {
      await page.getByRole('link', { name: 'Done today' }).click()
      await page.getByRole('table', { name: 'Done today' }).getByText('Booked together').nth(1).waitFor()
    })
    if (!js) return
    await chapter('What is opened closes to the list as it was filtered, after a step, too', async () => {
      const filtered = (url: URL) => url.pathname === '/work' && url.searchParams.get('sort') === '-since'
      await page.goto('/work?filter.kind=Invoice&sort=-since')
      await list(page).locator('.grid__open').first().click()
      await page.waitForURL(({ pathname }) => pathname.startsWith('/invoices/'))
      await page
        .locator('.drawer__nav')
        .getByRole('link', { name: /Close|Back to the list/ })
        .click()
      await page.waitForURL(filtered)
      await list(page).locator('.grid__open').first().click()
      await page.getByRole('button', { name: 'Book', exact: true }).click()
      await page.getByText('TO APPROVE (PAYMENT)').first().waitFor()
      await page.waitForURL(filtered)
      await list(page).locator('.grid__open').first().waitFor()
    })
  })
})

test('Ctrl+K finds and opens with the keyboard alone, over any page, and Escape gives focus back', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('searchbox')
  await field.waitFor()
  await page.getByRole('menuitem', { name: /^New FIA 3 Files control NAV Controls/ }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('arven 30/10/2026')
  expect(await field.inputValue()).toBe('arven 30/10/2026')
  await page.getByRole('menuitem', { name: /^Arvensis SICAV – World Equities, 30\/10\/2026/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/nav-controls\/\d+/)
  await page
    .getByRole('heading', { name: /ARV\d\d 30\.10\.26/ })
    .first()
    .waitFor()
})

test('with the keyboard the row that has the focus, or a whole page of rows, takes its step', async () => {
  const page = await visit('operations1', '/work?page=1')
  await list(page)
    .getByText(/\d of \d+ tasks? done, process due /)
    .first()
    .waitFor({ state: 'attached' })
  await list(page).locator('.grid__open').first().focus()
  await page.keyboard.press('.')
  await page.getByRole('heading', { name: /^Take a step: 1 / }).waitFor()

  await page.goto('/work?page=1')
  const rows = await list(page).locator('tr[data-key]:not(.grid__group)').count()
  await page.locator('thead').getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.getByText(`${rows} marked`).waitFor()
  await page.keyboard.press('.')
  await page.getByRole('button', { name: /^Start \d+ task/ }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Start/)
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is stored yet.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Start \d+ task/)
})

testStates('my work, of steps for several objects and of the search', [
  ['my work', 'teamleader1', '/work?size=3'],
  [
    'the preview of a step',
    'finance2',
    '/work?size=3&filter.kind=Invoice',
    async (page) => {
      await page.locator('a.grid__mark').first().click()
      await page.getByRole('link', { name: 'Take a step…' }).click()
      await page.getByRole('button', { name: /^Book/ }).click()
      await page.getByText('Nothing is stored yet.').waitFor()
    },
  ],
  ['the workload', 'teamleader1', '/work/load'],
  [
    'notices by e-mail',
    'teamleader1',
    '/work/notices',
    (page) => page.getByText('This site sends no e-mail.').waitFor(),
  ],
  ['the page of a link to confirm', 'teamleader1', '/work/notices/confirm?code=none'],
  ['a search', 'finance1', '/search?text=fontaine'],
])
