import type { Read, Transaction } from 'db/database'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { bankAnswer, payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { EntryOfInvoice } from '~/areas/invoices/paid-in-runs.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { instanceById } from '~/platform/workflow/instance.server'
import { isOpenEntry, type StoredEntry } from './stored-entry.server'

/** Entries of the inbox by invoice: those that contradict several payments at once are named by the answer's lines. */

const namesPayment = (invoiceId: SQLWrapper | number, runId: SQLWrapper | number) =>
  sql`${bankAnswer.lines} @> jsonb_build_array(jsonb_build_object('entryId', ${bankEntry.id},
    'invoiceId', ${invoiceId}::bigint, 'runId', ${runId}::int))`

const isOpenBatch = and(isOpenEntry, eq(bankEntry.topic, 'contradiction'), isNull(bankEntry.paymentId))

/** The open contradictions of several payments, this one included, that do not have its part yet. */
export function openBatchesOf(
  tx: Transaction,
  { id: paymentId, invoiceId, runId }: { id: number; invoiceId: number; runId: number },
) {
  const { id, direction, amount, currency } = bankEntry
  return tx
    .select({ id, direction, amount, currency })
    .from(bankEntry)
    .innerJoin(bankAnswer, eq(bankAnswer.id, bankEntry.answerId))
    .where(
      and(
        isOpenBatch,
        namesPayment(invoiceId, runId),
        sql`not exists (select from ${bankPosting} p where p.entry_id = ${id} and p.payment_id = ${paymentId})`,
      ),
    )
    .orderBy(asc(id))
}

/** The open entries that are about an invoice, alone or with others; the oldest first. */
export function openEntriesAbout(read: Read, invoiceId: number): Promise<EntryOfInvoice[]> {
  const { id, words } = bankEntry
  return read
    .select({
      id,
      day: sql<Day | null>`coalesce(${bankEntry.bookingDate}, ${bankEntry.valueDate})`,
      words,
    })
    .from(bankEntry)
    .innerJoin(bankAnswer, eq(bankAnswer.id, bankEntry.answerId))
    .where(
      and(
        isOpenEntry,
        or(
          eq(bankEntry.invoiceId, invoiceId),
          and(
            isOpenBatch,
            sql`${bankAnswer.lines} @> jsonb_build_array(jsonb_build_object('entryId', ${id},
              'invoiceId', ${invoiceId}::bigint))`,
          ),
        ),
      ),
    )
    .orderBy(asc(id))
}

/** The payment of an invoice that the newest contradiction of several payments is about; null for none. */
export async function paymentInBatch(tx: Transaction, invoiceId: number): Promise<number | null> {
  const [found] = await tx
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(bankEntry, isOpenBatch)
    .innerJoin(bankAnswer, eq(bankAnswer.id, bankEntry.answerId))
    .where(and(eq(payment.invoiceId, invoiceId), namesPayment(payment.invoiceId, payment.runId)))
    .orderBy(sql`${bankEntry.id} desc, ${payment.id} desc`)
    .limit(1)
  return found?.id ?? null
}

interface BatchPayment {
  id: number
  invoiceId: number
  amount: Decimal
  /** Whether two treasurers have to settle its invoice. */
  isDisputed: boolean
}

/** The payments that an entry of several is about. */
export function paymentsOfBatch(read: Read, entryId: number): Promise<BatchPayment[]> {
  return read
    .select({
      id: payment.id,
      invoiceId: payment.invoiceId,
      amount: payment.amount,
      isDisputed: sql<boolean>`${workflowInstance.status} = 'IN DISPUTE'`,
    })
    .from(bankEntry)
    .innerJoin(bankAnswer, eq(bankAnswer.id, bankEntry.answerId))
    .innerJoin(
      sql`jsonb_to_recordset(${bankAnswer.lines}) as line ("entryId" bigint, "invoiceId" bigint, "runId" int)`,
      sql`line."entryId" = ${bankEntry.id}`,
    )
    .innerJoin(
      payment,
      and(sql`${payment.invoiceId} = line."invoiceId"`, sql`${payment.runId} = line."runId"`),
    )
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, payment.invoiceId))
    .where(eq(bankEntry.id, entryId))
    .orderBy(asc(payment.id))
}

/** The invoices in dispute that two treasurers settle, and a contradiction with them. */
export async function disputedInvoices(
  read: Read,
  { id, topic, invoiceId }: Pick<StoredEntry, 'id' | 'topic' | 'invoiceId'>,
): Promise<number[]> {
  if (topic !== 'contradiction') return []
  if (invoiceId === null) {
    const payments = await paymentsOfBatch(read, id)
    return payments.filter(({ isDisputed }) => isDisputed).map((one) => one.invoiceId)
  }
  const { status } = await instanceById(read, invoiceId)
  return status === 'IN DISPUTE' ? [invoiceId] : []
}
