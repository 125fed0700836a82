import { Paper, type PaperColumn, type PaperRow, type PaperStyle } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import type { Decimal } from '~/platform/values/decimal'
import type { Found } from './einvoice'
import { CII_PATHS, UBL_PATHS } from './invoice-paths'
import { InvoiceText, showMoney, taxLabel, typeLabel } from './invoice-text'
import { readInvoiceTree, supportingDocuments } from './read-einvoice'
import type { XmlElement } from './xml-tree'

/** More than a user reads on paper; the XML has everything. */
const MAX = { lines: 1_000, rows: 100, paragraphs: 60 }
/** Characters of a paragraph of notes; longer ones are split between words. */
const PARAGRAPH = 450

/** Free texts of an invoice, printed in full. */
export const WRITTEN_ELEMENTS: ReadonlySet<string> = new Set(['Note', 'Content', 'Description'])

const STYLE: PaperStyle = {
  // Large enough to be read in half a window.
  margin: 36,
  foot: 24,
  small: 8,
  numbersBelow: 12,
  size: 9.5,
  line: 12.5,
  baseline: 11.5,
  padding: 3,
  cellLines: 8,
  title: { size: 17, height: 22, lines: 2, under: 15, after: 0 },
  heading: { size: 11.5, height: 19, above: 10, stay: 75 },
  labels: { height: 18, baseline: 12.5 },
}

/**
 * Prints an invoice that exists only as XML: dates, parties, lines, taxes, totals and payment as given there. The same
 * XML gives the same bytes.
 * @param root of an invoice of UBL or UN/CEFACT, read with its WRITTEN_ELEMENTS whole
 */
export function printInvoice(root: XmlElement): Promise<Uint8Array> {
  const { format, profile, typeCode, isCreditNote, fields } = readInvoiceTree(root, '')
  const isUbl = root.name === 'Invoice' || root.name === 'CreditNote'
  const invoice = new InvoiceText(root, isUbl ? UBL_PATHS : CII_PATHS)
  const { syntax, whole } = invoice
  const currency = fields.currency?.value ?? ''
  const title = `${isCreditNote ? 'Credit note' : 'Invoice'} ${fields.invoiceRef?.value ?? ''}`.trim()
  const doc = openPdf({ title, createdAt: new Date(0) })
  const about = [format, profile].filter(Boolean).join(', ')
  const paper = new Paper(
    doc,
    `Created by Fundesk from the e-invoice (${about}), which is the original.`,
    STYLE,
  )
  const gross = fields.grossAmount && `${showMoney(fields.grossAmount.value)} ${currency}`.trim()
  paper.title(title, [
    [fields.sellerName?.value, gross].filter(Boolean).join(': '),
    ...[typeLabel(typeCode)].filter(Boolean),
  ])
  const period = invoice.period(whole, syntax.period)
  paper.facts([...invoice.pairs(syntax.facts), ...(period ? [['Period', period] as const] : [])])
  printParties(paper, invoice)
  printLines(paper, invoice)
  printCharges(paper, invoice)
  printTaxes(paper, invoice)
  const totals: PaperRow[] = [
    ...invoice.totals(syntax.totals.before).map(([label, value]) => ({ cells: [label, value, currency] })),
    ...totalRow('Net amount', fields.netAmount, currency),
    ...totalRow('Taxes', fields.taxes, currency),
    ...totalRow('Gross amount', fields.grossAmount, currency, true),
    ...invoice.totals(syntax.totals.after).map(([label, value]) => ({ cells: [label, value, currency] })),
    ...totalRow('Amount due', fields.dueAmount, currency, true),
  ]
  printTable(paper, 'Totals', TOTALS, totals)
  const payment = invoice.pairs(syntax.payment)
  if (payment.length > 0) {
    paper.heading('Payment')
    paper.facts(payment)
  }
  printNotes(paper, invoice)
  const documents = supportingDocuments(root).map(({ name, description, address }) => ({
    cells: [name, [description, address].filter(Boolean).join(', ')],
  }))
  printTable(paper, 'Supporting documents', DOCUMENTS, documents)
  paper.end()
  return wholePdf(doc)
}

const totalRow = (label: string, found: Found<Decimal> | undefined, currency: string, strong = false) =>
  found ? [{ cells: [label, showMoney(found.value), currency], strong }] : []

const TOTALS: PaperColumn[] = [
  { label: 'Total', part: 60 },
  { label: 'Amount', part: 28, align: 'right' },
  { label: 'Ccy', part: 12 },
]
const LINES: PaperColumn[] = [
  { label: 'No', part: 7 },
  { label: 'Item', part: 43 },
  { label: 'Quantity', part: 16, align: 'right' },
  { label: 'Price', part: 15, align: 'right' },
  { label: 'Tax %', part: 8, align: 'right' },
  { label: 'Net amount', part: 15, align: 'right' },
]
const TAXES: PaperColumn[] = [
  { label: 'Tax', part: 50 },
  { label: 'Rate %', part: 12, align: 'right' },
  { label: 'On', part: 19, align: 'right' },
  { label: 'Amount', part: 19, align: 'right' },
]
const CHARGES: PaperColumn[] = [
  { label: 'Allowance or charge', part: 80 },
  { label: 'Amount', part: 20, align: 'right' },
]
const DOCUMENTS: PaperColumn[] = [
  { label: 'Document', part: 40 },
  { label: 'What it is', part: 60 },
]

/** A table under its heading; nothing without rows. A note says how many rows are omitted. */
function printTable(
  paper: Paper,
  heading: string,
  columns: readonly PaperColumn[],
  rows: readonly PaperRow[],
  most = MAX.rows,
): void {
  if (rows.length === 0) return
  paper.heading(heading)
  paper.table(columns, rows.slice(0, most))
  noteOmitted(paper, rows.length - most)
}

function noteOmitted(paper: Paper, left: number): void {
  if (left > 0)
    paper.sentence(`${left.toLocaleString('en-GB')} more are left out here: download the XML to read them.`)
}

/** Seller and buyer, side by side. */
function printParties(paper: Paper, invoice: InvoiceText): void {
  const { parties, party } = invoice.syntax
  const named = parties.flatMap(([label, paths]) => {
    const [at] = invoice.all(invoice.whole, paths)
    if (!at) return []
    const all = (of: readonly string[]) => invoice.texts(at, of).join(', ')
    const values = [
      invoice.text(at, party.name),
      invoice.address(at),
      all(party.vat),
      invoice.text(at, party.registration),
      all(party.contact),
    ]
    return [{ label, values }]
  })
  const rows = ['Name', 'Address', 'Tax number', 'Registered as', 'Contact']
    .map((label, at) => ({
      cells: [label, ...named.map(({ values }) => values[at] ?? '')],
      strong: at === 0,
    }))
    .filter(({ cells: [, ...values] }) => values.some(Boolean))
  const columns = [{ label: '', part: 16 }, ...named.map(({ label }) => ({ label, part: 84 / named.length }))]
  printTable(paper, 'Parties', columns, rows)
}

function printNotes(paper: Paper, invoice: InvoiceText): void {
  const paragraphs = invoice
    .all(invoice.whole, invoice.syntax.notes)
    .flatMap(({ element }) => element.text.split('\n'))
    .flatMap(parts)
  if (paragraphs.length === 0) return
  paper.heading('Notes')
  for (const each of paragraphs.slice(0, MAX.paragraphs)) paper.sentence(each)
  noteOmitted(paper, paragraphs.length - MAX.paragraphs)
}

/** Splits a line of a note into parts short enough for a paragraph. */
function parts(text: string): string[] {
  const found: string[] = []
  let rest = text.trim()
  while (rest.length > PARAGRAPH && found.length <= MAX.paragraphs) {
    const blank = rest.lastIndexOf(' ', PARAGRAPH)
    const end = blank > 0 ? blank : PARAGRAPH
    found.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? found : [...found, rest]
}

function printLines(paper: Paper, invoice: InvoiceText): void {
  const { at, ...paths } = invoice.syntax.line
  const lines = invoice.all(invoice.whole, [at])
  const rows = lines.slice(0, MAX.lines).map((line) => {
    const textOf = (name: keyof typeof paths) => invoice.text(line, paths[name])
    const about = new Set([textOf('name'), textOf('description'), textOf('note')].filter(Boolean))
    const per = invoice.quantity(line, paths.per)
    const price = invoice.amount(line, paths.price)
    const below = invoice.period(line, paths)
    return {
      cells: [
        textOf('number'),
        [...about].join(' · '),
        invoice.quantity(line, paths.quantity),
        /^(1\b.*)?$/.test(per) || !price ? price : `${price} per ${per}`,
        invoice.figure(line, paths.rate),
        invoice.amount(line, paths.amount),
      ],
      ...(below ? { below: `Period ${below}` } : {}),
    }
  })
  printTable(paper, 'Lines', LINES, rows, MAX.lines)
  noteOmitted(paper, lines.length - rows.length)
}

function printCharges(paper: Paper, invoice: InvoiceText): void {
  const { charge } = invoice.syntax
  const charges = invoice.all(invoice.whole, charge.at).map((each) => {
    const isAllowance = invoice.text(each, charge.isCharge) === 'false'
    const reason = invoice.text(each, charge.reason) || (isAllowance ? 'Allowance' : 'Charge')
    return { cells: [reason, `${isAllowance ? '-' : ''}${invoice.amount(each, charge.amount)}`] }
  })
  printTable(paper, 'Allowances and charges', CHARGES, charges)
}

function printTaxes(paper: Paper, invoice: InvoiceText): void {
  const { tax } = invoice.syntax
  const taxes = invoice.all(invoice.whole, [tax.at]).map((each) => ({
    cells: [
      taxLabel(invoice.text(each, tax.category), invoice.text(each, tax.reason)),
      invoice.figure(each, tax.rate),
      invoice.amount(each, tax.basis),
      invoice.amount(each, tax.amount),
    ],
  }))
  printTable(paper, 'Taxes', TAXES, taxes)
}
