import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, post } from '../support/browser/calls'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn, dayIn } from '../support/browser/fields'
import { BOTH } from '../support/browser/grids'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'

const CLIENT = 'Nordlys Kapitalförvaltning AB'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('uploads an invoice, fills its draft in, divides it and sends it to check', async () => {
    const ref = ownName('IDH-')
    const page = await visit('finance1', '/drafts', { js })
    const id = await upload(page, { ref, comment: 'By post' })
    await editDraft(page)
    await expect.poll(() => draftForm(page).getByLabel('Reference', { exact: true }).inputValue()).toBe(ref)
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
    await editDraft(page)
    await expect.poll(() => draftForm(page).getByLabel('Gross', { exact: true }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await draftForm(page).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Send to check' }).click()
    await page.getByText(`Draft ${id}: TO CHECK (TEAM LEADER)`).waitFor()
  })
})

test('keeps what was typed in a refused form, and shows both versions to the user who saved second', async () => {
  const ref = ownName('IDH-')
  const id = await uploadedDraft('finance1', { ref, net: '100' })
  const page = await visit('accountant1', `/drafts/${id}/edit`, { refusals: [409, 422] })
  const form = draftForm(page)
  const [reference, gross] = [
    form.getByLabel('Reference', { exact: true }),
    form.getByLabel('Gross', { exact: true }),
  ]
  await reference.fill('SECOND')
  await gross.fill('12,34,5')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => gross.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => gross.inputValue()).toBe('12,34,5')
  await expect.poll(() => reference.inputValue()).toBe('SECOND')

  await gross.fill('117')
  await form.getByLabel('Posting Filter').selectOption('All ledgers')
  await post('finance1', 'drafttransactions', { id, invoiceRef: 'FIRST', glDate: '2026-10-30' })
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const versions = page.getByRole('table', { name: 'Versions, field by field' })
  await versions.waitFor()
  const lines = await versions.locator('tbody > tr').allInnerTexts()
  const shown = lines.map((line) => line.replace(/\s+/g, ' '))
  expect(shown.join('\n')).toContain(`Reference ${ref} FIRST`)
  expect(shown.join('\n')).toContain('SECOND')
  await expect.poll(() => reference.inputValue()).toBe('SECOND')
  // What only the first changed is not taken back.
  await expect.poll(() => dayIn(form.getByLabel('GL Date'))).toBe('2026-10-30')
  await page.getByRole('button', { name: 'Save my version' }).click()
  await page
    .getByText(/^Draft \d+ saved$/)
    .first()
    .waitFor()
  await form.waitFor({ state: 'detached' })
  await editDraft(page)
  await expect.poll(() => reference.inputValue()).toBe('SECOND')
  await expect.poll(() => dayIn(form.getByLabel('GL Date'))).toBe('2026-10-30')
})

test('a validator without a date closes the popup with the message; opened again it has the rest', async () => {
  const client = await nordlys()
  const id = await uploadedDraft(
    'finance1',
    { ref: ownName('DATES-'), net: '100' },
    { settlementLegalEntity: client, settlingLegalEntity: client },
  )
  const page = await visit('finance1', `/drafts/${id}/edit`, { refusals: [422] })
  const form = draftForm(page)
  const user = form.getByLabel('Validating User A')
  await form.getByLabel('Comment', { exact: true }).fill('Agreed with the client')
  await choose(user, 'Åsa Ström')
  await expect.poll(() => chosenIn(user)).toBe('Åsa Ström')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const banner = page.getByRole('alert').filter({ hasText: 'Validation Date is required' })
  await banner
    .getByText('Please fill the following field(s) and click again on confirm button : Validation Date A')
    .waitFor()
  expect(new URL(page.url()).pathname).toBe(`/drafts/${id}`)
  await editDraft(page)
  await expect
    .poll(() => form.getByLabel('Comment', { exact: true }).inputValue())
    .toBe('Agreed with the client')
  await expect.poll(() => chosenIn(user)).toBe('')
  await saveDraft(page)
})

/** The id of a client of the demo that has validators. */
async function nordlys(): Promise<number> {
  const all = (await call('finance1', 'entities?size=200')) as {
    id?: number
    key?: string
    name: string
  }[]
  const client = all.find(({ name }) => name === CLIENT)
  return Number(client?.id ?? client?.key)
}

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
