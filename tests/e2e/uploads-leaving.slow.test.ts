import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { bookFile } from '../support/areas/reference-import/reference-book'
import { visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { payloads } from '../support/browser/files'
import { invoiceFile } from '../support/browser/invoice-files'
import { asksOnce, type LeaveQuestions, leaveQuestions } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

let draftId: number
beforeAll(async () => {
  draftId = await uploadedDraft('finance1', { ref: ownName('UPLEAVE'), net: '10' })
})

const TEXT = { name: 'fees.txt', mimeType: 'text/plain', buffer: Buffer.from('Fees: 12') }
const OTHER = { ...TEXT, name: 'other.txt' }

const field = (page: Page) => page.locator('input[type=file][name=files]')
const gone = (page: Page) => field(page).waitFor({ state: 'detached' })
const press = (page: Page) => page.keyboard.press('Escape')
const invoice = (name: string) => invoiceFile({ ref: ownName(name) })
const close = (page: Page) => page.getByRole('link', { name: 'Close', exact: true }).last().click()

/** Whichever way it is left; who stays keeps the files. */
async function asksEachWay(page: Page, questions: LeaveQuestions): Promise<void> {
  await asksOnce(page, questions, () => press(page))
  await asksOnce(page, questions, () => close(page))
  await asksOnce(page, questions, () => page.evaluate(() => location.reload()))
  expect(await field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBeGreaterThan(0)
}

test('leaving the import of reference data with a chosen file asks for confirmation, until a dry run', async () => {
  const page = await visit('admin', '/admin/import')
  const questions = leaveQuestions(page)
  const leave = () => page.getByRole('link', { name: 'Users', exact: true }).click()
  const book = {
    'Legal entities': [
      ['Name', 'Kind'],
      [ownName('UPLEAVE import'), 'FUND'],
    ],
  }
  await field(page).setInputFiles(payloads([await bookFile(book)]))
  await asksOnce(page, questions, leave)
  await page.getByRole('button', { name: /^Dry run/ }).click()
  await page.getByText(/^Nothing was saved\./).waitFor()
  await leave()
  await page.waitForURL('**/admin/users')
  expect(questions.times).toBe(1)
})

test('leaving the form of a control with chosen workbooks asks for confirmation', async () => {
  const page = await visit('accountant1', '/nav-controls/new/fia-3')
  const questions = leaveQuestions(page)
  const files = ['NAV.xlsx', 'Balance.xlsx', 'Inventory.xlsx'].map((name) => ({ name, bytes: TEXT.buffer }))
  await field(page).setInputFiles(payloads(files))
  await asksEachWay(page, questions)
  questions.leave = true
  await asksOnce(page, questions, () => press(page))
  await gone(page)
})

test('leaving with a chosen invoice or a comment asks for confirmation; after sending or a refusal it does not', async () => {
  const page = await visit('finance1', '/drafts/new', { refusals: [415, 422] })
  const questions = leaveQuestions(page)
  const comment = page.getByLabel('Comment (optional)')
  await chapter('A comment alone asks for confirmation; an empty form closes at once', async () => {
    await comment.fill('For the audit')
    await asksOnce(page, questions, () => press(page))
    await comment.fill('')
    await press(page)
    await gone(page)
    expect(questions.times).toBe(1)
  })

  await chapter('A chosen file asks for confirmation', async () => {
    await page.goto('/drafts/new')
    await field(page).setInputFiles({ ...TEXT, name: 'no.pdf' })
    await asksEachWay(page, questions)
  })

  await chapter('A refusal closes the form without a question, and what was typed comes back', async () => {
    const before = questions.times
    await comment.fill('Not lost')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await gone(page)
    await page.getByRole('link', { name: 'Open the form again' }).click()
    await expect.poll(() => comment.inputValue()).toBe('Not lost')
    expect(questions.times).toBe(before)
  })
})

test('of several invoices the chosen ones ask for confirmation, not those removed again or sent', async () => {
  const page = await visit('finance1', '/drafts/batch', { refusals: [415, 422] })
  const questions = leaveQuestions(page)
  const remove = page.getByRole('button', { name: /^Remove / })
  const open = async () => {
    await field(page).setInputFiles([await invoice('UR1'), { ...TEXT, name: 'no.pdf' }])
    await expect.poll(() => remove.count()).toBe(2)
  }
  await open()
  await remove.first().click()
  await asksOnce(page, questions, () => press(page))
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  await open()
  await page.getByLabel('Comment for all files (optional)').fill('Sent')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const answers = page.getByRole('table', { name: 'Results by file' })
  await answers.getByText(/^Draft \d+$/).waitFor()
  await answers.getByRole('row').filter({ hasText: 'no.pdf' }).waitFor()
  await page.getByRole('dialog', { name: 'Working' }).waitFor({ state: 'detached' })
  await press(page)
  await gone(page)
  expect(questions.times).toBe(1)
})

test('leaving with chosen documents that were not sent asks for confirmation', async () => {
  const page = await visit('finance1', `/drafts/${draftId}?upload=new`)
  const questions = leaveQuestions(page)
  await chapter('In the panel of a draft', async () => {
    await field(page).setInputFiles([TEXT, OTHER])
    await asksOnce(page, questions, () => close(page))
    await asksOnce(page, questions, () => press(page))
  })

  await chapter('The upload is left, and sent', async () => {
    questions.leave = true
    await asksOnce(page, questions, () => close(page))
    await gone(page)
    questions.leave = false
    await page.getByRole('link', { name: 'Upload New Document' }).click()
    await field(page).setInputFiles([TEXT])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('1 of 1 files saved.').waitFor()
    const before = questions.times
    await close(page)
    await gone(page)
    expect(questions.times).toBe(before)
  })

  await chapter('On a page of its own', async () => {
    await page.goto(`/documents/object/${draftId}/new?back=/drafts`)
    const before = questions.times
    await field(page).setInputFiles([TEXT])
    await asksOnce(page, questions, () => page.getByRole('link', { name: 'Back', exact: true }).click())
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('1 document added').waitFor()
    expect(questions.times).toBe(before + 1)
  })
})
