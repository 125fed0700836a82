import { showAmount, showDay, showYesNo } from '~/platform/values/show'
import type { ReportFacts } from './report-facts.server'

type Pair = readonly [label: string, value: string]

const none = '–'

/** The facts of an invoice as its report tells them, by the headings that they stand under. */
export function reportValues(facts: ReportFacts): { heading: string; pairs: Pair[] }[] {
  const { invoice, validatorA, validatorB } = facts
  const validated = (name: string | null, day: string | null) =>
    name === null ? none : `${name}${day === null ? '' : `, ${showDay(day)}`}`
  const amount = (value: string) => `${showAmount(value)} ${invoice.currency}`
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
      ],
    },
    {
      heading: 'Client validation and origin',
      pairs: [
        ['Validator A', validated(validatorA, invoice.validationDateA)],
        ['Made of', invoice.draftTransactionId === null ? 'no draft' : `draft ${invoice.draftTransactionId}`],
        ['Validator B', validated(validatorB, invoice.validationDateB)],
        ['Recreated as', facts.recreatedAs === null ? none : `draft ${facts.recreatedAs}`],
      ],
    },
  ]
}
