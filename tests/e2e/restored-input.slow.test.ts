import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { asksOnce, leaveQuestions } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const entry = (page: Page) => page.locator('.draft-form')
const gross = (page: Page) => entry(page).getByLabel('Gross', { exact: true })
const value = (page: Page) => expect.poll(() => gross(page).inputValue())
const OFFER = /^What you typed here at \d\d:\d\d was not saved\./
const offer = (page: Page) => page.getByText(OFFER)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-forms'))

test('what was typed in a draft is offered after a reload, and comes back; who leaves drops it, and another user of the tab is offered nothing', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('KR'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`)
  page.on('dialog', (dialog) => dialog.accept())
  const taxes = entry(page).getByLabel('Taxes', { exact: true })
  const typed = async (amount: string) => {
    await gross(page).fill(amount)
    await expect.poll(() => kept(page)).toContain(amount)
  }
  await chapter('It is offered after a reload, comes back, and is saved', async () => {
    await typed('4321.09')
    await page.reload()
    await offer(page).waitFor()
    await value(page).toBe('117.00')
    await press(page, 'Bring it back')
    await value(page).toBe('4321.09')
    await offer(page).waitFor({ state: 'hidden' })
    await press(page, 'Confirm')
    await page.getByText(/^Draft \d+ saved$/).waitFor()
    await expect.poll(() => kept(page)).toBeNull()
    await page.goto(`/drafts/${id}/edit`)
  })
  await chapter('Not restored, it stays beside new input until the user discards it', async () => {
    await typed('5432.10')
    await page.reload()
    await offer(page).waitFor()
    await value(page).toBe('4321.09')
    await taxes.fill('1.50')
    await expect.poll(() => kept(page)).toContain('1.50')
    expect(await kept(page)).toContain('5432.10')
    await press(page, 'Drop it')
    await offer(page).waitFor({ state: 'hidden' })
    await page.reload()
    await offer(page).waitFor()
    await press(page, 'Bring it back')
    await expect.poll(() => taxes.inputValue()).toBe('1.50')
    await value(page).toBe('4321.09')
  })
  await chapter('Who leaves without saving drops it; another user is offered nothing', async () => {
    await page.getByRole('dialog').getByRole('link', { name: 'Cancel', exact: true }).click()
    await entry(page).waitFor({ state: 'detached' })
    expect(await kept(page)).toBeNull()
    await page.goto(`/drafts/${id}/edit`)
    await value(page).toBe('4321.09')
    expect(await offer(page).count()).toBe(0)
    await typed('55')
    await logIn(page.context(), 'finance2')
    await page.reload()
    await value(page).toBe('4321.09')
    await expect.poll(() => kept(page)).toBeNull()
    expect(await offer(page).count()).toBe(0)
  })
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

test('what was typed in a new budget comes back', async () => {
  const page = await visit('finance1', '/budgets/new')
  page.on('dialog', (dialog) => dialog.accept())
  const amount = page.locator('.budget-form').getByLabel('Budget')
  await comesBack(page, amount, '4321.09')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await amount.waitFor({ state: 'detached' })
  await offersNothing(page)
})

test('input in a cost line is restored, and leaving the line asks for confirmation', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('KLINE'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/allocations`)
  const questions = leaveQuestions(page)
  const popup = page.getByRole('dialog')
  const cell = (name: string) => popup.locator(`[name=${name}][form]`)
  const edit = popup.getByRole('link', { name: /^Edit Audit fees/ })
  await chapter('A new line', async () => {
    await popup.getByRole('link', { name: 'Add a line' }).click()
    await cell('feesType').selectOption('Audit fees')
    await cell('comment').fill('Half of it')
    questions.leave = true
    await comesBack(page, cell('grossAmount'), '32.10')
    await expect.poll(() => cell('feesType').locator('option:checked').innerText()).toBe('Audit fees')
    expect(await cell('comment').inputValue()).toBe('Half of it')
    await popup.getByRole('cell', { name: '15.10', exact: true }).waitFor()
    await popup.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Cost line of draft \d+ saved$/).waitFor()
    await offersNothing(page)
  })

  await chapter('Leaving a stored line asks for confirmation', async () => {
    questions.leave = false
    await edit.click()
    await cell('comment').press('Escape')
    await edit.click()
    const before = questions.times
    await cell('comment').fill('All of it')
    await asksOnce(page, questions, () => cell('comment').press('Escape'))
    await asksOnce(page, questions, () => popup.getByRole('link', { name: 'Cancel', exact: true }).click())
    await asksOnce(page, questions, () => popup.getByRole('link', { name: 'Close', exact: true }).click())
    await asksOnce(page, questions, () => page.evaluate(() => location.reload()))
    expect(questions.times).toBe(before + 4)
    await expect.poll(() => kept(page)).toContain('All of it')
    questions.leave = true
    await asksOnce(page, questions, () => popup.getByRole('link', { name: 'Cancel', exact: true }).click())
    await edit.waitFor()
    await offersNothing(page)
  })
})
