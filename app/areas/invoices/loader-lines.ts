import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

/** What the accounting system is told of an invoice. */
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
  netAmount: Decimal
  feesType: string | null
  prePaid: boolean
  serviceFrom: Day | null
  serviceTo: Day | null
  allocationRule: string | null
  postingFilter: string | null
  transactionComment: string
  creationDate: Date
}

export interface JournalLine {
  account: 'EXPENSE' | 'PREPAID EXPENSE' | 'RECOVERABLE TAXES' | 'SUPPLIER'
  /** What the account is of: the expense type, or the supplier. */
  nature: string
  /** Two decimals; null on the other side. */
  debit: Decimal | null
  credit: Decimal | null
}

/**
 * The balanced journal of an invoice: expense and recoverable taxes to the debit, supplier to the credit; a credit note
 * the other way round. Without taxes there is no line of them.
 */
export function loaderLines(invoice: LoaderInvoice): JournalLine[] {
  const { expenseType, supplier, netAmount, taxes, grossAmount, prePaid } = invoice
  const lines = [
    line(prePaid ? 'PREPAID EXPENSE' : 'EXPENSE', expenseType, new Big(netAmount)),
    line('RECOVERABLE TAXES', expenseType, new Big(taxes)),
    line('SUPPLIER', supplier, new Big(grossAmount).neg()),
  ]
  return lines.filter(({ account }) => account !== 'RECOVERABLE TAXES' || !new Big(taxes).eq(0))
}

/** @param amount positive to the debit; nothing stands where the account does by nature */
function line(account: JournalLine['account'], nature: string, amount: Big): JournalLine {
  const figure = amount.abs().toFixed(2)
  const credited = amount.eq(0) ? account === 'SUPPLIER' : amount.lt(0)
  return { account, nature, debit: credited ? null : figure, credit: credited ? figure : null }
}
