import type { Page } from 'playwright'
import { draftsToComplete } from 'tests/support/drafts-to-complete'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn } from '../support/browser/fields'
import { expenseSteps } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { siteNow } from '../support/browser/site-time'

/** A supplier of the demo that could be chosen until 30 June 2026. */
const DEAD = 'Traduction Express SPRL'

const gross = (page: Page) => draftForm(page).getByLabel('Gross', { exact: true })
const taxes = (page: Page) => draftForm(page).getByLabel('Taxes', { exact: true })
const net = (page: Page) =>
  expect.poll(() => draftForm(page).getByRole('status', { name: 'Net', exact: true }).innerText())
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const offers = (page: Page, list: string) =>
  draftForm(page).locator(`select[name=${list}] option`).allTextContents()
/** What the keyboard is at: name and value of a field or button, the words of a link. */
const focused = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => {
      const at = document.activeElement
      if (at instanceof HTMLInputElement) return at.name || at.id.replace(/-over$/, '')
      return at instanceof HTMLElement ? at.innerText.trim() : null
    }),
  )

test('shows the net of what a refused form holds, says which amount is none, and closes when it is saved', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('FORM-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`, { refusals: [422] })
  await net(page).toBe('100.00')
  await gross(page).fill('much')
  await taxes(page).fill('10')
  const sentence = 'Gross: “much” is not an amount. Enter it as 1234.50.'
  // Once the field is left, and until it is put right.
  await page.getByText(sentence).waitFor()
  await net(page).toBe('')
  await gross(page).fill('90')
  await page.getByText(sentence).waitFor({ state: 'hidden' })
  await net(page).toBe('80.00')
  await gross(page).fill('much')
  await press(page, 'Confirm')
  await page.getByRole('alert').getByText(sentence).waitFor()
  await gross(page).fill('1 234,50')
  await draftForm(page).getByLabel('Due Date').fill('2026-01-01')
  await press(page, 'Confirm')
  await page.getByRole('alert').getByText('The due date is before the invoice date.').waitFor()
  await net(page).toBe('1,224.50')

  await draftForm(page).getByLabel('Due Date').fill('2026-11-01')
  await gross(page).fill('120')
  await page.keyboard.press('Enter')
  await page.getByText(/^Draft \d+ saved$/).waitFor()
  await draftForm(page).waitFor({ state: 'detached' })
  await editDraft(page)
  await expect.poll(() => gross(page).inputValue()).toBe('120.00')
  await gross(page).fill('12,34,5')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await gross(page).fill('130')
  await page.keyboard.press('Enter')
  await draftForm(page).waitFor({ state: 'detached' })
  await focused(page).toBe('Edit')
  await editDraft(page)
  await expect.poll(() => gross(page).inputValue()).toBe('130.00')
})

test('an amount with decimals is a fault once yen are chosen, and whole yen have none', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('YEN-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`)
  await gross(page).fill('90.50')
  await taxes(page).fill('10')
  const sentence = 'Gross: JPY has no decimals. Enter a whole amount.'
  expect(await page.getByText(sentence).count()).toBe(0)
  await draftForm(page).getByLabel('Currency').selectOption('JPY')
  await page.getByText(sentence).waitFor()
  await gross(page).fill('90.00')
  await taxes(page).focus()
  await page.getByText(sentence).waitFor({ state: 'hidden' })
  expect(await gross(page).inputValue()).toBe('90')
  await net(page).toBe('80')
})

test('warns of a cost line of zero, and keeps the focus; without its only line a draft says what it said before', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('ZERO-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/allocations`, { refusals: [422] })
  const popup = page.getByRole('dialog')
  await popup.getByRole('link', { name: 'Add a line' }).click()
  await popup.getByLabel('Fees type').selectOption('Audit fees')
  await popup.getByLabel('Gross').fill('0')
  await popup.getByLabel('Taxes').fill('0')
  await popup.getByRole('button', { name: 'Save' }).click()
  await popup.getByText(/Audit fees: The line is 0\.00 and would become an invoice of 0\.00/).waitFor()
  await focused(page).toBe('Add a line')
  await popup.getByRole('link', { name: 'Close' }).click()
  await page.getByText('One cost line is 0.00.').waitFor()
  await page.getByRole('link', { name: 'Allocations', exact: true }).click()
  await popup.getByRole('link', { name: /^Delete Audit fees/ }).click()
  await focused(page).toBe('Delete it')
  await popup.getByRole('button', { name: 'Delete it' }).click()
  await popup.getByText('Not split').waitFor()
  await focused(page).toBe('Add a line')
  await popup.getByRole('link', { name: 'Close' }).click()
  await editDraft(page)
  await expect.poll(() => gross(page).inputValue()).toBe('117.00')
  expect([await taxes(page).inputValue(), await gross(page).isEnabled()]).toEqual(['17.00', true])
  await net(page).toBe('100.00')
})

test('offers suppliers by the received date as it is typed, and none beside a supplier that is a fund', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('SUPPLIER-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`, { refusals: [422] })
  expect(await offers(page, 'invoicedLegalEntity')).not.toContain(DEAD)
  await draftForm(page).getByLabel('Received Date').fill('2026-06-30')
  await expect.poll(() => offers(page, 'invoicedLegalEntity')).toContain(DEAD)
  await choose(draftForm(page).getByLabel('Supplier Company'), DEAD)
  // What was chosen is not taken away in silence.
  await draftForm(page).getByLabel('Received Date').fill('2026-07-01')
  const sentence = `Supplier Company: ${DEAD} was available until 30/06/2026, the received date is 01/07/2026.`
  await draftForm(page).getByText(sentence).waitFor()
  await choose(draftForm(page).getByLabel('Supplier Company'), 'Index Data House Ltd')
  await expect.poll(() => offers(page, 'invoicedLegalEntity')).not.toContain(DEAD)
  expect(await draftForm(page).getByText(sentence).count()).toBe(0)

  // A supplier that is a fund is no company: ticking and unticking the box clears either.
  const box = draftForm(page).getByLabel('Supplier is a fund')
  const company = draftForm(page).getByLabel('Supplier Company')
  await expect.poll(() => chosenIn(company)).toBe('Index Data House Ltd')
  await box.check()
  await choose(draftForm(page).getByLabel('Supplier Fund'), 'Pinecrest Funds ICAV')
  await box.uncheck()
  await expect.poll(() => company.inputValue()).toBe('')
  await box.check()
  await expect.poll(() => draftForm(page).getByLabel('Supplier Fund').inputValue()).toBe('')
  await box.uncheck()
  await saveDraft(page)
  await editDraft(page)
  await expect.poll(() => company.inputValue()).toBe('')
})

test('says at the top of a returned draft why it was; names the invoices of a completed one, and leads to them', async () => {
  const refs = [ownName('BACK-'), ownName('DONE-')]
  const [id = 0, other = 0] = await draftsToComplete(ownSite().url, { refs, lines: 2, now: siteNow() })
  await expenseSteps('draft', id, [['clientdesk1', 'Return']])
  const page = await visit('clientdesk1', `/drafts/${id}`)
  const note = page.locator('.draft .note').filter({ hasText: 'Returned by' })
  await note.getByText(/^Returned by .+ on \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor()
  await expect.poll(() => note.innerText()).toContain('Return, said clientdesk1')

  await page.goto(`/drafts/${other}`)
  await press(page, 'Create invoice')
  const line = page.locator('.status-line').filter({ hasText: `Draft ${other} completed: invoice` })
  await line.waitFor()
  await expect.poll(() => line.getByRole('link').count()).toBe(2)
  const name = await line.getByRole('link').first().innerText()
  await line.getByRole('link').first().click()
  await page.getByRole('heading', { name: name.replace('invoice', 'Invoice') }).waitFor()
  // Over Drafted Expenses, where the person who completed it works.
  expect(new URL(page.url()).pathname).toBe(`/drafts/invoices/${name.replace('invoice ', '')}`)
})
