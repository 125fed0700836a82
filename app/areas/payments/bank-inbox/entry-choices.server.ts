import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { invoice } from 'db/schema/invoices'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { supplier } from '~/areas/expenses/references.server'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import { likeText } from '~/platform/lists/sql-where.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { noRunPays } from '../payable.server'
import { isOpenEntry, type StoredEntry } from './stored-entry.server'

/** What a treasurer may choose to explain an entry with. */

const MAX_CHOICES = 20

/** A payment of a run. */
export interface PaymentChoice {
  id: number
  invoiceId: number
  runId: number
  creditor: string
  amount: Decimal
  currency: string
  state: string
}

function paymentsWhere(read: Read, amount: Decimal, where: SQL | undefined): Promise<PaymentChoice[]> {
  const { id, invoiceId, runId, currency, state } = payment
  return read
    .select({
      id,
      invoiceId,
      runId,
      creditor: payment.creditorName,
      amount: payment.amount,
      currency,
      state,
    })
    .from(payment)
    .where(where)
    .orderBy(sql`abs(${payment.amount} - ${amount}::numeric)`, desc(id))
    .limit(MAX_CHOICES)
}

/** Payments of the account that wait for their booking, and the one that the entry names; the nearest amount first. */
export function payableByEntry(read: Read, entry: StoredEntry): Promise<PaymentChoice[]> {
  const { booking, account, paymentId } = entry
  if (booking?.entry.direction !== 'debit') return Promise.resolve([])
  const awaited = and(eq(payment.debtorIban, account), inArray(payment.state, ['sent', 'accepted']))
  const named = paymentId === null ? undefined : eq(payment.id, paymentId)
  return paymentsWhere(read, booking.entry.booked.amount, or(awaited, named))
}

/** Paid payments of the account that a credit may bring back; the nearest amount first. */
export function returnableByEntry(read: Read, { booking, account }: StoredEntry): Promise<PaymentChoice[]> {
  if (booking?.entry.direction !== 'credit') return Promise.resolve([])
  const { amount, currency } = booking.entry.booked
  return paymentsWhere(
    read,
    amount,
    and(
      eq(payment.debtorIban, account),
      eq(payment.state, 'paid'),
      sql`coalesce(${payment.bookedCurrency}, ${payment.currency}) = ${currency}`,
      sql`coalesce(${payment.bookedAmount}, ${payment.amount}) >= ${amount}::numeric`,
    ),
  )
}

/** The entry of another own account that may be the other side of a transfer. */
export interface TransferChoice {
  entryId: number
  account: string
  day: Day | null
  text: string
}

/** Open entries of the entity's other accounts with the same amount the other way; the nearest day first. */
export async function transfersForEntry(
  read: Read,
  { booking, account, entityId }: StoredEntry,
): Promise<TransferChoice[]> {
  if (booking === null || entityId === null) return []
  const { direction, booked, bookingDate, valueDate } = booking.entry
  const day = sql<Day | null>`coalesce(${bankEntry.bookingDate}, ${bankEntry.valueDate})`
  return read
    .select({ entryId: bankEntry.id, account: bankEntry.account, day, text: bankEntry.text })
    .from(bankEntry)
    .where(
      and(
        isOpenEntry,
        eq(bankEntry.entityId, entityId),
        ne(bankEntry.account, account),
        eq(bankEntry.direction, direction === 'debit' ? 'credit' : 'debit'),
        eq(bankEntry.amount, booked.amount),
        eq(bankEntry.currency, booked.currency),
      ),
    )
    .orderBy(sql`abs(${day} - ${bookingDate ?? valueDate}::date)`, asc(bankEntry.id))
    .limit(MAX_CHOICES)
}

/** An invoice that may be paid outside payment runs. */
export interface InvoiceChoice {
  id: number
  supplier: string
  ref: string
  /** What is to be paid of it. */
  amount: Decimal
  currency: string
  dueDate: Day | null
  status: string
}

const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/

/** Invoices by amount, account of the payee, reference or name. */
function invoicesLike(search: string): SQL | undefined {
  const text = search.trim()
  const amount = text.replace(/[,\s']/g, '')
  const like = likeText(text.toLowerCase())
  return or(
    AMOUNT.test(amount) ? sql`${payableSql} = ${amount}::numeric` : undefined,
    sql`lower(${invoice.invoiceRef}) like ${like}`,
    sql`lower(${supplier.name}) like ${like}`,
    hasAccount(text),
  )
}

const hasAccount = (iban: string) => sql`exists (select from ${bankAccount}
  where ${bankAccount.legalEntityId} = ${invoice.supplierId}
    and ${bankAccount.iban} = ${iban.replace(/\s/g, '').toUpperCase()})`

/**
 * Invoices of the account's entity that no run pays and no entry paid: those that a search finds, or without one those
 * with the same amount, account or reference.
 */
export async function invoicesForEntry(
  read: Read,
  { booking, entityId }: StoredEntry,
  search: string,
): Promise<InvoiceChoice[]> {
  if (booking?.entry.direction !== 'debit' || entityId === null) return []
  const { booked, text, counterparty } = booking.entry
  const alike = or(
    sql`${payableSql} = ${booked.amount}::numeric`,
    sql`(${invoice.invoiceRef} <> '' and position(upper(${invoice.invoiceRef}) in ${text.toUpperCase()}) > 0)`,
    counterparty.account === '' ? undefined : hasAccount(counterparty.account),
  )
  return read
    .select({
      id: invoice.id,
      supplier: sql<string>`coalesce(${supplier.name}, '')`,
      ref: invoice.invoiceRef,
      amount: payableSql,
      currency: invoice.currency,
      dueDate: invoice.dueDate,
      status: workflowInstance.status,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .where(
      and(
        eq(invoice.settlingEntityId, entityId),
        eq(invoice.currency, booked.currency),
        or(readyToPay, inArray(workflowInstance.status, ['SENT', 'PAID'])),
        noRunPays,
        sql`not exists (select from ${bankPosting} b where b.invoice_id = ${invoice.id}
          and b.kind = 'supplier' and b.amount < 0)`,
        search.trim() === '' ? alike : invoicesLike(search),
      ),
    )
    .orderBy(sql`abs(${payableSql} - ${booked.amount}::numeric)`, asc(invoice.id))
    .limit(MAX_CHOICES)
}

/** One of several payments or invoices that are proposed together. */
export interface ProposedPart {
  invoiceId: number
  /** The run that pays it; null for an invoice outside runs. */
  runId: number | null
  supplier: string
  ref: string
  amount: Decimal
  currency: string
  /** Of the payment, or of the invoice. */
  state: string
}

/** What a proposal of several consists of; empty for other proposals. */
export async function partsOfProposal(read: Read, { proposal }: StoredEntry): Promise<ProposedPart[]> {
  if (proposal?.kind === 'payments')
    return read
      .select({
        invoiceId: payment.invoiceId,
        runId: payment.runId,
        supplier: payment.creditorName,
        ref: payment.invoiceRef,
        amount: payment.amount,
        currency: payment.currency,
        state: payment.state,
      })
      .from(payment)
      .where(isAmong(payment.id, proposal.paymentIds))
      .orderBy(asc(payment.id))
  if (proposal?.kind !== 'invoices') return []
  return read
    .select({
      invoiceId: invoice.id,
      runId: sql<null>`null::int`,
      supplier: sql<string>`coalesce(${supplier.name}, '')`,
      ref: invoice.invoiceRef,
      amount: payableSql,
      currency: invoice.currency,
      state: workflowInstance.status,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .where(isAmong(invoice.id, proposal.invoiceIds))
    .orderBy(asc(invoice.id))
}
