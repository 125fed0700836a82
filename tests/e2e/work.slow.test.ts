import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { newEntity } from '../support/browser/entities'
import { chapter } from '../support/chapter'

const list = (page: Page) => page.getByRole('table', { name: 'Waits for me' })
/** The marks in an address, for another address of the list. */
const marked = (address: string) => {
  const selected = new URL(address).searchParams.get('selected')
  return selected === null ? '' : `&selected=${selected}`
}
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
      await page.getByRole('button', { name: 'Book 2 objects…' }).click()
      await page.getByText('All of them can. Nothing is stored yet.').waitFor()
      expect(await page.getByText('TO APPROVE (PAYMENT)').count()).toBe(2)
    })
    await chapter('Both are booked, and the count in the top bar follows', async () => {
      await page.getByLabel('Message').fill('Booked together')
      await page.getByRole('button', { name: 'Book 2 invoices' }).click()
      await page.getByText('2 invoices: TO APPROVE (PAYMENT)').first().waitFor()
      await expect.poll(() => waiting(page).innerText()).toContain(String(count - 2))
    })
    await chapter('They are among what was done today', async () => {
      await page.getByRole('link', { name: 'Done today' }).click()
      await page.getByRole('table', { name: 'Done today' }).getByText('Booked together').nth(1).waitFor()
    })
  })
})

test('the late ones, and those of a kind, are one link away', async () => {
  const page = await visit('accountant1', '/work?page=1')
  const kinds = page.locator('.page__head').getByRole('link', { name: /^\d+ (NAVs|invoices)$/ })
  const shown = () => page.locator('.page__head .muted').innerText()
  for (const name of await kinds.allInnerTexts()) {
    const [count = ''] = name.split(' ')
    await kinds.filter({ hasText: name }).click()
    await page.waitForURL(({ searchParams }) => searchParams.has('filter.kind'))
    await expect.poll(shown).toBe(count)
  }
  const late = page.locator('.late-link')
  const count = (await late.innerText()).match(/\d+/)?.[0] ?? ''
  await late.click()
  await page.waitForURL(({ searchParams }) => searchParams.has('filter.days_late'))
  await expect.poll(shown).toBe(count)
  await list(page)
    .getByText(/days? late/)
    .first()
    .waitFor()
})

test('what is opened from My work closes to it as it was filtered, after a step too', async () => {
  const page = await visit('finance1', '/work?filter.kind=Invoice&sort=-since')
  const filtered = (url: URL) => url.pathname === '/work' && url.searchParams.get('sort') === '-since'
  const toTheList = () => page.locator('.drawer__nav').getByRole('link', { name: /Close|Back to the list/ })
  await list(page).locator('.grid__open').first().click()
  await page.waitForURL(({ pathname }) => pathname.startsWith('/invoices/'))
  await toTheList().click()
  await page.waitForURL(filtered)
  await list(page).locator('.grid__open').first().click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByText('TO APPROVE (PAYMENT)').first().waitFor()
  // It closes by itself.
  await page.waitForURL(filtered)
  await list(page).locator('.grid__open').first().waitFor()
})

test('rows that cannot take the step say why, the others take it, and the list is as it was', async () => {
  const page = await visit('finance1', '/work?sort=-since&size=50')
  for (const [at, kind] of ['Invoice', 'Draft'].entries()) {
    await page.goto(`${new URL(page.url()).origin}/work?sort=-since&filter.kind=${kind}${marked(page.url())}`)
    await list(page).locator('a.grid__mark').nth(1).click()
    await page.getByText(`${at + 1} marked`).waitFor()
  }
  await page.getByRole('link', { name: 'Take a step…' }).click()
  await page.getByRole('heading', { name: 'Take a step: 1 invoice and 1 draft' }).waitFor()
  await page.getByRole('button', { name: 'Book 1 object…' }).click()
  await page.getByText('1 of 2 can; the others stay as they are, each with its reason.').waitFor()
  await page.getByText(/^You cannot do this at /).waitFor()
  await page.getByRole('button', { name: 'Book 1 invoice' }).click()
  await page.waitForURL((url) => url.pathname === '/work' && url.searchParams.get('filter.kind') === 'Draft')
  expect(new URL(page.url()).searchParams.get('selected')).toBeNull()
})

test('the head of a group marks all its rows', async () => {
  const page = await visit('finance1', '/work?group=kind&page=1')
  await page.getByRole('link', { name: 'Mark all of Invoice' }).click()
  await page.getByText(/^\d+ marked/).waitFor()
  await page.getByRole('link', { name: 'Take a step…' }).click()
  await page.getByRole('heading', { name: /^Take a step: \d+ invoices/ }).waitFor()
})

test('without JavaScript anything is found by its words, on a page of its own', async () => {
  const entity = await newEntity('Sought')
  const page = await visit('finance1', '/search', { js: false })
  await page.getByRole('searchbox', { name: 'Search' }).fill(entity.toLowerCase())
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: entity }).click()
  await page.getByRole('table', { name: `Bank accounts of ${entity}` }).waitFor()
})

test('how one is told by e-mail is chosen, and switched off again', async () => {
  const page = await visit('manager1', '/work/notices', { refusals: [422] })
  const often = page.getByLabel('Send notices')
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('This site sends no e-mail.').waitFor()
  await often.selectOption('At once')
  await save()
  await page.getByText('Enter the e-mail address to send to.').first().waitFor()
  expect(await often.inputValue()).toBe('at once')
  await page.getByLabel('E-mail address').fill('manager@example.com')
  await save()
  await page.getByText('Notices saved').waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('manager@example.com')
  await often.selectOption('Not at all')
  await save()
  await page.getByText('Notices switched off').waitFor()
})

test('Ctrl+K finds and opens with the keyboard alone, over any page, and Escape gives focus back', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('searchbox')
  await field.waitFor()
  await page.getByRole('menuitem', { name: 'New FIA 3 control' }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('arven 30/10/2026')
  expect(await field.inputValue()).toBe('arven 30/10/2026')
  await page.getByRole('menuitem', { name: /^Arvensis SICAV – World Equities, 30\/10\/2026/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/nav-controls\/\d+/)
  await page.getByRole('heading', { name: /ARV01/ }).first().waitFor()
})

test('with the keyboard a whole page of rows is marked and takes its step', async () => {
  const page = await visit('operations1', '/work?page=1')
  const rows = await list(page).locator('tr[data-key]').count()
  await page.locator('thead').getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.getByText(`${rows} marked`).waitFor()
  await page.keyboard.press('.')
  await page.getByRole('button', { name: /^Start \d+ object/ }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Start/)
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is stored yet.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Start \d+ task/)
})

test('the key . takes the row that has the focus', async () => {
  const page = await visit('operations1', '/work?page=1')
  await list(page)
    .getByText(/\d of \d+ tasks? done, process due /)
    .first()
    .waitFor({ state: 'attached' })
  await list(page).locator('.grid__open').first().focus()
  await page.keyboard.press('.')
  await page.getByRole('heading', { name: /^Take a step: 1 / }).waitFor()
})

test('the count asks once a minute at most, and not at all while the page is hidden', async () => {
  const page = await visit('finance1', '/work?page=1')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/work/count')) asked.push(request.url())
  })
  await page.clock.install()
  await page.reload()
  await list(page).locator('tr[data-key]').first().waitFor()
  await page.clock.runFor(59_000)
  expect(asked).toHaveLength(0)
  await page.clock.runFor(62_000)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const shown = asked.length
  expect(shown).toBeLessThanOrEqual(2)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  await page.clock.runFor(300_000)
  expect(asked).toHaveLength(shown)
})

testStates('my work, of steps for several objects and of the search', [
  ['my work', 'teamleader1', '/work?size=3'],
  ['what came back', 'accountant1', '/work/returned?size=3'],
  ['what waits for others', 'accountant1', '/work/others?size=3'],
  ['nothing done yet', 'clientdesk1', '/work/done'],
  [
    'steps to choose from',
    'teamleader1',
    '/work?size=3',
    async (page) => {
      await page.locator('a.grid__mark').first().click()
      await page.getByRole('link', { name: 'Take a step…' }).click()
      await page.getByRole('heading', { name: /^Take a step: / }).waitFor()
    },
  ],
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
  ['notices by e-mail', 'teamleader1', '/work/notices'],
  ['nothing marked', 'teamleader1', '/work/steps'],
  ['a search', 'finance1', '/search?text=fontaine'],
  ['a search that finds nothing', 'finance1', '/search?text=zzzz'],
])
