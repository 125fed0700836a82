import type { Read } from 'db/database'
import { bookedTaxes, invoice } from 'db/schema/invoices'
import { expenseType, fund } from 'db/schema/lookups'
import { prepaidJournal, prepaidLine } from 'db/schema/prepaid'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import { prepaidSchedule } from '~/areas/invoices/invoice'
import { type Day, lastOfMonth } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { PrepaidBalance, PrepaidDue } from './prepaid'

/** A prepaid invoice that was booked, or that has lines of journals. */
interface Prepaid {
  id: number
  settlingEntityId: number
  fundId: number | null
  expenseTypeId: number
  settling_entity: string
  sub_fund: string | null
  expense_type: string
  provider: string
  invoice_ref: string
  currency: string
  service_from: Day
  service_to: Day
  /** The day from which it is in the books. */
  booked_on: Day
  /** Zero where it was cancelled or returned. */
  expense: Decimal
  ended: 'cancelled' | 'returned' | null
}

/** Booked, and neither cancelled nor returned by the bank: what was paid for the service is not there any more then. */
const isLive = sql`(${workflowInstance.queue} = 'PAYMENT' and ${workflowInstance.status} <> 'RETURNED'
  or ${workflowInstance.status} = 'PAID')`

/** All prepaid invoices that matter to journals, by id. */
async function prepaidInvoices(read: Read): Promise<Prepaid[]> {
  const rows = await read
    .select({
      id: invoice.id,
      settlingEntityId: invoice.settlingEntityId,
      fundId: invoice.fundId,
      expenseTypeId: invoice.expenseTypeId,
      settling_entity: settling.name,
      sub_fund: sql<string | null>`${fund.code} || ' ' || ${fund.name}`,
      expense_type: expenseType.name,
      provider: supplier.name,
      invoice_ref: invoice.invoiceRef,
      currency: invoice.currency,
      service_from: sql<Day>`${invoice.serviceFrom}::text`,
      service_to: sql<Day>`${invoice.serviceTo}::text`,
      booked_on: sql<Day>`coalesce(${invoice.glDate}, ${invoice.invoiceDate})::text`,
      // Invoices that were booked before taxes were split recovered them all.
      expense: sql<Decimal>`coalesce(${bookedTaxes.expense}, ${invoice.netAmount})::text`,
      live: sql<boolean>`${isLive}`,
      returned: sql<boolean>`${workflowInstance.status} = 'RETURNED'`,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(fund, eq(fund.id, invoice.fundId))
    .leftJoin(bookedTaxes, eq(bookedTaxes.invoiceId, invoice.id))
    .where(
      and(
        eq(invoice.prePaid, true),
        isNotNull(invoice.serviceFrom),
        isNotNull(invoice.serviceTo),
        sql`(${isLive} or exists (select from ${prepaidLine} l where l.invoice_id = ${invoice.id}))`,
      ),
    )
    .orderBy(asc(invoice.id))
  return rows.map(({ live, returned, expense, ...row }) => ({
    ...row,
    expense: live ? expense : '0.00',
    ended: live ? null : returned ? 'returned' : 'cancelled',
  }))
}

/** What was booked of each invoice and month, and how often. */
async function bookedMonths(read: Read): Promise<Map<string, { amount: Big; times: number }>> {
  const rows = await read
    .select({
      invoiceId: prepaidLine.invoiceId,
      monthEnd: prepaidLine.monthEnd,
      amount: sql<Decimal>`sum(${prepaidLine.amount})::text`,
      times: sql<number>`count(*)::int`,
    })
    .from(prepaidLine)
    .groupBy(prepaidLine.invoiceId, prepaidLine.monthEnd)
  return new Map(
    rows.map(({ invoiceId, monthEnd, amount, times }) => [
      `${invoiceId}~${monthEnd}`,
      { amount: new Big(amount), times },
    ]),
  )
}

/** A line to book, with how often its month was booked before. */
export interface DueLine extends PrepaidDue {
  times: number
}

/**
 * What is to be booked for a month: what its days of each prepaid invoice cost, what earlier months still lack, and
 * what was booked of invoices that were cancelled or returned since.
 */
export async function dueLines(read: Read, monthEnd: Day): Promise<DueLine[]> {
  const [invoices, booked] = await Promise.all([prepaidInvoices(read), bookedMonths(read)])
  const lines: DueLine[] = []
  for (const each of invoices) {
    const { expense, currency, service_from: from, service_to: to } = each
    for (const { to: last, amount } of prepaidSchedule({ expense, currency, from, to })) {
      const month = lastOfMonth(last)
      if (month > monthEnd) break
      const key = `${each.id}~${month}`
      const before = booked.get(key)
      const open = new Big(amount).minus(before?.amount ?? 0)
      if (open.eq(0)) continue
      lines.push({
        key,
        invoice: each.id,
        month_end: month,
        settling_entity: each.settling_entity,
        sub_fund: each.sub_fund,
        expense_type: each.expense_type,
        provider: each.provider,
        invoice_ref: each.invoice_ref,
        currency: each.currency,
        amount: open.toFixed(2),
        note: each.ended ?? (month < monthEnd ? 'late' : null),
        times: before?.times ?? 0,
      })
    }
  }
  return lines
}

/** A balance with what is needed to compare it with a NAV. */
export interface InvoiceBalance extends PrepaidBalance {
  settlingEntityId: number
  fundId: number | null
  expenseTypeId: number
}

/**
 * What is left of each prepaid invoice on a day: what was booked by then, less the journals of months that had ended.
 * Invoices of which nothing is left stay out.
 */
export async function balancesOn(read: Read, onDay: Day): Promise<InvoiceBalance[]> {
  const [invoices, lines] = await Promise.all([
    prepaidInvoices(read),
    read
      .select({ invoiceId: prepaidLine.invoiceId, amount: prepaidLine.amount })
      .from(prepaidLine)
      .innerJoin(prepaidJournal, eq(prepaidJournal.id, prepaidLine.journalId))
      .where(lte(prepaidJournal.monthEnd, onDay)),
  ])
  const recognised = groupedBy(lines, ({ invoiceId }) => invoiceId)
  return invoices.flatMap(({ id, expense, booked_on, ended: _e, ...row }) => {
    const prepaid = new Big(booked_on <= onDay ? expense : 0)
    const done = sum((recognised.get(id) ?? []).map(({ amount }) => amount))
    const remaining = prepaid.minus(done)
    if (remaining.eq(0)) return []
    return {
      ...row,
      invoice: id,
      prepaid: prepaid.toFixed(2),
      recognised: done.toFixed(2),
      remaining: remaining.toFixed(2),
    }
  })
}
