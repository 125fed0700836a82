import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPdf } from '~/platform/files/read-pdf'
import { Big } from '~/platform/values/decimal'

const CORPORA = process.env.CORPORA
if (!CORPORA) console.info('CORPORA is not set: the e-invoices of public test suites are skipped')

/** Normalised for comparison: days without hyphens, amounts without trailing zeros. */
const day = (text: string | undefined) => (text ?? '').replaceAll('-', '')
const amount = (text: string | undefined) => (text ? new Big(text).toFixed() : '')

describe.skipIf(!CORPORA)('third-party e-invoices', () => {
  test('every field matches an independent reader', { timeout: 120_000 }, async () => {
    const [head = '', ...rows] = readFileSync(`${CORPORA}/einvoices.tsv`, 'utf8').trimEnd().split('\n')
    const names = head.split('\t')
    const wrong: string[] = []
    for (const row of rows) {
      const cells = row.split('\t')
      const expectedRow = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
      const { eInvoice } = await readPdf(readFileSync(`${CORPORA}/einvoices/${expectedRow.file}`))
      const fields = eInvoice?.fields
      const read: Record<string, string> = {
        type: eInvoice?.typeCode ?? '',
        ref: fields?.invoiceRef?.value ?? '',
        date: day(fields?.invoiceDate?.value),
        due: day(fields?.dueDate?.value),
        currency: fields?.currency?.value ?? '',
        seller: fields?.sellerName?.value ?? '',
        buyer: fields?.buyerName?.value ?? '',
        net: amount(fields?.netAmount?.value),
        tax: amount(fields?.taxes?.value),
        gross: amount(fields?.grossAmount?.value),
        due_amount: amount(fields?.dueAmount?.value),
        iban: fields?.iban?.value ?? '',
        bic: fields?.bic?.value ?? '',
        gross_eq_net_plus_tax: eInvoice?.fault === null ? 'True' : 'False',
      }
      for (const [name, value] of Object.entries(read)) {
        const expected = ['net', 'tax', 'gross', 'due_amount'].includes(name)
          ? amount(expectedRow[name])
          : expectedRow[name]
        if (value !== expected) wrong.push(`${expectedRow.file} ${name}: "${value}", expected "${expected}"`)
      }
    }
    expect(rows.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })
})
