import type { Read } from 'db/database'
import { openPdf } from '~/platform/exports/pdf/open-pdf'
import { Paper } from '~/platform/exports/pdf/paper'
import type { PaperColumn, PaperRow } from '~/platform/exports/pdf/paper-row'
import { wholePdf } from '~/platform/exports/pdf/whole-pdf'
import { showAmount, showDay, showFixed, showInstant } from '~/platform/values/show'
import { actName } from '~/platform/workflow/event-words'
import { prepaidSchedule } from './prepaid-schedule'
import { type ReportFacts, reportFacts } from './report-facts.server'
import { REPORT_STYLE } from './report-style'
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
  const doc = openPdf({ title: `Invoice ${invoiceId}`, made: last })
  const footer = `Invoice ${invoiceId}, ${facts.supplier}, ${invoice.invoiceRef}, ${asOf}`
  const pages = new Paper(doc, footer, REPORT_STYLE)
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
  return wholePdf(doc)
}

function addSchedule(pages: Paper, { invoice }: ReportFacts): void {
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

const SCHEDULE: PaperColumn[] = [
  { label: 'From', part: 20 },
  { label: 'To', part: 20 },
  { label: 'Days', part: 10, align: 'right' },
  { label: 'Amount', part: 25, align: 'right' },
  { label: 'Ccy', part: 25 },
]
const EVENTS: PaperColumn[] = [
  { label: 'Date', part: 22 },
  { label: 'Object', part: 16 },
  { label: 'Event', part: 29 },
  { label: 'By', part: 19 },
  { label: 'Comment', part: 36 },
]
const DOCUMENTS: PaperColumn[] = [
  { label: 'File Name', part: 50 },
  { label: 'File Type', part: 22 },
  { label: 'Creation Date', part: 20 },
  { label: 'Bytes', part: 12, align: 'right' },
]

function eventRow(event: ReportFacts['events'][number], timeZone: string): PaperRow {
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

function documentRow(each: ReportFacts['documents'][number], timeZone: string): PaperRow {
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
