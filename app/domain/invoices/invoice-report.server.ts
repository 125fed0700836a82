import type { Read } from 'db/doors'
import PDFDocument from 'pdfkit'
import { showAmount, showDay, showFixed, showInstant } from '~/domain/values/show'
import { actName } from '~/domain/workflow/event-words'
import { prepaidSchedule } from './prepaid-schedule'
import { type ReportFacts, reportFacts } from './report-facts.server'
import { type ReportColumn, ReportPages, type ReportRow } from './report-pages'
import { reportValues } from './report-values'

interface ReportOptions {
  /** Of the site: the history is told in it. */
  timeZone: string
}

/**
 * The report of an invoice as a PDF: its facts, the schedule of what is prepaid, the whole history of the invoice and
 * of its draft, and its documents with their SHA-256. The same state gives the same bytes.
 * @throws DomainError 'not-found'
 */
export async function invoiceReport(
  read: Read,
  invoiceId: number,
  { timeZone }: ReportOptions,
): Promise<Uint8Array> {
  const facts = await reportFacts(read, invoiceId)
  const { invoice, instance, events } = facts
  const last = events.at(-1)?.at ?? invoice.creationDate
  const asOf = `as of ${showInstant(last, timeZone)} (${timeZone})`
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // A clock in it would make every copy another file.
    info: {
      Title: `Invoice ${invoiceId}`,
      Creator: 'Fundesk',
      Producer: 'Fundesk',
      CreationDate: last,
    },
  })
  const pages = new ReportPages(
    doc,
    `Invoice ${invoiceId}, ${facts.supplier}, ${invoice.invoiceRef}, ${asOf}`,
  )
  pages.title(`Invoice ${invoiceId}`, [
    `${facts.supplier}, ${invoice.invoiceRef}: ${showAmount(invoice.grossAmount)} ${invoice.currency}`,
    `${instance.status} (${instance.queue}), ${asOf}`,
  ])
  for (const { heading, pairs } of reportValues(facts)) {
    pages.heading(heading)
    pages.facts(pairs)
  }
  addSchedule(pages, facts)
  pages.heading('History')
  pages.table(
    EVENTS,
    events.map((event) => eventRow(event, timeZone)),
  )
  pages.heading('Documents')
  if (facts.documents.length === 0) pages.facts([['None', '']])
  else
    pages.table(
      DOCUMENTS,
      facts.documents.map((each) => documentRow(each, timeZone)),
    )
  pages.end()
  doc.end()
  return bytesOf(doc)
}

function addSchedule(pages: ReportPages, { invoice }: ReportFacts): void {
  const { prePaid, serviceFrom: from, serviceTo: to, netAmount: net, currency } = invoice
  if (!prePaid || from === null || to === null) return
  pages.heading(`Prepaid: service from ${showDay(from)} to ${showDay(to)}, net amount by days`)
  const rows = prepaidSchedule({ net, from, to }).map((period) => ({
    cells: [
      showDay(period.from),
      showDay(period.to),
      String(period.days),
      showAmount(period.amount),
      currency,
    ],
  }))
  pages.table(SCHEDULE, [...rows, { cells: ['Total', '', '', showAmount(net), currency] }])
}

const SCHEDULE: ReportColumn[] = [
  { label: 'From', part: 20 },
  { label: 'To', part: 20 },
  { label: 'Days', part: 10, align: 'right' },
  { label: 'Amount', part: 25, align: 'right' },
  { label: 'Ccy', part: 25 },
]
const EVENTS: ReportColumn[] = [
  { label: 'Date', part: 22 },
  { label: 'Object', part: 16 },
  { label: 'Event', part: 29 },
  { label: 'By', part: 19 },
  { label: 'Comment', part: 36 },
]
const DOCUMENTS: ReportColumn[] = [
  { label: 'File Name', part: 50 },
  { label: 'File Type', part: 22 },
  { label: 'Creation Date', part: 20 },
  { label: 'Bytes', part: 12, align: 'right' },
]

function eventRow(event: ReportFacts['events'][number], timeZone: string): ReportRow {
  const { paymentDate } = event.data
  const paid = typeof paymentDate === 'string' ? `Payment date ${showDay(paymentDate)}` : ''
  return {
    cells: [
      showInstant(event.at, timeZone),
      event.object,
      actName(event) ?? `${event.status} (${event.queue})`,
      event.whoName,
      [paid, event.log].filter((each) => each !== '').join('. '),
    ],
  }
}

function documentRow(each: ReportFacts['documents'][number], timeZone: string): ReportRow {
  return {
    cells: [
      each.fileName,
      each.fileType,
      showInstant(each.createdAt, timeZone),
      showFixed(String(each.size), 0),
    ],
    below: `SHA-256 ${each.sha256}`,
  }
}

function bytesOf(doc: PDFKit.PDFDocument): Uint8Array {
  const parts: Uint8Array[] = []
  for (let part = doc.read(); part !== null; part = doc.read()) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}
