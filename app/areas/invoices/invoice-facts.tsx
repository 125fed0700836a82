import { Link } from '@remix-run/react'
import { showAmount, showDay, showYesNo } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { InvoiceFacts as Facts } from './invoice-facts.server'

const signed = (name: string | null, day: string | null) => [name, showDay(day)].filter(Boolean).join(', ')

interface InvoiceFactsProps {
  invoice: Facts
  /** The draft that it was made into again. */
  recreatedAs: number | null
  mayOpenDrafts: boolean
}

/** All that is stored of an invoice, in the specification's words; where it comes from and went to. What is empty is left out. */
export function InvoiceFacts({ invoice, recreatedAs, mayOpenDrafts }: InvoiceFactsProps) {
  const drafts = [
    { term: 'Made of draft', id: invoice.draftTransactionId },
    { term: 'Made again as draft', id: recreatedAs },
  ].filter(({ id }) => id !== null)
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
        { term: 'Reference', value: invoice.invoiceRef },
        { term: 'Inv.Date', value: showDay(invoice.invoiceDate) },
        { term: 'Received', value: showDay(invoice.receivedDate) },
        { term: 'GL Date', value: showDay(invoice.glDate) },
        { term: 'Due.Date', value: showDay(invoice.dueDate) },
        { term: 'Payment date', value: showDay(invoice.paymentDate) },
        { term: 'Gross', value: `${showAmount(invoice.grossAmount)} ${invoice.currency}` },
        { term: 'Taxes', value: `${showAmount(invoice.taxes)} ${invoice.currency}` },
        { term: 'Net', value: `${showAmount(invoice.netAmount)} ${invoice.currency}` },
        { term: 'Prepaid', value: showYesNo(invoice.prePaid) },
        ...(invoice.prePaid ? service : []),
        { term: 'Already paid', value: showYesNo(invoice.alreadyPaid) },
        { term: 'Exclude from cash', value: showYesNo(invoice.excludeFromCash) },
        { term: 'Validator A', value: signed(invoice.validatorA, invoice.validationDateA) },
        { term: 'Validator B', value: signed(invoice.validatorB, invoice.validationDateB) },
        { term: 'Allocation rule', value: invoice.allocationRule ?? '' },
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
