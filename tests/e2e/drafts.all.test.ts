import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { choose, chosenIn, dayIn } from '../support/browser/fields'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'

const SAVED = /^Draft \d+ saved$/

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('an invoice is uploaded, filled in, divided and sent to check', async () => {
    const ref = ownName(`IDH-${mark}`)
    const page = await visit('finance1', '/drafts', { js })
    const id = await upload(page, { ref, comment: 'By post' })
    await expect.poll(() => entry(page).getByLabel('Reference').inputValue()).toBe(ref)
    await expect.poll(() => entry(page).getByLabel('Gross', { exact: true }).inputValue()).toBe('1463.09')
    await expect.poll(() => chosenIn(entry(page).getByLabel('Supplier Company'))).toBe('Index Data House Ltd')
    await expect.poll(() => entry(page).getByLabel('Comment', { exact: true }).inputValue()).toBe('By post')
    await page.getByText('From the e-invoice').first().waitFor()
    await choose(entry(page).getByLabel('Settling Entity'), 'Arvensis SICAV')
    await entry(page).getByLabel('Expense Type').selectOption({ index: 1 })
    await entry(page).getByLabel('Routine').selectOption('One-off')
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
    await expect.poll(() => entry(page).getByLabel('Gross', { exact: true }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Send to check' }).click()
    await page.getByText(`Draft ${id}: TO CHECK (TEAM LEADER)`).waitFor()
    const leader = await visit('teamleader1', `/drafts/${id}`, { js })
    await leader.getByText('it can be changed once it is returned to ACCOUNTING').waitFor()
    expect(await leader.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  })

  test('two people change one draft: the second sees both versions, and nothing is lost', async () => {
    const ref = ownName(`IDH-${mark}`)
    const first = await visit('finance1', '/drafts', { js, refusals: [409] })
    const id = await upload(first, { ref })
    const second = await visit('accountant1', `/drafts/${id}`, { js, refusals: [409] })
    await entry(second).getByLabel('Reference').fill(`SECOND-${mark}`)
    await entry(second).getByLabel('Posting Filter').selectOption('All ledgers')

    await entry(first).getByLabel('Reference').fill(`FIRST-${mark}`)
    await entry(first).getByLabel('GL Date').fill('2026-10-30')
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await first.getByText(SAVED).waitFor()

    await second.getByRole('button', { name: 'Save', exact: true }).click()
    const versions = second.getByRole('table', { name: 'Versions, field by field' })
    await versions.waitFor()
    const lines = await versions.locator('tbody > tr').allInnerTexts()
    const shown = lines.map((line) => line.replace(/\s+/g, ' '))
    expect(shown.join('\n')).toContain(`Reference ${ref} FIRST-${mark}`)
    expect(shown.join('\n')).toContain(`SECOND-${mark}`)
    await expect.poll(() => entry(second).getByLabel('Reference').inputValue()).toBe(`SECOND-${mark}`)
    // What only the first changed is not taken back.
    await expect.poll(() => dayIn(entry(second).getByLabel('GL Date'))).toBe('2026-10-30')
    await second.getByRole('button', { name: 'Save my version' }).click()
    await second.getByText(SAVED).waitFor()
    await expect.poll(() => entry(second).getByLabel('Reference').inputValue()).toBe(`SECOND-${mark}`)
    await expect.poll(() => dayIn(entry(second).getByLabel('GL Date'))).toBe('2026-10-30')
  })

  test('a refused form keeps what was typed, and says what is wrong beside its field', async () => {
    const page = await visit('finance1', '/drafts', { js, refusals: [422] })
    await upload(page, { ref: ownName(`IDH-${mark}`) })
    await entry(page).getByLabel('Reference').fill(`KEPT-${mark}`)
    await entry(page).getByLabel('Gross', { exact: true }).fill('12,34,5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await expect
      .poll(() => entry(page).getByLabel('Gross', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true')
    await expect.poll(() => entry(page).getByLabel('Gross', { exact: true }).inputValue()).toBe('12,34,5')
    await expect.poll(() => entry(page).getByLabel('Reference').inputValue()).toBe(`KEPT-${mark}`)

    await entry(page).getByLabel('Gross', { exact: true }).fill('1463.09')
    // Its validators, not those of the buyer that the e-invoice names.
    await choose(entry(page).getByLabel('Invoiced Legal Entity'), 'Helvetica Bridge Management Company SA')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(SAVED).waitFor()
    const validator = entry(page).getByLabel('Validating User A')
    await choose(validator, { index: 1 })
    const chosen = await validator.inputValue()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Validation Date is required' })
    await refusal.waitFor()
    await expect.poll(() => page.getByText('Validation Date A is required.').count()).toBeGreaterThan(0)
    await expect.poll(() => validator.inputValue()).toBe(chosen)
  })

  test('lines are held against the invoice, odd net is told, and cancelling asks first', async () => {
    const page = await visit('finance1', '/drafts', { js })
    const id = await upload(page, { ref: ownName(`IDH-${mark}`) })
    await entry(page).getByLabel('Taxes', { exact: true }).fill('2000')
    if (js) await entry(page).getByText('Taxes are larger than gross: net is -536.91.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(SAVED).waitFor()
    await entry(page).getByText('Taxes are larger than gross: net is -536.91.').waitFor()

    await page.getByRole('button', { name: 'Allocate' }).click()
    await addLine(page, 'Audit fees', { gross: '1000', taxes: '145.30' })
    await page.getByRole('link', { name: 'Close' }).last().click()
    // The popup says it too, until it is gone.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const left = 'Before its first cost line the draft said 1,463.09 EUR gross: 463.09 EUR still to allocate.'
    await page.getByText(left).waitFor()

    await page.getByRole('link', { name: 'Cancel this draft…' }).click()
    await page.getByRole('heading', { name: `Cancel draft ${id}?` }).waitFor()
    await page.getByRole('link', { name: 'Keep it' }).click()
    await page.getByText(left).waitFor()
    await page.getByRole('link', { name: 'Cancel this draft…' }).click()
    await page.getByRole('dialog').getByLabel('Message').fill(`Sent twice, ${mark}`)
    await page.getByRole('button', { name: `Cancel draft ${id}` }).click()
    await page.getByText(`Draft ${id}: CANCELLED (SYSTEM)`).waitFor()
    await page.goto(`/drafts/${id}`)
    await page.getByText(`Sent twice, ${mark}`).last().waitFor()
    expect(await page.getByRole('link', { name: 'Cancel this draft…' }).count()).toBe(0)
  })

  test('a file that is no PDF is refused, several invoices have an answer each', async () => {
    const page = await visit('finance1', '/drafts/batch', { js, refusals: [422] })
    const good = await invoiceFile({ ref: ownName(`IDH-${mark}`) })
    const text = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }
    await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles([good, text])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const answers = page.getByRole('table', { name: 'Results by file' })
    await answers.getByText(/^Draft \d+$/).waitFor()
    await expect.poll(() => answers.locator('tbody > tr').count()).toBe(2)

    await page.goto('/drafts/new')
    await page.getByLabel(/^1 PDF or XML file/).setInputFiles(text)
    await page.getByLabel('Comment (optional)').fill(`Said ${mark}`)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('File cannot be integrated, see error.').waitFor()
    if (js) await page.getByRole('link', { name: 'Open the form again' }).click()
    await expect.poll(() => page.getByLabel('Comment (optional)').inputValue()).toBe(`Said ${mark}`)
  })
})

/** The form of the draft that is open: the list beside it has columns of the same names. */
const entry = (page: Page) => page.locator('.draft-form')

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
