import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { checkout } from 'tests/support/postgres/throwaway'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { choose, chosenIn } from '../support/browser/fields'
import { expenseSteps } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const SAMPLE = readFileSync(`${checkout}public/samples/invoices/e-invoice.xml`, 'utf8')
/** The sample for a client whose signatures nobody asks for. */
const invoiceOf = (ref: string) =>
  fileOf(
    `${ref}.xml`,
    SAMPLE.replaceAll('2026-1241', ref)
      .replace('Nordlys Kapitalförvaltning AB', 'Arvensis SICAV')
      .replace('SE900000003301', ''),
  )

const fileOf = (name: string, xml: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(xml) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('an e-invoice in XML is uploaded, read beside its form, and becomes an invoice', async () => {
    const ref = ownName(`XML-${mark}`)
    const page = await visit('finance1', '/drafts', { js })
    const entry = page.locator('.draft-form')
    const id = await chapter('It is uploaded, and its draft filled in from it', async () => {
      await page.getByRole('link', { name: 'Upload New Invoice' }).click()
      const input = page.getByLabel(/^1 PDF or XML file/)
      await expect.poll(() => input.getAttribute('accept')).toBe('.pdf,.xml')
      await input.setInputFiles(invoiceOf(ref))
      await press(page, 'Upload')
      await page.getByText(/Draft \d+ created\./).waitFor()
      const [, id = ''] = /\/drafts\/(\d+)/.exec(page.url()) ?? []

      await expect.poll(() => entry.getByLabel('Reference').inputValue()).toBe(ref)
      await expect.poll(() => entry.getByLabel('Gross', { exact: true }).inputValue()).toBe('2614.95')
      await expect.poll(() => entry.getByLabel('Taxes', { exact: true }).inputValue()).toBe('379.95')
      await expect
        .poll(() => chosenIn(entry.getByLabel('Supplier Company')))
        .toBe('Kellermann Steiner Avocats à la Cour')
      await page.getByText('From the e-invoice').first().waitFor()
      return id
    })

    await chapter('Its page is made of it; the sheet inside stands beside it', async () => {
      const text = await shownText(page, `${ref}.xml`)
      for (const part of [`Invoice ${ref}`, 'Arvensis SICAV', '5.5 hours', '2,614.95'])
        expect(text).toContain(part)
      const papers = page.getByRole('navigation', { name: `Documents of draft ${id}` })
      await papers.getByRole('link', { name: 'time-sheet.pdf' }).click()
      expect(await shownText(page, 'time-sheet.pdf')).toContain('Distribution agreement for Sweden')
      await papers.getByRole('link', { name: 'Invoice PDF' }).click()
    })

    await chapter('It is sent to check, and becomes an invoice', async () => {
      await choose(entry.getByLabel('Settling Entity'), 'Arvensis SICAV')
      await entry.getByLabel('Expense Type').selectOption('Tax advice')
      await entry.getByLabel('Routine').selectOption('One-off')
      await press(page, 'Save')
      await page.getByText(`Draft ${id} saved`).waitFor()
      await press(page, 'Send to check')
      await page.getByText(`Draft ${id}: TO CHECK (TEAM LEADER)`).waitFor()
      await expenseSteps('draft', Number(id), [['teamleader1', 'Approve']])
      const proof = new FormData()
      proof.append('files', new Blob(['%PDF-1.7 signed'], { type: 'application/pdf' }), 'Authorisation.pdf')
      await call('clientdesk1', `uploadclientvalidationdocument/${id}`, { method: 'POST', body: proof })
      await expenseSteps('draft', Number(id), [
        ['clientdesk1', 'Client validated'],
        ['clientdesk1', 'Create invoice'],
      ])
    })

    await chapter('The invoice has both documents', async () => {
      const [made] = (await call('auditor1', `transactionssub/${id}`)) as { id: number }[]
      const invoice = await visit('treasurer1', `/invoices/${made?.id}`, { js })
      await invoice.getByRole('link', { name: 'Consultation' }).click()
      expect(await shownText(invoice, `${ref}.xml`)).toContain(`Invoice ${ref}`)
      await invoice.getByRole('navigation').getByRole('link', { name: 'time-sheet.pdf' }).click()
      expect(await shownText(invoice, 'time-sheet.pdf')).toContain('5.5 hours')
      const saved = await invoice.request.get(`/api/documents/invoice/${made?.id}`)
      expect(saved.headers()['content-disposition']).toContain(`attachment; filename="${ref}.xml.pdf"`)
    })
  })
})

test('XML that cannot be read is refused with the reason, and the files beside it are taken', async () => {
  const hostile = fileOf('hostile.xml', SAMPLE.replace('<Invoice', '<!DOCTYPE Invoice><Invoice'))
  const page = await visit('finance1', '/drafts/batch', { refusals: [422] })
  await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles([hostile, invoiceOf(ownName('XML-'))])
  await press(page, 'Upload')
  const answers = page.getByRole('table', { name: 'Results by file' })
  await answers.getByText(/^Draft \d+$/).waitFor()
  await expect.poll(() => answers.innerText()).toContain('declares a document type')
})

/** The text of the PDF that the frame of a document shows. */
async function shownText(page: Page, fileName: string): Promise<string> {
  const frame = page.getByTitle(`Preview of ${fileName}`)
  await frame.waitFor()
  const answer = await page.request.get((await frame.getAttribute('src')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())))
  return text.join('\n').replace(/\s+/g, ' ')
}
