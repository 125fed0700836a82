import ExcelJS from 'exceljs'
import { cleanText } from '~/platform/exports/clean-text'
import { exactNumber } from '~/platform/exports/excel/exact-number'
import { workbookBytes } from '~/platform/exports/excel/workbook-bytes'
import {
  AMOUNT_FORMAT,
  addSheet,
  dayCell,
  type SheetCell,
  type SheetColumn,
} from '~/platform/exports/excel/workbook-sheet'
import type { Decimal } from '~/platform/values/decimal'
import { type LoaderInvoice, loaderLines } from './loader-lines'
import { prepaidSchedule } from './prepaid-schedule'

const DATE = { width: 12, format: 'dd/mm/yyyy' }
const AMOUNT = { width: 18, format: AMOUNT_FORMAT }

const JOURNAL: SheetColumn[] = [
  { header: 'Journal', width: 12 },
  { header: 'Date', ...DATE },
  { header: 'Document', width: 12, format: '0' },
  { header: 'Line', width: 6, format: '0' },
  { header: 'Account', width: 20 },
  { header: 'Nature', width: 32 },
  { header: 'Entity', width: 32 },
  { header: 'Invoiced entity', width: 32 },
  { header: 'Supplier', width: 32 },
  { header: 'Reference', width: 22 },
  { header: 'Invoice date', ...DATE },
  { header: 'Due date', ...DATE },
  { header: 'Currency', width: 9 },
  { header: 'Debit', ...AMOUNT },
  { header: 'Credit', ...AMOUNT },
  { header: 'Fee type', width: 16 },
  { header: 'Allocation rule', width: 16 },
  { header: 'Posting filter', width: 16 },
  { header: 'Comment', width: 40 },
]

const SCHEDULE: SheetColumn[] = [
  { header: 'Document', width: 12, format: '0' },
  { header: 'From', ...DATE },
  { header: 'To', ...DATE },
  { header: 'Days', width: 8, format: '0' },
  { header: 'Currency', width: 9 },
  { header: 'Amount', ...AMOUNT },
]

/**
 * The loader of an invoice for the accounting system: a sheet with its balanced journal and, where it is prepaid, one
 * with the schedule by which its expense is recognised. The same invoice gives the same bytes.
 */
export async function loaderWorkbook(invoice: LoaderInvoice): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  addSheet(workbook, 'Journal', JOURNAL, journalRows(invoice))
  const { prePaid, serviceFrom: from, serviceTo: to, netAmount: net, id, currency } = invoice
  if (prePaid && from !== null && to !== null)
    addSheet(
      workbook,
      'Prepaid schedule',
      SCHEDULE,
      prepaidSchedule({ net, from, to }).map((period) => [
        id,
        dayCell(period.from),
        dayCell(period.to),
        period.days,
        currency,
        amountCell(period.amount),
      ]),
    )
  return workbookBytes(workbook, invoice.creationDate)
}

function journalRows(invoice: LoaderInvoice): SheetCell[][] {
  const { glDate, dueDate } = invoice
  return loaderLines(invoice).map(({ account, nature, debit, credit }, at) => [
    'PURCHASES',
    dayCell(glDate ?? invoice.invoiceDate),
    invoice.id,
    at + 1,
    account,
    textCell(nature),
    textCell(invoice.settlingEntity),
    textCell(invoice.invoicedEntity),
    textCell(invoice.supplier),
    textCell(invoice.invoiceRef),
    dayCell(invoice.invoiceDate),
    dueDate === null ? null : dayCell(dueDate),
    invoice.currency,
    amountCell(debit),
    amountCell(credit),
    invoice.feesType,
    invoice.allocationRule,
    invoice.postingFilter,
    textCell(invoice.transactionComment),
  ])
}

/** A workbook with a control character in it is one that nobody can open. */
const textCell = (text: string | null) => (text === null || text === '' ? null : cleanText(text))

const amountCell = (amount: Decimal | null) => (amount === null ? null : exactNumber(amount))
