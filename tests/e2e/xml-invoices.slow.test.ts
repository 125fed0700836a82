import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { checkout } from 'tests/support/postgres/throwaway'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { editDraft } from '../support/browser/drafts'
import { chosenIn } from '../support/browser/fields'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const SAMPLE = readFileSync(`${checkout}public/samples/invoices/e-invoice.xml`, 'utf8')
/** The sample, sent to another client. */
function invoiceOf(ref: string) {
  const xml = SAMPLE.replaceAll('2026-1241', ref)
    .replace('Nordlys Kapitalförvaltning AB', 'Arvensis SICAV')
    .replace('SE900000003301', '')
  return { name: `${ref}.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) }
}

test('an e-invoice in XML is uploaded, and read beside the form that is filled in from it', async () => {
  const ref = ownName('XML-')
  const page = await visit('finance1', '/drafts')
  const entry = page.locator('.draft-form')
  const id = await chapter('It is uploaded, and its draft filled in from it', async () => {
    await page.getByRole('link', { name: 'Upload New Invoice' }).click()
    const input = page.getByLabel(/^1 PDF or XML file/)
    await expect.poll(() => input.getAttribute('accept')).toBe('.pdf,.xml')
    await input.setInputFiles(invoiceOf(ref))
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText(/Draft \d+ created\./).waitFor()
    const [, id = ''] = /\/drafts\/(\d+)/.exec(page.url()) ?? []

    await editDraft(page)
    await expect.poll(() => entry.getByLabel('Reference', { exact: true }).inputValue()).toBe(ref)
    await expect.poll(() => entry.getByLabel('Gross', { exact: true }).inputValue()).toBe('2614.95')
    await expect.poll(() => entry.getByLabel('Taxes', { exact: true }).inputValue()).toBe('379.95')
    await expect
      .poll(() => chosenIn(entry.getByLabel('Supplier Company')))
      .toBe('Kellermann Steiner Avocats à la Cour')
    await page.getByText('From the e-invoice').first().waitFor()
    return id
  })

  await chapter('Its page is rendered from it; the sheet inside is shown beside it', async () => {
    const text = await shownText(page, `${ref}.xml`)
    for (const part of [`Invoice ${ref}`, 'Arvensis SICAV', '5.5 hours', '2,614.95'])
      expect(text).toContain(part)
    const papers = page.getByRole('navigation', { name: `Documents of draft ${id}` })
    await papers.getByRole('link', { name: 'time-sheet.pdf' }).click()
    expect(await shownText(page, 'time-sheet.pdf')).toContain('Distribution agreement for Sweden')
  })
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
