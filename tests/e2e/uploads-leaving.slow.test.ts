import type { Page } from 'playwright'
import { planMatching } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { beforeAll, expect, test } from 'vitest'
import { bookFile } from '../support/areas/reference-import/reference-book'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { payloads } from '../support/browser/files'
import { newFund, type TestFund } from '../support/browser/funds'
import { invoiceFile } from '../support/browser/invoice-files'
import { asked, asksOnce } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

let draftId: number
let fund: TestFund
beforeAll(async () => {
  draftId = await uploadedDraft('finance1', { ref: ownName('UPLEAVE'), net: '10' })
  fund = await newFund({ code: ownName('UPLEAVE') })
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
})

const TEXT = { name: 'fees.txt', mimeType: 'text/plain', buffer: Buffer.from('Fees: 12') }
const OTHER = { ...TEXT, name: 'other.txt' }

const field = (page: Page) => page.locator('input[type=file][name=files]')
const gone = (page: Page) => field(page).waitFor({ state: 'detached' })
const press = (page: Page) => page.keyboard.press('Escape')
const invoice = (name: string) => invoiceFile({ ref: ownName(name) })
const matching = async () => payloads([await writeBook(planMatching(fund.nav.model))])

test('the import of reference data asks before it is left with a chosen file, until that was tried', async () => {
  const page = await visit('admin', '/admin/import')
  const told = asked(page)
  const leave = () => page.getByRole('link', { name: 'Users', exact: true }).click()
  const book = {
    'Legal entities': [
      ['Name', 'Kind'],
      [ownName('UPLEAVE import'), 'FUND'],
    ],
  }
  await field(page).setInputFiles(payloads([await bookFile(book)]))
  await asksOnce(page, told, leave)
  await page.getByRole('button', { name: /^Dry run/ }).click()
  await page.getByText(/^Nothing was saved\./).waitFor()
  await leave()
  await page.waitForURL('**/admin/users')
  expect(told.times).toBe(1)
})

test('every form of files asks before it is left with a chosen file, and not without one', async () => {
  const forms: [user: string, path: string, file: () => Promise<unknown>][] = [
    ['finance1', '/drafts/new', () => invoice('UL1')],
    ['finance1', '/drafts/batch', () => invoice('UL2')],
    [
      'accountant1',
      `/drafts/${draftId}/add/backup`,
      async () => payloads(await writeSet(fund.nav.model, 'FIA3'))[0],
    ],
    [
      'accountant1',
      `/nav-controls/${fund.nav.id}/new/fia-3`,
      async () => payloads(await writeSet(fund.nav.model, 'FIA3')),
    ],
    ['accountant1', `/nav-controls/${fund.nav.id}/new-matching`, matching],
  ]
  for (const [user, path, file] of forms)
    await chapter(path, async () => {
      const page = await visit(user, path)
      const told = asked(page)
      await page.getByRole('dialog').waitFor()
      await press(page)
      await gone(page)
      expect(told.times).toBe(0)
      await page.goto(path)
      await field(page).setInputFiles((await file()) as never)
      await asksOnce(page, told, () => press(page))
      await asksOnce(page, told, () => page.getByRole('link', { name: 'Close', exact: true }).last().click())
      await asksOnce(page, told, () => page.evaluate(() => location.reload()))
      expect(await field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBeGreaterThan(0)
      told.leave = true
      await asksOnce(page, told, () => press(page))
      await gone(page)
      await page.context().close()
    })
})

test('a comment alone is asked about; files that were removed again are not', async () => {
  const page = await visit('finance1', '/drafts/new')
  const told = asked(page)
  const comment = page.getByLabel('Comment (optional)')
  await comment.fill('For the audit')
  await asksOnce(page, told, () => press(page))
  await comment.fill('')
  await press(page)
  await gone(page)
  expect(told.times).toBe(1)

  await page.goto('/drafts/batch')
  await field(page).setInputFiles([await invoice('UR1'), { ...(await invoice('UR2')), name: 'second.pdf' }])
  const remove = page.getByRole('button', { name: /^Remove / })
  await remove.first().click()
  await asksOnce(page, told, () => press(page))
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  await press(page)
  await gone(page)
  expect(told.times).toBe(2)
})

test('nothing is asked once files are sent', async () => {
  const page = await visit('finance1', '/drafts/new', { refusals: [415, 422] })
  const told = asked(page)
  await chapter('One invoice', async () => {
    await field(page).setInputFiles(await invoice('US1'))
    await page.getByLabel('Comment (optional)').fill('Sent')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.waitForURL(/\/drafts\/\d+/)
    await page.getByText(/^Draft \d+ created\./).waitFor()
  })

  await chapter('Several invoices, one of them refused', async () => {
    await page.goto('/drafts/batch')
    await field(page).setInputFiles([await invoice('US2'), { ...TEXT, name: 'no.pdf' }])
    await page.getByLabel('Comment for all files (optional)').fill('Sent')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'no.pdf' }).waitFor()
    await page.getByRole('dialog', { name: 'Working' }).waitFor({ state: 'detached' })
    await press(page)
    await gone(page)
  })
  expect(told.times).toBe(0)

  await chapter('A matching', async () => {
    const nav = await visit('accountant1', `/nav-controls/${fund.nav.id}/new-matching`)
    const toldNav = asked(nav)
    await field(nav).setInputFiles(await matching())
    await nav.getByRole('button', { name: 'Upload matching' }).click()
    await nav.getByText('Matching done').waitFor()
    await gone(nav)
    expect(toldNav.times).toBe(0)
  })
})

test('a refusal closes the form of an upload without a question', async () => {
  const page = await visit('finance1', '/drafts/new', { refusals: [415, 422] })
  const told = asked(page)
  await field(page).setInputFiles({ ...TEXT, name: 'no.pdf' })
  await page.getByLabel('Comment (optional)').fill('Not lost')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await gone(page)
  await page.getByRole('link', { name: 'Open the form again' }).click()
  await expect.poll(() => page.getByLabel('Comment (optional)').inputValue()).toBe('Not lost')
  expect(told.times).toBe(0)
})

test('documents that are chosen for an object and not sent are asked about, beside the form of the object', async () => {
  const page = await visit('finance1', `/drafts/${draftId}?upload=new`)
  const told = asked(page)
  const close = () => page.getByRole('link', { name: 'Close', exact: true }).last().click()
  await chapter('In the panel of a draft', async () => {
    await field(page).setInputFiles([TEXT, OTHER])
    await asksOnce(page, told, close)
    await asksOnce(page, told, () => press(page))
    await page
      .locator('.draft-form')
      .getByLabel('Comment', { exact: true })
      .fill('Both are asked about at once')
    await asksOnce(page, told, () => press(page))
  })

  await chapter('Only the upload is left: the form of the draft stays as it is', async () => {
    told.leave = true
    await asksOnce(page, told, close)
    await gone(page)
    told.leave = false
    await asksOnce(page, told, () => press(page))
    await page.getByRole('link', { name: 'Upload New Document' }).click()
    await field(page).setInputFiles([TEXT])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('1 of 1 files saved.').waitFor()
    const before = told.times
    await close()
    await gone(page)
    expect(told.times).toBe(before)
  })

  await chapter('On a page of its own', async () => {
    const path = `/documents/object/${draftId}/new?back=/drafts`
    const own = await visit('finance1', path)
    const toldOwn = asked(own)
    const back = own.getByRole('link', { name: 'Back', exact: true })
    await field(own).setInputFiles([TEXT])
    await asksOnce(own, toldOwn, () => back.click())
    await own.getByRole('button', { name: 'Upload', exact: true }).click()
    await own.getByText('1 document added').waitFor()
    expect(toldOwn.times).toBe(1)
  })
})
