import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { invoice } from 'db/schema/invoices'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { heldEntities } from '~/areas/bank-accounts/bank-details.server'
import { settling, supplier } from '~/areas/expenses/references.server'
import { heldByCorrection } from '~/areas/invoices/corrections.server'
import { earlyPayments } from '~/areas/invoices/discounts.server'
import { duplicatesOf, duplicateWords } from '~/areas/invoices/duplicates.server'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import { approvedAccounts } from '~/areas/invoices/payment-approvals.server'
import type { Context } from '~/platform/values/context.server'
import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { Account, Payable } from './payment'

/** The filters of a treasurer. */
export interface PayableQuery {
  /** Due on or before this day; those without a due date always. Null for all. */
  due: Day | null
  /** IBAN of the account that pays; null for all. */
  debtor: string | null
  currency: string | null
}

/** An invoice that waits for its payment, and all that a run stores of it. */
export interface Candidate extends Payable {
  supplierId: number
  settlingEntityId: number
  debtor: Account | null
  creditor: Account | null
  accountHash: string
}

/** Whether no run pays an invoice, or may still pay it: the SQL of `ENDED_UNPAID`. */
export const noRunPays = sql`not exists (select from ${payment} other
  where other.invoice_id = ${invoice.id} and other.state not in ('taken out', 'rejected', 'returned'))`

/**
 * The approved invoices that no run pays yet, by due date: those that may be paid, and those that are held, with the
 * reason.
 */
export function payableInvoices(context: Context, query: PayableQuery): Promise<Candidate[]> {
  const { due, currency, debtor } = query
  const where = and(
    due === null ? undefined : sql`(${invoice.dueDate} is null or ${lte(invoice.dueDate, due)})`,
    currency === null ? undefined : eq(invoice.currency, currency),
  )
  return candidates(context, where).then((found) =>
    found.filter((each) => debtor === null || each.debtor_iban === debtor),
  )
}

/** A payment of the invoice that the bank rejected or returned, as a row called "failed". */
const FAILED = sql`failed.invoice_id = ${invoice.id} and failed.state in ('rejected', 'returned')`

/** The same of these invoices alone: those that are missing are not ready to pay, or in another run. */
export function payableOf(context: Context, ids: readonly number[]): Promise<Candidate[]> {
  return candidates(context, isAmong(invoice.id, ids))
}

async function candidates({ read, today }: Context, where: SQL | undefined): Promise<Candidate[]> {
  const rows = await read
    .select({
      id: invoice.id,
      round: workflowInstance.round,
      supplierId: invoice.supplierId,
      settlingEntityId: invoice.settlingEntityId,
      provider: supplier.name,
      settling_entity: settling.name,
      invoice_ref: invoice.invoiceRef,
      invoice_date: invoice.invoiceDate,
      due_date: invoice.dueDate,
      currency: invoice.currency,
      gross_amount: invoice.grossAmount,
      attempt: sql<number>`1 + (select count(*)::int from ${payment} failed where ${FAILED})`,
      attempt_reason: sql<string>`coalesce((select failed.reason from ${payment} failed where ${FAILED}
        order by failed.id desc limit 1), '')`,
      payable_amount: payableSql,
      isCollected: invoice.collectedBySupplier,
    })
    .from(workflowInstance)
    .innerJoin(invoice, eq(invoice.id, workflowInstance.objectId))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .where(
      and(
        eq(workflowInstance.kind, 'invoice'),
        sql`${workflowInstance.queue} not in ('SYSTEM', 'COMPLETED')`,
        readyToPay,
        noRunPays,
        where,
      ),
    )
    .orderBy(sql`${invoice.dueDate} asc nulls last`, asc(invoice.id))
  const ids = rows.map(({ id }) => id)
  const [accounts, payees, held, early, corrected, duplicates] = await Promise.all([
    debtorAccounts(read, [...new Set(rows.map(({ settlingEntityId }) => settlingEntityId))]),
    approvedAccounts(
      read,
      rows.map(({ id, ...row }) => ({ objectId: id, ...row })),
    ),
    heldEntities(read),
    earlyPayments(read, ids),
    heldByCorrection(read, ids),
    duplicatesOf(read, ids),
  ])
  return rows.map(({ round: _, isCollected, ...row }): Candidate => {
    const found = payees.get(row.id)
    if (!found) throw new Error(`Nothing is known of the payee of invoice ${row.id}`)
    const { paid, holds } = found
    const own = accounts.get(`${row.settlingEntityId} ${row.currency}`)
    const debtor = own ? { name: row.settling_entity, iban: own.iban, bic: own.bic } : null
    const [account] = paid.accounts
    const creditor = account ? { name: paid.holder, iban: account.iban, bic: account.bic } : null
    return {
      ...row,
      discount: early.get(row.id)?.amount ?? null,
      discount_until: early.get(row.id)?.until ?? null,
      days: row.due_date === null ? null : daysBetween(row.due_date, today),
      debtor_iban: debtor?.iban ?? null,
      creditor_iban: paid.accounts.length === 1 ? (creditor?.iban ?? null) : null,
      debtor,
      creditor,
      accountHash: paid.hash,
      duplicate: duplicateWords(duplicates.get(row.id) ?? []),
      held:
        whyNothingToPay(row) ??
        whyNotInRun(isCollected, corrected.get(row.id)) ??
        whyHeld(row, { payees: paid.accounts.length, holds, hasDebtor: own !== undefined, held }),
    }
  })
}

interface Standing {
  /** How many accounts the payee has for it. */
  payees: number
  /** Were its approvals for the account that is paid now? */
  holds: boolean
  hasDebtor: boolean
  /** Entities with a pending change of their bank accounts. */
  held: readonly string[]
}

type Held = Pick<Payable, 'provider' | 'settling_entity' | 'currency'>

/** Why a run has nothing to pay of an invoice. A run will net credits against invoices here. */
function whyNothingToPay({
  gross_amount,
  payable_amount,
}: Pick<Payable, 'gross_amount' | 'payable_amount'>): string | null {
  if (new Big(payable_amount).gt(0)) return null
  if (new Big(gross_amount).lte(0)) return 'Nothing is to be paid: it is a credit note.'
  return new Big(payable_amount).eq(0)
    ? 'Nothing is left to pay: all of it was paid in advance.'
    : 'Nothing is to be paid: more was paid in advance, and the rest is a credit.'
}

/** Why no run may pay an invoice, as it is planned and until its file is made; null where one may. */
export function whyNotInRun(isCollected: boolean, corrected: string | undefined): string | null {
  if (isCollected) return 'The supplier collects it by direct debit.'
  return corrected ?? null
}

/** Why an invoice is not paid now, and what to do; null where it may be. */
function whyHeld(
  { provider, settling_entity, currency }: Held,
  { payees, holds, hasDebtor, held }: Standing,
): string | null {
  for (const entity of [provider, settling_entity])
    if (held.includes(entity))
      return `A change of the bank details of ${entity} is pending. TEAM LEADER decides it on Bank Accounts.`
  if (payees === 0) return `${provider} has no bank account. Add one on Bank Accounts.`
  if (payees > 1) return `${provider} has ${payees} bank accounts for ${currency}. Keep one on Bank Accounts.`
  if (!holds) return `It was approved for another account of ${provider}. Approve it again.`
  if (!hasDebtor)
    return `${settling_entity} has no ${currency} account to pay from. Add one on Bank Accounts.`
  return null
}

/** The account that each entity pays from, by entity and currency: of several the first that was entered. */
async function debtorAccounts(
  read: Read,
  entityIds: readonly number[],
): Promise<Map<string, { iban: string; bic: string }>> {
  if (entityIds.length === 0) return new Map()
  const { id, legalEntityId, iso3Currency, iban, bic } = bankAccount
  const rows = await read
    .select({ legalEntityId, iso3Currency, iban, bic })
    .from(bankAccount)
    .where(inArray(legalEntityId, [...entityIds]))
    .orderBy(asc(id))
  const first = new Map<string, { iban: string; bic: string }>()
  for (const row of rows) {
    const key = `${row.legalEntityId} ${row.iso3Currency}`
    if (!first.has(key)) first.set(key, row)
  }
  return first
}
