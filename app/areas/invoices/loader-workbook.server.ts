import ExcelJS from 'exceljs'
import type { UserWriteContext } from '~/areas/access/user-context'
import { splitTaxes } from '~/areas/expenses/taxes'
import {
  AMOUNT,
  addSheet,
  DATE,
  dayCell,
  exactNumber,
  type SheetCell,
  type SheetColumn,
  textCell,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { prepaidSchedule } from './invoice'
import { bookTaxes } from './invoice-taxes.server'
import { namedInvoice } from './read-invoice.server'

/** The data of an invoice that the accounting system receives. */
export interface LoaderInvoice {
  id: number
  supplier: string
  settlingEntity: string
  invoicedEntity: string | null
  expenseType: string
  invoiceRef: string
  invoiceDate: Day
  glDate: Day | null
  dueDate: Day | null
  currency: string
  grossAmount: Decimal
  taxes: Decimal
  /** VAT that the entity owes by reverse charge; null for none. */
  reverseChargeTax: Decimal | null
  /** Of the taxes. */
  recoverable: Decimal
  /** Net, and the taxes that are not recovered. */
  expense: Decimal
  feesType: string | null
  /** The sub-fund that bears it. */
  subFund: string | null
  prePaid: boolean
  serviceFrom: Day | null
  serviceTo: Day | null
  allocationRule: string | null
  postingFilter: string | null
  transactionComment: string
  creationDate: Date
}

export interface JournalLine {
  account: 'EXPENSE' | 'PREPAID EXPENSE' | 'RECOVERABLE TAXES' | 'REVERSE CHARGE TAXES' | 'SUPPLIER'
  /** What the account belongs to: the expense type, or the supplier. */
  nature: string
  /** Two decimals; null on the other side. */
  debit: Decimal | null
  credit: Decimal | null
}

/** The amounts of an invoice and what they are booked to. */
type Booked = Pick<
  LoaderInvoice,
  'supplier' | 'expenseType' | 'expense' | 'recoverable' | 'reverseChargeTax' | 'grossAmount' | 'prePaid'
>

/**
 * The balanced journal of an invoice: expense and recoverable taxes to the debit, supplier to the credit; a credit note
 * the other way round. Taxes that are not recovered are in the expense, and those of a reverse charge are owed to the
 * tax office: on both sides. Without such taxes there is no line for them.
 */
export function loaderLines(invoice: Booked): JournalLine[] {
  const { expenseType, supplier, expense, recoverable, reverseChargeTax, grossAmount, prePaid } = invoice
  const lines = [
    line(prePaid ? 'PREPAID EXPENSE' : 'EXPENSE', expenseType, new Big(expense)),
    line('RECOVERABLE TAXES', expenseType, new Big(recoverable)),
    line('REVERSE CHARGE TAXES', expenseType, new Big(reverseChargeTax ?? 0).neg()),
    line('SUPPLIER', supplier, new Big(grossAmount).neg()),
  ]
  return lines.filter(
    ({ account, debit, credit }) => !account.endsWith('TAXES') || !new Big(debit ?? credit ?? 0).eq(0),
  )
}

type Discounted = Pick<
  LoaderInvoice,
  'supplier' | 'expenseType' | 'grossAmount' | 'taxes' | 'reverseChargeTax' | 'currency' | 'prePaid'
>

/**
 * The balanced journal of a discount that was taken from an invoice, as of a credit note: less is owed to the supplier,
 * and expense and taxes are less by the same part.
 * @param share percent of the taxes that the invoice was booked with
 */
export function discountLines(invoice: Discounted, discount: Decimal, share: Decimal | null): JournalLine[] {
  const { reverseChargeTax, currency } = invoice
  const part = (amount: Decimal) =>
    new Big(discount)
      .times(amount)
      .div(invoice.grossAmount)
      .round(storedDecimalsOf(currency))
      .neg()
      .toFixed(2)
  const credit = {
    currency,
    grossAmount: new Big(discount).neg().toFixed(2),
    taxes: part(invoice.taxes),
    reverseChargeTax: reverseChargeTax === null ? null : part(reverseChargeTax),
  }
  return loaderLines({ ...invoice, ...credit, ...splitTaxes(credit, share) })
}

/** @param amount positive to the debit; nothing is shown where the sign is the account's normal side */
function line(account: JournalLine['account'], nature: string, amount: Big): JournalLine {
  const figure = amount.abs().toFixed(2)
  const credited = amount.eq(0) ? account === 'SUPPLIER' : amount.lt(0)
  return { account, nature, debit: credited ? null : figure, credit: credited ? figure : null }
}

/** The columns with which the journals of invoices, payments and prepaid expenses begin. */
export const entryColumns = (accountWidth = 20): SheetColumn[] => [
  { header: 'Journal', width: 12 },
  { header: 'Date', ...DATE },
  { header: 'Document', width: 12, format: '0' },
  { header: 'Line', width: 6, format: '0' },
  { header: 'Account', width: accountWidth },
  { header: 'Nature', width: 32 },
  { header: 'Entity', width: 32 },
]

const JOURNAL: SheetColumn[] = [
  ...entryColumns(),
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
  { header: 'Sub-fund', width: 32 },
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
  const { prePaid, serviceFrom: from, serviceTo: to, expense, id, currency } = invoice
  if (prePaid && from !== null && to !== null)
    addSheet(
      workbook,
      'Prepaid schedule',
      SCHEDULE,
      prepaidSchedule({ expense, currency, from, to }).map((period) => [
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
    textCell(invoice.subFund),
  ])
}

const amountCell = (amount: Decimal | null) => (amount === null ? null : exactNumber(amount))

/** Creates the loader of an invoice and stores it as its document; returns the document's id. */
export async function storeLoader(context: UserWriteContext, invoiceId: number): Promise<number> {
  const { tx, actor, now } = context
  const { invoice, ...names } = await namedInvoice(tx, invoiceId)
  const { recoverable, expense } = await bookTaxes(context, invoice)
  return storeDocument(tx, {
    objectKind: 'invoice',
    objectId: invoiceId,
    fileType: FILE_TYPES.loader,
    fileName: `loader-${invoiceId}.xlsx`,
    bytes: await loaderWorkbook({ ...names, ...invoice, recoverable, expense }),
    createdBy: actor.id,
    now,
  })
}
