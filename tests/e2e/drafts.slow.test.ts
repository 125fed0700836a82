import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn, dayIn } from '../support/browser/fields'
import { BOTH } from '../support/browser/grids'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('uploads an invoice, fills its draft in, divides it and sends it to check', async () => {
    const ref = ownName('IDH-')
    const page = await visit('finance1', '/drafts', { js })
    const id = await upload(page, { ref, comment: 'By post' })
    await expect.poll(() => draftForm(page).getByLabel('Reference').inputValue()).toBe(ref)
    await expect.poll(() => draftForm(page).getByLabel('Gross', { exact: true }).inputValue()).toBe('1463.09')
    await expect
      .poll(() => chosenIn(draftForm(page).getByLabel('Supplier Company')))
      .toBe('Index Data House Ltd')
    await expect
      .poll(() => draftForm(page).getByLabel('Comment', { exact: true }).inputValue())
      .toBe('By post')
    await page.getByText('From the e-invoice').first().waitFor()
    await choose(draftForm(page).getByLabel('Settling Entity'), 'Arvensis SICAV')
    await draftForm(page).getByLabel('Expense Type').selectOption({ index: 1 })
    await draftForm(page).getByLabel('Routine').selectOption('One-off')
    if (js) await page.getByText('Save your changes first').waitFor()

    // Allocate saves what was filled in, and leads on.
    await page.getByRole('button', { name: 'Allocate' }).click()
    const popup = page.getByRole('dialog')
    await popup.getByText('1,463.09 EUR to allocate').waitFor()
    await addLine(page, 'Audit fees', { gross: '1000', taxes: '145.30' })
    await popup.getByText('463.09 EUR still to allocate').waitFor()
    if (js) {
      // Net follows what is typed into a line, and leaves the lines beside it alone.
      await popup.getByRole('link', { name: 'Add a line' }).click()
      await popup.getByLabel('Gross').fill('5')
      await popup.getByLabel('Taxes').fill('1')
      await popup.getByRole('cell', { name: '4.00', exact: true }).waitFor()
      await expect.poll(() => popup.locator('tbody > tr').first().innerText()).toContain('854.70')
      page.once('dialog', (dialog) => dialog.accept())
      await popup.getByRole('link', { name: 'Cancel' }).click()
    }
    // What is left stands in the next line.
    await addLine(page, 'Legal fees', {})
    await popup.getByText('fully allocated').waitFor()
    await expect.poll(() => popup.locator('tfoot').innerText()).toContain('1,463.09')
    await popup.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => draftForm(page).getByLabel('Gross', { exact: true }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Send to check' }).click()
    await page.getByText(`Draft ${id}: TO CHECK (TEAM LEADER)`).waitFor()
    const leader = await visit('teamleader1', `/drafts/${id}`, { js })
    await leader.getByText('it can be changed once it is returned to ACCOUNTING').waitFor()
    expect(await leader.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  })
})

test('shows both versions to the second of two people who change one draft, and loses nothing', async () => {
  const ref = ownName('IDH-')
  const id = await uploadedDraft('finance1', { ref, net: '100' })
  const first = await visit('finance1', `/drafts/${id}`)
  const second = await visit('accountant1', `/drafts/${id}`, { refusals: [409] })
  await draftForm(second).getByLabel('Reference').fill('SECOND')
  await draftForm(second).getByLabel('Posting Filter').selectOption('All ledgers')

  await draftForm(first).getByLabel('Reference').fill('FIRST')
  await draftForm(first).getByLabel('GL Date').fill('2026-10-30')
  await saveDraft(first)

  await second.getByRole('button', { name: 'Save', exact: true }).click()
  const versions = second.getByRole('table', { name: 'Versions, field by field' })
  await versions.waitFor()
  const lines = await versions.locator('tbody > tr').allInnerTexts()
  const shown = lines.map((line) => line.replace(/\s+/g, ' '))
  expect(shown.join('\n')).toContain(`Reference ${ref} FIRST`)
  expect(shown.join('\n')).toContain('SECOND')
  await expect.poll(() => draftForm(second).getByLabel('Reference').inputValue()).toBe('SECOND')
  // What only the first changed is not taken back.
  await expect.poll(() => dayIn(draftForm(second).getByLabel('GL Date'))).toBe('2026-10-30')
  await second.getByRole('button', { name: 'Save my version' }).click()
  await second.getByText(/^Draft \d+ saved$/).waitFor()
  await expect.poll(() => draftForm(second).getByLabel('Reference').inputValue()).toBe('SECOND')
  await expect.poll(() => dayIn(draftForm(second).getByLabel('GL Date'))).toBe('2026-10-30')
})

test('keeps what was typed in a refused form, and says what is wrong beside its field', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('IDH-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`, { refusals: [422] })
  await draftForm(page).getByLabel('Reference').fill('KEPT')
  await draftForm(page).getByLabel('Gross', { exact: true }).fill('12,34,5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await expect
    .poll(() => draftForm(page).getByLabel('Gross', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await expect.poll(() => draftForm(page).getByLabel('Gross', { exact: true }).inputValue()).toBe('12,34,5')
  await expect.poll(() => draftForm(page).getByLabel('Reference').inputValue()).toBe('KEPT')

  await draftForm(page).getByLabel('Gross', { exact: true }).fill('117')
  // Its validators, not those of the buyer that the e-invoice names.
  await choose(draftForm(page).getByLabel('Invoiced Legal Entity'), 'Helvetica Bridge Management Company SA')
  await saveDraft(page)
  const validator = draftForm(page).getByLabel('Validating User A')
  await choose(validator, { index: 1 })
  const chosen = await validator.inputValue()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Validation Date is required' })
  await refusal.waitFor()
  await expect.poll(() => page.getByText('Validation Date A is required.').count()).toBeGreaterThan(0)
  await expect.poll(() => validator.inputValue()).toBe(chosen)
})

test('refuses a file that is no PDF, and answers several invoices one by one', async () => {
  const page = await visit('finance1', '/drafts/batch', { refusals: [422] })
  const good = await invoiceFile({ ref: ownName('IDH-') })
  const text = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }
  await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles([good, text])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const answers = page.getByRole('table', { name: 'Results by file' })
  await answers.getByText(/^Draft \d+$/).waitFor()
  await expect.poll(() => answers.locator('tbody > tr').count()).toBe(2)

  await page.goto('/drafts/new')
  await page.getByLabel(/^1 PDF or XML file/).setInputFiles(text)
  await page.getByLabel('Comment (optional)').fill('By post')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('File cannot be integrated, see error.').waitFor()
  await page.getByRole('link', { name: 'Open the form again' }).click()
  await expect.poll(() => page.getByLabel('Comment (optional)').inputValue()).toBe('By post')
})

/** Uploads an invoice from the list; answers the id of its draft, which is open then. */
async function upload(page: Page, { ref, comment = '' }: { ref: string; comment?: string }): Promise<string> {
  await page.getByRole('link', { name: 'Upload New Invoice' }).click()
  await page.getByLabel(/^1 PDF or XML file/).setInputFiles(await invoiceFile({ ref }))
  await page.getByLabel('Comment (optional)').fill(comment)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/Draft \d+ created\./).waitFor()
  const [, id = ''] = /\/drafts\/(\d+)/.exec(page.url()) ?? []
  await page.getByRole('heading', { name: `Draft ${id}` }).waitFor()
  return id
}

async function addLine(page: Page, fees: string, { gross, taxes }: { gross?: string; taxes?: string }) {
  const popup = page.getByRole('dialog')
  await popup.getByRole('link', { name: 'Add a line' }).click()
  await popup.getByLabel('Fees type').selectOption(fees)
  if (gross !== undefined) await popup.getByLabel('Gross').fill(gross)
  if (taxes !== undefined) await popup.getByLabel('Taxes').fill(taxes)
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Cost line of draft \d+ saved$/).waitFor()
}
