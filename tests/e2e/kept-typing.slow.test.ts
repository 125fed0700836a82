import type { Locator, Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { newFund } from '../support/browser/funds'
import { asked, asksOnce } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const entry = (page: Page) => page.locator('.draft-form')
const gross = (page: Page) => entry(page).getByLabel('Gross', { exact: true })
const value = (page: Page) => expect.poll(() => gross(page).inputValue())
const OFFER = /^What you typed here at \d\d:\d\d was not saved\./
const offer = (page: Page) => page.getByText(OFFER)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-forms'))

/** A draft's form with an amount that is typed and not sent. */
async function typed(name: string): Promise<Page> {
  const id = await uploadedDraft('finance1', { ref: ownName(name), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`)
  page.on('dialog', (dialog) => dialog.accept())
  await gross(page).fill('4321.09')
  await expect.poll(() => kept(page)).toContain('4321.09')
  return page
}

test('what was typed in a draft is offered after a reload, and comes back', async () => {
  const page = await typed('KR')
  await page.reload()
  await offer(page).waitFor()
  await value(page).toBe('117.00')
  await press(page, 'Bring it back')
  await value(page).toBe('4321.09')
  await offer(page).waitFor({ state: 'hidden' })
  await press(page, 'Save')
  await page.getByText(/^Draft \d+ saved$/).waitFor()
  await expect.poll(() => kept(page)).toBeNull()
  await page.reload()
  await value(page).toBe('4321.09')
  expect(await offer(page).count()).toBe(0)
})

test('what is offered and not taken is kept beside what is typed next, and dropped when its user wants', async () => {
  const page = await typed('KD')
  await page.reload()
  await offer(page).waitFor()
  await entry(page).getByLabel('Taxes', { exact: true }).fill('1.50')
  await expect.poll(() => kept(page)).toContain('1.50')
  expect(await kept(page)).toContain('4321.09')
  await press(page, 'Drop it')
  await offer(page).waitFor({ state: 'hidden' })
  await page.reload()
  await offer(page).waitFor()
  await press(page, 'Bring it back')
  await expect.poll(() => entry(page).getByLabel('Taxes', { exact: true }).inputValue()).toBe('1.50')
  await value(page).toBe('117.00')
})

test('who leaves without saving drops it; another user of the tab is offered nothing', async () => {
  const page = await typed('KL')
  const address = page.url()
  await page.getByRole('link', { name: 'Close', exact: true }).click()
  await page.locator('.drawer').waitFor({ state: 'detached' })
  expect(await kept(page)).toBeNull()
  await page.goto(address)
  await gross(page).fill('55')
  await expect.poll(() => kept(page)).toContain('55')
  await logIn(page.context(), 'finance2')
  await page.reload()
  await value(page).toBe('117.00')
  await expect.poll(() => kept(page)).toBeNull()
  expect(await offer(page).count()).toBe(0)
})

/** What is typed in a field stays in the tab over a reload, and comes back as it was when its user wants. */
async function comesBack(page: Page, field: Locator, text: string): Promise<void> {
  const stored = await field.inputValue()
  await field.fill(text)
  await expect.poll(() => kept(page)).toContain(text)
  await page.reload()
  await offer(page).waitFor()
  expect(await field.inputValue()).toBe(stored)
  await press(page, 'Bring it back')
  await expect.poll(() => field.inputValue()).toBe(text)
  await offer(page).waitFor({ state: 'hidden' })
}

/** Nothing is left of it in the tab, and a reload offers nothing. */
async function offersNothing(page: Page): Promise<void> {
  await expect.poll(() => kept(page)).toBeNull()
  await page.reload()
  expect(await offer(page).count()).toBe(0)
}

test('what was typed in a budget, new or stored, comes back', async () => {
  const page = await visit('finance1', '/budgets')
  page.on('dialog', (dialog) => dialog.accept())
  const amount = page.locator('.budget-form').getByLabel('Budget')
  await chapter('A new budget', async () => {
    await page.getByRole('link', { name: 'New budget' }).click()
    await comesBack(page, amount, '4321.09')
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await amount.waitFor({ state: 'detached' })
    await offersNothing(page)
  })

  await chapter('A stored budget', async () => {
    await page.goto('/budgets?in.event_status=IN%20ENTRY')
    await page.locator('a.grid__open').first().click()
    await amount.waitFor()
    const stored = await amount.inputValue()
    await comesBack(page, amount, '5432.10')
    await press(page, 'Save')
    await page.getByText(/^Budget .*saved$/).waitFor()
    await offersNothing(page)
    await expect.poll(() => amount.inputValue()).toBe('5432.10')
    // As it was, for the tests after this one.
    await amount.fill(stored)
    await press(page, 'Save')
    await expect.poll(() => kept(page)).toBeNull()
  })
})

test('what was typed about a rule, and in the row of a tolerance, comes back', async () => {
  await chapter('A rule that is not OK', async () => {
    const fund = await newFund({ code: ownName('KRULE') })
    const books = planSet(fund.nav.model, 'FIA3')
    const [first] = fund.nav.model.classes
    rowIn(tableIn(books, 'NAV'), { type: 'CLASS TNA', code: first?.code ?? '' }).value = {
      number: '28000000',
    }
    await control('accountant1', await Promise.all(books.map(writeBook)))
    const page = await visit('accountant1', `/nav-controls/${fund.nav.id}`)
    page.on('dialog', (dialog) => dialog.accept())
    await page.locator('a[href*="/rules/"]').first().click()
    const popup = page.getByRole('dialog')
    await comesBack(page, popup.getByLabel('Comment'), 'As agreed with the agent')
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    await offersNothing(page)
  })

  await chapter('A tolerance', async () => {
    const page = await visit('admin', '/admin/tolerances')
    page.on('dialog', (dialog) => dialog.accept())
    const row = page.getByRole('table', { name: 'Rule tolerances' }).locator('tr[data-key]').first()
    await row.getByRole('link', { name: /^Edit/ }).click()
    await comesBack(page, row.locator('[name=value][form]'), '0.0321')
    await row.getByRole('link', { name: 'Cancel', exact: true }).click()
    await row.getByRole('link', { name: /^Edit/ }).waitFor()
    await offersNothing(page)
  })
})

test('what was typed in a cost line comes back, and is asked about before its line is left', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('KLINE'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/allocations`)
  const told = asked(page)
  const popup = page.getByRole('dialog')
  const cell = (name: string) => popup.locator(`[name=${name}][form]`)
  const edit = popup.getByRole('link', { name: /^Edit Audit fees/ })
  await chapter('A new line', async () => {
    await popup.getByRole('link', { name: 'Add a line' }).click()
    await cell('feesType').selectOption('Audit fees')
    await cell('comment').fill('Half of it')
    told.leave = true
    await comesBack(page, cell('grossAmount'), '32.10')
    await expect.poll(() => cell('feesType').locator('option:checked').innerText()).toBe('Audit fees')
    expect(await cell('comment').inputValue()).toBe('Half of it')
    await popup.getByRole('cell', { name: '15.10', exact: true }).waitFor()
    await popup.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Cost line of draft \d+ saved$/).waitFor()
    await offersNothing(page)
  })

  await chapter('A stored line asks, whichever way it is left', async () => {
    told.leave = false
    await edit.click()
    await cell('comment').press('Escape')
    await edit.click()
    const before = told.times
    await cell('comment').fill('All of it')
    await asksOnce(page, told, () => cell('comment').press('Escape'))
    await asksOnce(page, told, () => popup.getByRole('link', { name: 'Cancel', exact: true }).click())
    await asksOnce(page, told, () => popup.getByRole('link', { name: 'Close', exact: true }).click())
    await asksOnce(page, told, () => page.evaluate(() => location.reload()))
    expect(told.times).toBe(before + 4)
    await expect.poll(() => kept(page)).toContain('All of it')
    told.leave = true
    await asksOnce(page, told, () => popup.getByRole('link', { name: 'Cancel', exact: true }).click())
    await edit.waitFor()
    await offersNothing(page)
  })
})
