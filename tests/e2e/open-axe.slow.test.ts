import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_OFFERED } from '~/platform/tables/options.server'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { over } from '../support/browser/fields'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'

/** More entities than a page carries: their lists are searched on the server. */
const own = ownName('Axe open ')
const names = Array.from({ length: MAX_OFFERED + 20 }, (_, at) => `${own} ${at}`)
async function change(work: (tx: Transaction) => Promise<unknown>) {
  const database = ownDatabase()
  await database.transaction(work)
  await database.close()
}
beforeAll(() =>
  change((tx) => tx.insert(legalEntity).values(names.map((name) => ({ name, kind: 'COMPANY' })))),
)
// The files that come after this one have lists that their pages carry.
afterAll(() => change((tx) => tx.delete(legalEntity).where(inArray(legalEntity.name, names))))

/** Nothing of what is open breaks WCAG 2.2 AA: light and dark, 1280 and 390 px, each time with it in sight. */
async function expectClean(
  page: Page,
  name: string,
  seen: Locator,
  open: () => Promise<unknown> = async () => {},
) {
  const stands = async () => {
    if (!(await seen.isVisible())) await open()
    await seen.waitFor()
  }
  expect(await violations(page, name, stands)).toEqual([])
}

const field = (page: Page, label: string) => page.locator('.draft-form').getByLabel(label, { exact: true })

/** As wide again as before it was looked at. */
const widen = (page: Page) => page.setViewportSize({ width: 1280, height: 800 })

/** A control that scripts laid over another is in sight, and its list is opened by typing. */
async function search(control: Locator, text = own) {
  await control.scrollIntoViewIfNeeded()
  await control.fill('')
  await control.fill(text)
}

test('over the form of a draft: a lost connection, a searched list, a calendar, and what was typed before', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('AXC'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`, { breaks: true })
  page.on('dialog', (dialog) => dialog.accept())
  await page.context().setOffline(true)
  await field(page, 'Gross').fill('4321.09')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const bar = page.locator('.message-bar')
  await bar.getByText(/^Connection lost\. We do not know yet whether it was saved/).waitFor()
  await expectClean(page, 'connection lost', bar)
  await page.context().setOffline(false)
  await bar.getByText('it is saved now').waitFor()
  await widen(page)
  await page
    .getByText(/^Draft \d+ saved$/)
    .first()
    .waitFor()
  await page.goto(`/drafts/${id}/edit`)

  const entity = field(page, 'Settling Entity')
  await over(entity)
  expect(await page.locator('select[name=settlingLegalEntity]').count()).toBe(0)
  const option = page.locator('.over__list').getByRole('option').first()
  await expectClean(page, 'searched list', option, () => search(entity))
  const none = page.locator('.over__list').getByText('No results', { exact: true })
  await expectClean(page, 'nothing found', none, () => search(entity, 'qqq'))
  const day = field(page, 'GL Date')
  await over(day)
  await expectClean(page, 'calendar', page.locator('.calendar'), () => day.press('Alt+ArrowDown'))
  await page.keyboard.press('Escape')
  await widen(page)
  await day.fill('soon')
  await day.press('Tab')
  await expectClean(page, 'no day', page.getByText('“soon” is not a date. Enter it as dd/mm/yyyy.').first())

  await widen(page)
  await field(page, 'Gross').fill('4321.10')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-forms'))).toContain('4321.10')
  await page.reload()
  await expectClean(page, 'typed before', page.getByText(/^What you typed here at \d\d:\d\d was not saved\./))
})

/** The address of a legal entity of our own that is edited in place. */
async function aRow(): Promise<string> {
  const database = ownDatabase()
  try {
    const [row] = await database.read
      .select()
      .from(legalEntity)
      .where(inArray(legalEntity.name, names))
      .limit(1)
    return `/admin/lookups/legal-entities?${new URLSearchParams({ size: '5', 'filter.name': row?.name ?? '', edit: String(row?.id) })}`
  } finally {
    await database.close()
  }
}

test('a row that is edited in place; Escape closes the list or the calendar that is open in it, and only then leaves it', async () => {
  const page = await visit('admin', await aRow())
  const row = page.locator('tr[data-editing]')
  await expectClean(page, 'row', row)
  await widen(page)
  const day = row.locator('.over__day > input')
  await day.fill('3.11.27')
  await day.press('Tab')
  await expect.poll(() => row.locator('[name=deadDate]').inputValue()).toBe('2027-11-03')
  // It asks, as something was typed in it.
  page.on('dialog', (dialog) => dialog.accept())
  const company = row.locator('.over__choice input').last()
  const option = page.locator('.over__list').getByRole('option').first()
  for (const times of [1, 2]) {
    await search(company)
    await option.waitFor()
    await page.keyboard.press('Escape')
    await option.waitFor({ state: 'detached' })
    expect([times, await company.inputValue()]).toEqual([times, own])
    await day.press('Alt+ArrowDown')
    await page.locator('.calendar').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.calendar').waitFor({ state: 'detached' })
  }
  await day.press('Escape')
  await row.waitFor({ state: 'detached' })
})

test('a menu of the bar, panels of a list, the search of Ctrl+K and the sheet of the keys, open', async () => {
  const page = await visit('accountant1', '/nav-controls?size=5&page=1')
  await page.setViewportSize({ width: 1000, height: 800 })
  const summary = page.locator('summary').filter({ hasText: 'ACCOUNTANT' }).first()
  const menu = page.getByRole('menu')
  await summary.hover()
  await page.locator('summary[aria-haspopup=menu]').filter({ hasText: 'ACCOUNTANT' }).waitFor()
  await expectClean(page, 'ACCOUNTANT', menu, () => summary.click())
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await widen(page)
  for (const label of ['Columns', 'Views']) {
    const panel = page.locator('.grid__toolbar details[open] .menu__list')
    const summary = page.locator('.grid__toolbar summary').filter({ hasText: label })
    await expectClean(page, label, panel, () => summary.click())
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }

  const search = page.getByRole('dialog', { name: 'Search and commands' })
  const found = search.getByRole('menuitem').filter({ hasText: 'ARV02' }).first()
  await expectClean(page, 'search', found, async () => {
    if (!(await search.isVisible())) await page.keyboard.press('Control+k')
    await search.getByRole('searchbox').fill('ARV02')
  })
  // The first one empties the field.
  await page.keyboard.press('Escape')
  await expect.poll(() => search.getByRole('searchbox').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  const sheet = page.getByRole('dialog').getByText('Filter NAVs')
  await expectClean(page, 'keys', sheet, async () => {
    await page.locator('a.grid__open').first().focus()
    await page.keyboard.press('?')
  })
})
