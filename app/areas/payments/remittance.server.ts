import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { payment } from 'db/schema/payments'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { Paper, type PaperColumn, type PaperRow, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { counted, showAmount, showDay, showIban, showMoney } from '~/platform/values/show'
import type { CreditShare } from './credits'
import { creditsOfRun } from './credits.server'
import { isAdvised, type PaymentState } from './payment'
import { runById } from './read-run.server'

/** The remittance advice: lists payments to a payee, who clears its invoices by it. */

type Stored = typeof payment.$inferSelect

interface Advised {
  stored: Stored
  invoiceDate: string
  credits: readonly CreditShare[]
}

/** The payments of a run from one entity to the payee of an invoice, in its currency: those that were sent. */
async function advisedPayments(read: Read, runId: number, invoiceId: number): Promise<Advised[]> {
  const [its] = await read
    .select({ payment, supplierId: invoice.supplierId, settlingEntityId: invoice.settlingEntityId })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .where(and(eq(payment.runId, runId), eq(payment.invoiceId, invoiceId)))
  if (!its)
    throw new DomainError(
      'not-found',
      `Invoice ${invoiceId} is not in payment run ${runId}. Open the run again.`,
    )
  const state = its.payment.state as PaymentState
  if (!isAdvised(state))
    throw new DomainError(
      'refused',
      state === 'planned'
        ? `The payment of invoice ${invoiceId} is not sent yet. Send the run to the bank first.`
        : `The payment of invoice ${invoiceId} is ${state}, so there is nothing to advise its payee of.`,
    )
  const rows = await read
    .select({ stored: payment, invoiceDate: invoice.invoiceDate })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .where(
      and(
        eq(payment.runId, runId),
        eq(invoice.supplierId, its.supplierId),
        eq(invoice.settlingEntityId, its.settlingEntityId),
        eq(payment.currency, its.payment.currency),
        eq(payment.creditorIban, its.payment.creditorIban),
        inArray(payment.state, ['sent', 'accepted', 'paid']),
      ),
    )
    .orderBy(asc(invoice.invoiceDate), asc(payment.id))
  const credits = await creditsOfRun(read, runId)
  return rows.map((row) => ({ ...row, credits: credits.get(row.stored.id) ?? [] }))
}

const COLUMNS: PaperColumn[] = [
  { label: 'Reference', part: 44 },
  { label: 'Invoice date', part: 18 },
  { label: 'Payment id', part: 30 },
  { label: 'Amount', part: 22, align: 'right' },
  { label: 'Ccy', part: 8 },
]

/** An invoice, what was taken off, and what was paid of it. */
function rowsOf({ stored, invoiceDate, credits }: Advised): PaperRow[] {
  const { amount, discount, currency, invoiceRef, endToEndId } = stored
  const less = (label: string, taken: Decimal): PaperRow => ({
    cells: [label, '', '', showAmount(new Big(taken).neg().toFixed(2), currency), currency],
  })
  const whole = sum([amount, discount ?? '0', ...credits.map((credit) => credit.amount)]).toFixed(2)
  return [
    { cells: [invoiceRef, showDay(invoiceDate), endToEndId, showAmount(whole, currency), currency] },
    ...(discount === null ? [] : [less('Discount for early payment', discount)]),
    ...credits.map((credit) => less(`Credit ${credit.invoiceRef || credit.invoiceId}`, credit.amount)),
  ]
}

/**
 * The remittance advice for the payee of an invoice as a PDF: its invoices in the run, what was taken off, and what each
 * payment comes to. The same state gives the same bytes.
 * @throws DomainError not-found; refused before the run is sent, and for a payment that is not made
 */
export async function remittanceAdvice(
  read: Read,
  runId: number,
  invoiceId: number,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { executionDate } = await runById(read, runId)
  const advised = await advisedPayments(read, runId, invoiceId)
  const [first] = advised
  if (!first) throw new Error(`Run ${runId} has no payment of invoice ${invoiceId}`)
  const { debtorName, debtorIban, creditorName, creditorIban, creditorBic, currency } = first.stored
  const payments = advised.map(({ stored }) => stored)
  const total = sum(payments.map(({ amount }) => amount)).toFixed(2)
  const made = payments.filter(({ amount }) => !new Big(amount).eq(0)).length
  const title = `Remittance advice ${runId}`
  const last = payments.reduce(
    (newest, { updateDate }) => (updateDate > newest ? updateDate : newest),
    first.stored.updateDate,
  )
  const doc = openPdf({ title, createdAt: last })
  const pages = new Paper(doc, `${title}, ${debtorName} to ${creditorName}`, REPORT_STYLE)
  pages.title(title, [
    `${debtorName} to ${creditorName}`,
    `${showMoney(total, currency)} in ${counted(made, 'payment')}`,
  ])
  pages.facts([
    ['Paid by', debtorName],
    ['From account', showIban(debtorIban)],
    ['Paid to', creditorName],
    ['To account', [showIban(creditorIban), creditorBic].filter(Boolean).join(', ')],
    ['Day of payment', dayOf(payments, executionDate)],
    ['Total', showMoney(total, currency)],
  ])
  pages.heading('Invoices')
  pages.table(COLUMNS, [
    ...advised.flatMap(rowsOf),
    { cells: ['Paid', '', '', showAmount(total, currency), currency], strong: true },
  ])
  pages.end()
  return { bytes: await wholePdf(doc), fileName: `remittance-${runId}-${invoiceId}.pdf` }
}

/** The value dates of the bank where it has them for all, else the day on which the bank is asked to pay. */
function dayOf(payments: readonly Stored[], executionDate: string): string {
  const days = new Set(payments.map(({ valueDate }) => valueDate))
  return days.has(null) ? showDay(executionDate) : [...days].sort().map(showDay).join(', ')
}
