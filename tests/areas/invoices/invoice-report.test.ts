import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { expenseReference, expenses } from 'tests/support/expenses'
import { load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { invoiceReport } from '~/areas/invoices/invoice-report.server'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const report = (invoiceId: number) => invoiceReport(site.read, invoiceId, { timeZone: 'Europe/Luxembourg' })

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('the report has facts, schedule, the history of draft and invoice, and the documents with their hashes', async () => {
  const { draftId, invoiceId } = await its.newInvoice(reference, {
    prePaid: true,
    serviceFrom: '2026-11-15',
    serviceTo: '2027-01-31',
    allocationRule: 'TNA',
    transactionComment: 'Données d’octobre – 1 000 €',
  })
  await its.addFile('invoice', invoiceId, FILE_TYPES.other, 'Übersicht.pdf')
  await its.invoiceStep('finance1', invoiceId, 'book', { comment: 'Period 10' })
  const bytes = await report(invoiceId)
  const pages = await pagesOf(bytes)
  const text = pages.join(' ')
  for (const expected of [
    `Invoice ${invoiceId}`,
    'TO APPROVE (PAYMENT)',
    'Index Data House Ltd',
    'Hespéris Management SA',
    'Market data – DATA',
    '1,170.00 EUR',
    'Sub-funds by total net assets',
    'Données d’octobre – 1 000 €',
    'Anna Ackermann, 31/10/2026',
    `draft ${draftId}`,
    '15/11/2026 30/11/2026 16 205.13 EUR',
    'TO CHECK (TEAM LEADER)',
    `Draft ${draftId}`,
    'VALIDATED (CLIENT)',
    'Greta Hoffmann',
    'Ines Carvalho Period 10',
    'Übersicht.pdf',
    `loader-${invoiceId}.xlsx`,
    createHash('sha256').update('%PDF-1.7 Übersicht.pdf').digest('hex'),
    `1 of ${pages.length}`,
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('undefined')
  expect(Buffer.from(await report(invoiceId)).equals(Buffer.from(bytes))).toBe(true)
})

test('a long history spans several numbered pages', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book', { comment: 'Une écriture très longue. '.repeat(400) })
  for (const comment of Array.from({ length: 12 }, (_, at) => `Rejected ${at} ${'word '.repeat(60)}`)) {
    await its.invoiceStep('treasurer1', invoiceId, 'first approval')
    await its.invoiceStep('treasurer2', invoiceId, 'second approval')
    await its.invoiceStep('treasurer3', invoiceId, 'payment sent')
    await its.invoiceStep('treasurer3', invoiceId, 'payment rejected', { comment })
  }
  const pages = await pagesOf(await report(invoiceId))
  expect(pages.length).toBeGreaterThan(2)
  for (const [at, page] of pages.entries()) expect(page).toContain(`${at + 1} of ${pages.length}`)
  for (let at = 0; at < 12; at++) expect(pages.join(' ')).toContain(`Rejected ${at} `)
})

test('an invoice from a former system has a report without a draft; an unknown one has none', async () => {
  await load(site, 1)
  const [loaded] = await site.ownerSql`select id from invoice where draft_transaction_id is null`
  const text = (await pagesOf(await report(Number(loaded?.id)))).join(' ')
  expect(text).toContain('Created from no draft')
  expect(text).toContain('Imported from the former system')
  await expect(report(999_999)).rejects.toMatchObject({ code: 'not-found' })
})
