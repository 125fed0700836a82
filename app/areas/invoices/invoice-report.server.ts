import type { Read } from 'db/database'
import { documentsWithHashes } from '~/areas/documents/documents-of.server'
import { payableOf } from '~/areas/expenses/expense'
import { Paper, type PaperColumn, type PaperRow, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { addDocuments } from '~/platform/exports/pdf/paper-documents'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import { showAmount, showDay, showInstant, showMoney, showYesNo } from '~/platform/values/show'
import { actName } from '~/platform/workflow/event-text'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { prepaidSchedule, recoveredTaxText } from './invoice'
import { taxesOf } from './invoice-taxes.server'
import { namedInvoice, recreatedDraft } from './read-invoice.server'

/** All that the report of an invoice shows. @throws DomainError 'not-found' */
async function reportFacts(read: Read, invoiceId: number) {
  const facts = await namedInvoice(read, invoiceId)
  const { draftTransactionId } = facts.invoice
  const instance = await instanceById(read, invoiceId)
  const ofDraft = draftTransactionId === null ? [] : await historyOf(read, draftTransactionId)
  const ofInvoice = await historyOf(read, invoiceId)
  return {
    ...facts,
    instance,
    split: await taxesOf(read, facts.invoice),
    recreatedAs: await recreatedDraft(read, invoiceId),
    /** Oldest first, those of the draft too. */
    events: [
      ...withObject(`Invoice ${invoiceId}`, ofInvoice),
      ...withObject(`Draft ${draftTransactionId}`, ofDraft),
    ].sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id),
    documents: await documentsWithHashes(read, 'invoice', invoiceId),
  }
}

type ReportFacts = Awaited<ReturnType<typeof reportFacts>>

const withObject = (object: string, events: readonly HistoryEvent[]) =>
  events.map((event) => ({ ...event, object }))

type Pair = readonly [label: string, value: string]

const none = '–'

/** The facts of an invoice as its report shows them, by the headings that they are under. */
function reportValues(facts: ReportFacts): { heading: string; pairs: Pair[] }[] {
  const { invoice, validatorA, validatorB, split } = facts
  const validated = (name: string | null, day: string | null) =>
    name === null ? none : `${name}${day === null ? '' : `, ${showDay(day)}`}`
  const amount = (value: string) => showMoney(value, invoice.currency)
  return [
    {
      heading: 'Invoice',
      pairs: [
        [invoice.isSupplierFund ? 'Supplier Fund' : 'Supplier Company', facts.supplier],
        ['Jurisdiction', facts.supplierJurisdiction ?? none],
        ['Reference', invoice.invoiceRef],
        ['Invoiced Entity', facts.invoicedEntity ?? none],
        ['Invoice Date', showDay(invoice.invoiceDate)],
        ['Settling Entity', facts.settlingEntity],
        ['Received Date', showDay(invoice.receivedDate) || none],
        ['Expense Type', [facts.expenseType, facts.category].filter((each) => each !== null).join(' – ')],
        ['GL Date', showDay(invoice.glDate) || none],
        ['Routine', facts.routineType ?? none],
        ['Due Date', showDay(invoice.dueDate) || none],
        ['Fees Type', facts.feesType ?? none],
        ['Payment Date', showDay(invoice.paymentDate) || none],
        ['Comment', invoice.transactionComment || none],
      ],
    },
    {
      heading: 'Amounts and posting',
      pairs: [
        ['Gross', amount(invoice.grossAmount)],
        ['Allocation Rule', facts.allocationRule ?? none],
        ['Taxes', amount(invoice.taxes)],
        ['Posting Filter', facts.postingFilter ?? none],
        ['Net', amount(invoice.netAmount)],
        ['Exclude from Cash', showYesNo(invoice.excludeFromCash)],
        ['Already Paid', showYesNo(invoice.alreadyPaid)],
        ['Prepaid', showYesNo(invoice.prePaid)],
        ['Recoverable Taxes', recoveredTaxText(split, invoice.currency)],
        [split.booked ? 'Booked to the Expense' : 'To book to the Expense', amount(split.expense)],
        ['Sub-fund', facts.subFund ?? none],
        ['Payable', amount(payableOf(invoice) ?? invoice.grossAmount)],
        ['Payment Reference', invoice.paymentReference ?? none],
        ['Corrects Invoice', invoice.correctsRef ?? none],
        ['Collected by the Supplier', showYesNo(invoice.collectedBySupplier)],
        ['Reverse Charge Tax', invoice.reverseChargeTax === null ? none : amount(invoice.reverseChargeTax)],
      ],
    },
    {
      heading: 'Client validation and origin',
      pairs: [
        ['Validator A', validated(validatorA, invoice.validationDateA)],
        [
          'Created from',
          invoice.draftTransactionId === null ? 'no draft' : `draft ${invoice.draftTransactionId}`,
        ],
        ['Validator B', validated(validatorB, invoice.validationDateB)],
        ['Recreated as', facts.recreatedAs === null ? none : `draft ${facts.recreatedAs}`],
      ],
    },
  ]
}

interface ReportOptions {
  /** The site's time zone: the history is shown in it. */
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
  const doc = openPdf({ title: `Invoice ${invoiceId}`, createdAt: last })
  const footer = `Invoice ${invoiceId}, ${facts.supplier}, ${invoice.invoiceRef}, ${asOf}`
  const pages = new Paper(doc, footer, REPORT_STYLE)
  pages.title(`Invoice ${invoiceId}`, [
    `${facts.supplier}, ${invoice.invoiceRef}: ${showMoney(invoice.grossAmount, invoice.currency)}`,
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
  else addDocuments(pages, facts.documents, (at) => showInstant(at, timeZone))
  pages.end()
  return wholePdf(doc)
}

function addSchedule(pages: Paper, { invoice, split: { expense } }: ReportFacts): void {
  const { prePaid, serviceFrom: from, serviceTo: to, currency } = invoice
  if (!prePaid || from === null || to === null) return
  pages.heading(`Prepaid: service from ${showDay(from)} to ${showDay(to)}, expense by days`)
  const rows = prepaidSchedule({ expense, currency, from, to }).map((period) => ({
    cells: [
      showDay(period.from),
      showDay(period.to),
      String(period.days),
      showAmount(period.amount, currency),
      currency,
    ],
  }))
  pages.table(SCHEDULE, [...rows, { cells: ['Total', '', '', showAmount(expense, currency), currency] }])
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
