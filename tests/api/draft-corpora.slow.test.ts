import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currency } from 'db/schema/lookups'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isCreditType } from '~/platform/einvoices/einvoice'
import { isInvoiceXml } from '~/platform/einvoices/read-einvoice'
import { attachedFiles, openPdf } from '~/platform/files/pdf/attached-files'
import { objectsOf } from '~/platform/files/pdf/objects'
import { Big } from '~/platform/values/decimal'
import { type ApiSite, apiSite } from '../support/api/site'
import { formOf } from '../support/api/uploads'

const CORPORA = process.env.CORPORA
if (!CORPORA) console.info('CORPORA is not set: invoices of public test suites are skipped')

const PATIENCE_MS = 30_000
const SENDERS = 4

let site: ApiSite
beforeAll(async () => {
  if (!CORPORA) return
  site = await apiSite()
  await site.transaction((tx) =>
    tx.insert(currency).values([
      { code: 'EUR', name: 'Euro' },
      { code: 'GBP', name: 'Pound sterling' },
    ]),
  )
})
afterAll(() => site?.close())

/** Rows of one of the suites’ tables, by column name. */
function rowsOf(table: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(join(CORPORA ?? '', table), 'utf8')
    .trimEnd()
    .split('\n')
  const names = head.split('\t')
  return rows.map((row) => {
    const cells = row.split('\t')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

const bytesOf = (folder: string, name: string) =>
  new Uint8Array(readFileSync(join(CORPORA ?? '', folder, name)))

async function send(folder: string, name: string, bytes = bytesOf(folder, name)) {
  const start = performance.now()
  const { status, body } = await site.call('finance1', 'POST', 'uploadinvoice', {
    body: formOf([{ name, bytes }], { comment: '' }),
  })
  return { status, body, slow: performance.now() - start > PATIENCE_MS }
}

/** Sends each, several at a time; returns the faults. */
async function faultsOf<One>(ones: readonly One[], look: (one: One) => Promise<string | null>) {
  const left = [...ones]
  const wrong: string[] = []
  const sender = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const fault = await look(one)
      if (fault !== null) wrong.push(fault)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return wrong
}

const crashes = () => site.logged().filter(({ level, msg }) => level === 'error' && msg !== 'answered')

describe.skipIf(!CORPORA)('third-party files uploaded as invoices', () => {
  test('a PDF becomes a draft or is refused with what to do', { timeout: 240_000 }, async () => {
    const wrong = await faultsOf(
      rowsOf('pdfs.tsv').filter((_, at) => at % 8 === 0),
      async ({ file = '', answer = '' }) => {
        // Only the content matters here: some file names name the tool that made them.
        const { status, body, slow } = await send('pdfs', `${file}.pdf`, bytesOf('pdfs', file))
        const allowed = answer.startsWith('accept')
          ? answer.includes('refuse')
            ? [201, 422]
            : [201]
          : answer.startsWith('refuse')
            ? [422]
            : [201, 422]
        if (slow || !allowed.includes(status))
          return `${file} (${answer}): ${status} ${body?.errorMessage ?? ''}`
        return status === 422 && !body.error?.includes(file) ? `${file} is not named: ${body.error}` : null
      },
    )
    expect(wrong).toEqual([])
    expect(crashes()).toEqual([])
  })

  test('a file of another kind is refused by name', { timeout: 120_000 }, async () => {
    const names = readdirSync(join(CORPORA ?? '', 'other-formats')).filter((name) => !name.endsWith('.pdf'))
    const wrong = await faultsOf(names, async (name) => {
      const { status, body } = await send('other-formats', name)
      return status === 422 && body.error.includes(name) ? null : `${name}: ${status} ${body?.error}`
    })
    expect(wrong).toEqual([])
    expect(crashes()).toEqual([])
  })

  test('an e-invoice fills its draft, and its XML uploaded alone makes the same draft', {
    timeout: 480_000,
  }, async () => {
    // The amounts of a credit note are entered as negative.
    const amount = (text: string, isCredit: boolean) =>
      text === '' ? null : (isCredit ? new Big(text).abs().neg() : new Big(text)).toFixed(2)
    const day = (text: string) => (text === '' ? null : text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
    let fields = 0
    let alone = 0
    const wrong = await faultsOf(rowsOf('einvoices.tsv'), async (expectedRow) => {
      const { file = '', ref = '', date = '', due = '', gross = '', tax = '' } = expectedRow
      const bytes = bytesOf('einvoices', file)
      const { status, body } = await send('einvoices', file, bytes)
      if (status !== 201) return `${file}: ${status} ${body?.errorMessage}`
      const expected = {
        invoiceRef: ref === '' ? null : ref.replace(/\s+/g, ' ').trim(),
        invoiceDate: day(date),
        // A due date before the invoice date is reported and left to the accountant.
        dueDate: due >= date ? day(due) : null,
        currency: expectedRow.currency || null,
        grossAmount: amount(gross, isCreditType(expectedRow.type ?? null)),
        taxes: amount(tax, isCreditType(expectedRow.type ?? null)),
      }
      const misread = Object.entries(expected).filter(([field, value]) => {
        fields += 1
        return value !== null && body[field] !== value
      })
      if (misread.length > 0)
        return `${file}: ${misread.map(([field, value]) => `${field} ${body[field]} not ${value}`).join(', ')} ${body.notes.join(' ')}`

      const xml = await xmlInside(bytes)
      if (xml === null) return `${file}: no XML was found inside`
      const bare = await send('einvoices', `${file}.xml`, xml)
      if (bare.status !== 201) return `${file}.xml: ${bare.status} ${bare.body?.errorMessage}`
      alone += 1
      const differing = FIELDS.filter((field) => bare.body[field] !== body[field])
      const pdf = await site.call('finance1', 'GET', `documents/invoice/${bare.body.id}`)
      const isPdf = pdf.text.startsWith('%PDF-')
      return differing.length === 0 && isPdf ? null : `${file}.xml: ${differing.join(', ')} ${pdf.status}`
    })
    expect(wrong).toEqual([])
    expect([fields, alone]).toEqual([74 * 6, 74])
    expect(crashes()).toEqual([])
  })
})

/** The fields an e-invoice fills. */
const FIELDS = [
  'invoiceRef',
  'invoiceDate',
  'dueDate',
  'currency',
  'grossAmount',
  'taxes',
  'netAmount',
  'isSupplierFund',
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
]

/** The XML of the e-invoice inside a PDF. */
async function xmlInside(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const lying = attachedFiles(bytes, objectsOf(bytes))
  const { files } = await openPdf(bytes, true)
  const found = [...files, ...lying].find((file) => file.bytes !== null && isInvoiceXml(file.bytes))
  return found?.bytes ? new Uint8Array(found.bytes) : null
}
