import { fieldColumns } from '~/platform/page/shown-columns'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { showAmount, showDay, showMoney, showYesNo } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Link } from '~/ui/open-close/close-link'
import { type PrepaidPeriod, recoveredTaxText } from './invoice'
import type { InvoiceTaxes } from './invoice-taxes.server'
import type { JournalLine } from './loader-workbook.server'
import type { CreditOfInvoice } from './paid-in-runs.server'
import type { InvoiceFacts as Facts } from './read-invoice.server'

const creditUse = fieldColumns<CreditUse>()
const journalLine = fieldColumns<JournalLine>()

const signed = (name: string | null, day: string | null) => [name, showDay(day)].filter(Boolean).join(', ')

interface InvoiceFactsProps {
  invoice: Facts
  taxes: InvoiceTaxes
  /** The draft that was recreated from it. */
  recreatedAs: number | null
  mayOpenDrafts: boolean
}

/**
 * All that is stored of an invoice, in the specification's words, with its origin and destination. Empty fields are
 * left out.
 */
export function InvoiceFacts({ invoice, taxes, recreatedAs, mayOpenDrafts }: InvoiceFactsProps) {
  const drafts = [
    { term: 'Created from draft', id: invoice.draftTransactionId },
    { term: 'Recreated as draft', id: recreatedAs },
  ].filter(({ id }) => id !== null)
  const money = (amount: Decimal | null) => (amount === null ? '' : showMoney(amount, invoice.currency))
  const service = [
    { term: 'Service from', value: showDay(invoice.serviceFrom) },
    { term: 'Service to', value: showDay(invoice.serviceTo) },
  ]
  return (
    <Description
      items={[
        { term: invoice.isSupplierFund ? 'Supplier Fund' : 'Supplier Company', value: invoice.provider },
        { term: 'Supplier jurisdiction', value: invoice.supplierJurisdiction ?? '' },
        { term: 'Invoiced legal entity', value: invoice.invoicedEntity ?? '' },
        { term: 'Settling Entity', value: invoice.settlingEntity },
        { term: 'Expense Type', value: invoice.expenseType },
        { term: 'Category', value: invoice.category ?? '' },
        { term: 'Routine', value: invoice.routineType ?? '' },
        { term: 'Fees type', value: invoice.feesType ?? '' },
        { term: 'Sub-fund', value: invoice.subFund ?? '' },
        { term: 'Reference', value: invoice.invoiceRef },
        { term: 'Inv.Date', value: showDay(invoice.invoiceDate) },
        { term: 'Received', value: showDay(invoice.receivedDate) },
        { term: 'GL Date', value: showDay(invoice.glDate) },
        { term: 'Due.Date', value: showDay(invoice.dueDate) },
        { term: 'Payment date', value: showDay(invoice.paymentDate) },
        { term: 'Gross', value: showMoney(invoice.grossAmount, invoice.currency) },
        { term: 'Taxes', value: showMoney(invoice.taxes, invoice.currency) },
        { term: 'Net', value: showMoney(invoice.netAmount, invoice.currency) },
        { term: 'Paid in advance', value: money(invoice.prepaidAmount) },
        { term: 'Rounding', value: money(invoice.roundingAmount) },
        { term: 'Payable', value: money(invoice.payableAmount) },
        ...taxFacts(taxes, invoice),
        { term: 'Payment reference', value: invoice.paymentReference ?? '' },
        { term: 'Corrects invoice', value: invoice.correctsRef ?? '' },
        { term: 'Collected by the supplier', value: showYesNo(invoice.collectedBySupplier) },
        { term: 'Prepaid', value: showYesNo(invoice.prePaid) },
        ...(invoice.prePaid ? service : []),
        { term: 'Already paid', value: showYesNo(invoice.alreadyPaid) },
        { term: 'Exclude from cash', value: showYesNo(invoice.excludeFromCash) },
        { term: 'Validator A', value: signed(invoice.validatorA, invoice.validationDateA) },
        { term: 'Validator B', value: signed(invoice.validatorB, invoice.validationDateB) },
        {
          term: 'Allocation rule',
          value: `${invoice.allocationRule ?? ''}${invoice.changedByHand ? ', changed by hand' : ''}`,
        },
        { term: 'Posting filter', value: invoice.postingFilter ?? '' },
        { term: 'Comment', value: invoice.transactionComment },
        ...drafts.map(({ term, id }) => ({
          term,
          value: mayOpenDrafts ? <Link to={`/drafts/${id}`}>{id}</Link> : id,
        })),
      ].filter(({ value }) => value !== '')}
    />
  )
}

/** How its taxes are booked, where it has any. */
function taxFacts(taxes: InvoiceTaxes, { taxes: amount, reverseChargeTax, currency }: Facts) {
  if (new Big(amount).eq(0) && reverseChargeTax === null) return []
  return [
    {
      term: 'Reverse charge tax',
      value: reverseChargeTax === null ? '' : showMoney(reverseChargeTax, currency),
    },
    { term: 'Recoverable taxes', value: recoveredTaxText(taxes, currency) },
    {
      term: taxes.booked ? 'Booked to the expense' : 'To book to the expense',
      value: showMoney(taxes.expense, currency),
    },
  ]
}

type CreditUse = CreditOfInvoice['uses'][number]

const columnsOfUses = (currency: string): GridColumn<CreditUse>[] => [
  {
    id: 'run',
    header: 'Payment run',
    size: 105,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => String(row.original.runId),
  },
  {
    id: 'invoice',
    header: 'Taken off invoice',
    size: 140,
    meta: { kind: 'link' },
    cell: ({ row }) => <Link to={`/invoices/${row.original.invoiceId}`}>{row.original.invoiceId}</Link>,
  },
  creditUse.text('state', 'Payment', { size: 105 }),
  {
    id: 'amount',
    header: 'Amount',
    size: 115,
    meta: { kind: 'number' },
    cell: ({ row }) => showAmount(row.original.amount, currency),
  },
]

/** What is left of a credit, and the payments that take it off. */
export function CreditUses({
  currency,
  credit: { left, uses },
}: {
  currency: string
  credit: CreditOfInvoice
}) {
  return (
    <>
      <p>
        {showMoney(left, currency)} left. Payment runs take it off invoices of the same supplier and entity.
      </p>
      {uses.length > 0 && (
        <Grid
          title="Taken off"
          columns={columnsOfUses(currency)}
          rows={[...uses]}
          total={uses.length}
          rowKey={({ runId, invoiceId }) => `${runId} ${invoiceId}`}
        />
      )}
    </>
  )
}

/** How a discount for early payment is booked. */
export function DiscountJournal({ currency, lines }: { currency: string; lines: JournalLine[] }) {
  return (
    <Grid
      title="Discount taken"
      columns={journalColumns(currency)}
      rows={lines}
      total={lines.length}
      rowKey={({ account }) => account}
    />
  )
}

function journalColumns(currency: string): GridColumn<JournalLine>[] {
  const side = (id: 'debit' | 'credit', header: string): GridColumn<JournalLine> => ({
    id,
    header: `${header} ${currency}`,
    size: 120,
    meta: { kind: 'number', show: (value) => showAmount(value, currency) },
    cell: ({ row }) => showAmount(row.original[id], currency),
  })
  return [
    journalLine.text('account', 'Account', { size: 190 }),
    journalLine.text('nature', 'Nature', { meta: { wrap: true } }),
    side('debit', 'Debit'),
    side('credit', 'Credit'),
  ]
}

interface PrepaidScheduleProps {
  currency: string
  periods: PrepaidPeriod[]
}

/** How a prepaid invoice becomes an expense, month by month, and the sums. */
export function PrepaidSchedule({ currency, periods }: PrepaidScheduleProps) {
  const total = sum(periods.map(({ amount }) => amount)).toFixed(2)
  const days = periods.reduce((all, period) => all + period.days, 0)
  return (
    <Grid
      title="Prepaid schedule"
      columns={columns(currency)}
      rows={periods}
      total={periods.length}
      sums={{
        days: [{ unit: null, sum: String(days) }],
        amount: [{ unit: null, sum: total }],
      }}
      rowKey={({ from }) => from}
    />
  )
}

function columns(currency: string): GridColumn<PrepaidPeriod>[] {
  return [
    {
      id: 'from',
      header: 'From',
      size: 95,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.from),
    },
    {
      id: 'to',
      header: 'To',
      size: 95,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.to),
    },
    {
      id: 'days',
      header: 'Days',
      size: 80,
      meta: { kind: 'number', show: String },
      cell: ({ row }) => String(row.original.days),
    },
    {
      id: 'amount',
      header: `Expense ${currency}`,
      size: 130,
      meta: { kind: 'number', show: (value) => showAmount(value, currency) },
      cell: ({ row }) => showAmount(row.original.amount, currency),
    },
  ]
}
