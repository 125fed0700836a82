import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { invoice } from 'db/schema/invoices'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { ACCOUNT_FIELDS } from '~/areas/bank-accounts/account'
import { accountsFor, entitiesOnHold, type StoredAccount } from '~/areas/bank-accounts/bank-details.server'
import { settling, supplier } from '~/areas/expenses/references.server'
import { heldByCorrection } from '~/areas/invoices/corrections.server'
import { earlyPayments } from '~/areas/invoices/discounts.server'
import { describeDuplicates, duplicatesOf } from '~/areas/invoices/duplicates.server'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import { approvedAccounts } from '~/areas/invoices/payment-approvals.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { addressOf } from '~/areas/reference-data/entities.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import { namedColumns } from '~/platform/tables/column'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { showMoney } from '~/platform/values/show'
import { bankFault } from './bank-files/bank-rules'
import type { Address } from './bank-files/postal-address'
import { referenceOf } from './bank-files/reach'
import { type Creditable, type CreditShare, type OpenCredit, sharesOfCredits } from './credits'
import { creditsFor, openCreditSql } from './credits.server'
import type { Payable } from './payment'

/** The filters of a treasurer. */
export interface PayableQuery {
  /** Due on or before this day; those without a due date always. Null for all. */
  due: Day | null
  /** IBAN of the account that pays; null for all. */
  debtor: string | null
  currency: string | null
}

/** An invoice that waits for its payment, and the accounts between which it may be paid. */
export interface Candidate extends Payable {
  supplierId: number
  settlingEntityId: number
  /** The supplier's own reference for the payment; '' for none. */
  paymentReference: string
  /** The entity's accounts for the currency, the one that pays unless another is chosen first. */
  debtors: StoredAccount[]
  /** The payee's accounts, as they were approved: of several one is chosen. */
  creditors: StoredAccount[]
  /** The payee has no account for this currency: it is paid to one of another. */
  isOtherCurrency: boolean
  supplierAddress: Address
  settlingAddress: Address
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
  return candidates(context, where, debtor).then((found) =>
    found.filter((each) => debtor === null || each.debtor_iban === debtor),
  )
}

/** A payment of the invoice that the bank rejected or returned, as a row called "failed". */
const FAILED = sql`failed.invoice_id = ${invoice.id} and failed.state in ('rejected', 'returned')`

/** The same of these invoices alone: those that are missing are not ready to pay, or in another run. */
export function payableOf(context: Context, ids: readonly number[]): Promise<Candidate[]> {
  return candidates(context, isAmong(invoice.id, ids))
}

/** A candidate as a row of a list: without what only a run stores. */
export function payableRow(candidate: Candidate): Payable {
  const {
    supplierId: _supplier,
    settlingEntityId: _settling,
    paymentReference: _reference,
    debtors: _debtors,
    creditors: _creditors,
    isOtherCurrency: _other,
    supplierAddress: _payee,
    settlingAddress: _payer,
    accountHash: _hash,
    ...row
  } = candidate
  return row
}

async function candidates(
  { read, today }: Context,
  where: SQL | undefined,
  preferred: string | null = null,
): Promise<Candidate[]> {
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
      days: sql<number | null>`(case when ${invoice.dueDate} < ${today}::date
        then ${businessDaysLateSql(invoice.dueDate, sql`${today}::date`, entityCalendar(invoice.settlingEntityId))}
        else ${today}::date - ${invoice.dueDate} end)`,
      currency: invoice.currency,
      gross_amount: invoice.grossAmount,
      paymentReference: invoice.paymentReference,
      supplierAddress: addressOf(supplier),
      settlingAddress: addressOf(settling),
      attempt: sql<number>`1 + (select count(*)::int from ${payment} failed where ${FAILED})`,
      attempt_reason: sql<string>`coalesce((select failed.reason from ${payment} failed where ${FAILED}
        order by failed.id desc limit 1), '')`,
      payable_amount: payableSql,
      creditLeft: openCreditSql,
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
    accountsOf(
      read,
      rows.map(({ settlingEntityId }) => settlingEntityId),
    ),
    approvedAccounts(
      read,
      rows.map(({ id, ...row }) => ({ objectId: id, ...row })),
    ),
    entitiesOnHold(read),
    earlyPayments(read, ids),
    heldByCorrection(read, ids),
    duplicatesOf(read, ids),
  ])
  return rows.map(({ round: _, isCollected, paymentReference, creditLeft, ...row }): Candidate => {
    const found = payees.get(row.id)
    if (!found) throw new Error(`Nothing is known of the payee of invoice ${row.id}`)
    const { paid, holds } = found
    const own = accounts.get(row.settlingEntityId) ?? []
    const debtors = preferredFirst(accountsFor(row.currency, own), preferred)
    const candidate: Candidate = {
      ...row,
      credit_left: new Big(row.payable_amount).lt(0) ? creditLeft : null,
      discount: early.get(row.id)?.amount ?? null,
      discount_until: early.get(row.id)?.until ?? null,
      paymentReference: paymentReference ?? '',
      debtors,
      creditors: paid.accounts,
      isOtherCurrency: paid.isOtherCurrency,
      debtor_iban: debtors[0]?.iban ?? null,
      creditor_iban: paid.accounts.length === 1 ? (paid.accounts[0]?.iban ?? null) : null,
      accountHash: paid.hash,
      duplicate: describeDuplicates(duplicates.get(row.id) ?? []),
      held: null,
      held_entity: null,
    }
    const notPaid = whyNothingToPay(candidate) ?? whyNotInRun(isCollected, corrected.get(row.id))
    if (notPaid !== null) return { ...candidate, held: notPaid }
    const why = whyHeld(candidate, { holds, held })
    return why === null ? candidate : { ...candidate, held: why.reason, held_entity: why.entityId }
  })
}

interface Held {
  reason: string
  /** The entity whose entry is to be completed; null where something else is to be done. */
  entityId: number | null
}

interface Obstacles {
  /** Were its approvals for the accounts that are paid now? */
  holds: boolean
  /** Entities with a pending change of their bank accounts. */
  held: readonly string[]
}

/** Why a run has nothing to pay of an invoice. */
function whyNothingToPay({
  gross_amount,
  payable_amount,
  credit_left,
  currency,
}: Pick<Payable, 'gross_amount' | 'payable_amount' | 'credit_left' | 'currency'>): string | null {
  if (new Big(payable_amount).gt(0)) return null
  if (new Big(gross_amount).eq(0)) return 'Nothing is to be paid: its amount is zero.'
  if (credit_left === null) return 'Nothing is left to pay: all of it was paid in advance.'
  const what = new Big(gross_amount).lte(0)
    ? 'Nothing is to be paid: it is a credit note.'
    : 'Nothing is to be paid: more was paid in advance, and the rest is a credit.'
  return new Big(credit_left).eq(0)
    ? `${what} Payment runs take all of it off.`
    : `${what} The next run takes ${showMoney(credit_left, currency)} off what it pays to this supplier.`
}

/** Why no run may pay an invoice, as it is planned and until its file is made; null where one may. */
export function whyNotInRun(isCollected: boolean, corrected: string | undefined): string | null {
  if (isCollected) return 'The supplier collects it by direct debit.'
  return corrected ?? null
}

/** Why an invoice is not paid now, and what to do; null where it may be. */
function whyHeld(candidate: Candidate, { holds, held }: Obstacles): Held | null {
  const { provider, settling_entity, currency, debtors, creditors } = candidate
  const because = (reason: string): Held => ({ reason, entityId: null })
  for (const entity of [provider, settling_entity])
    if (held.includes(entity))
      return because(
        `A change of the bank details of ${entity} is pending. TEAM LEADER decides it on Bank Accounts.`,
      )
  if (creditors.length === 0) return because(`${provider} has no bank account. Add one on Bank Accounts.`)
  if (!holds) return because(`It was approved for another account of ${provider}. Approve it again.`)
  const [debtor] = debtors
  if (!debtor)
    return because(`${settling_entity} has no ${currency} account to pay from. Add one on Bank Accounts.`)
  // Of several accounts one that banks can pay to may be chosen.
  const faults = creditors.map((creditor) => faultBetween(candidate, { debtor, creditor }))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

/** The accounts between which an invoice is paid. */
export interface Between {
  debtor: StoredAccount
  creditor: StoredAccount
}

/** The same as a payment names them. */
export function namedAccounts(
  { provider, settling_entity, isOtherCurrency }: Candidate,
  { debtor, creditor }: Between,
) {
  return {
    debtor: { name: settling_entity, iban: debtor.iban, bic: debtor.bic },
    creditor: { name: provider, iban: creditor.iban, bic: creditor.bic, clearing: creditor.clearing },
    creditorCurrency: isOtherCurrency ? creditor.iso3Currency : '',
  }
}

/**
 * Why banks would refuse to pay an invoice between these accounts; null where they would not.
 * @param amount what is paid of it, less a discount that is taken
 */
export function faultBetween(
  candidate: Candidate,
  between: Between,
  amount: Decimal = candidate.payable_amount,
): Held | null {
  const fault = bankFault({
    ...namedAccounts(candidate, between),
    amount,
    currency: candidate.currency,
    invoiceRef: candidate.invoice_ref,
    paymentReference: candidate.paymentReference,
    address: candidate.supplierAddress,
    debtorAddress: candidate.settlingAddress,
  })
  if (fault === null) return null
  const { supplierId, settlingEntityId } = candidate
  const entityId = { creditor: supplierId, debtor: settlingEntityId }
  return { reason: fault.reason, entityId: fault.party === null ? null : entityId[fault.party] }
}

/** What runs take off these invoices for credits, by their ids. */
export async function creditsOfCandidates(
  read: Read,
  candidates: readonly Creditee[],
): Promise<Map<number, CreditShare[]>> {
  const credits = await creditsFor(
    read,
    candidates.map(({ id }) => id),
  )
  return sharesOfCandidates(candidates, credits)
}

/** The same of these open credits. */
export function sharesOfCandidates(
  candidates: readonly Creditee[],
  credits: readonly OpenCredit[],
): Map<number, CreditShare[]> {
  const invoices = candidates.map(
    (candidate): Creditable => ({
      id: candidate.id,
      supplierId: candidate.supplierId,
      settlingEntityId: candidate.settlingEntityId,
      currency: candidate.currency,
      amount: candidate.payable_amount,
      reference: kindOfReference(candidate),
    }),
  )
  return sharesOfCredits(invoices, credits)
}

/** An invoice whose payment may take credits off, and the account that is paid. */
type Creditee = Pick<
  Candidate,
  | 'id'
  | 'supplierId'
  | 'settlingEntityId'
  | 'currency'
  | 'payable_amount'
  | 'paymentReference'
  | 'invoice_ref'
  | 'creditors'
>

function kindOfReference({ creditors, paymentReference, invoice_ref }: Creditee): Creditable['reference'] {
  const [creditor] = creditors
  const found = creditor ? referenceOf({ creditor, paymentReference, invoiceRef: invoice_ref }) : null
  if (found === null) return 'text'
  return found.kind === 'QRR' ? 'QR-bill' : 'structured'
}

/** The accounts of these entities by owner, those entered first before the others. */
async function accountsOf(read: Read, entityIds: readonly number[]): Promise<Map<number, StoredAccount[]>> {
  const { id, legalEntityId } = bankAccount
  const rows = await read
    .select({ ...namedColumns(bankAccount, ACCOUNT_FIELDS), id, legalEntityId })
    .from(bankAccount)
    .where(isAmong(legalEntityId, entityIds))
    .orderBy(asc(id))
  return groupedBy(rows as (StoredAccount & { legalEntityId: number })[], ({ legalEntityId: owner }) => owner)
}

/** Each account once, the one with the preferred number first. */
function preferredFirst(accounts: readonly StoredAccount[], preferred: string | null): StoredAccount[] {
  const once = accounts.filter(
    (account, at) => accounts.findIndex(({ iban }) => iban === account.iban) === at,
  )
  return [...once.filter(({ iban }) => iban === preferred), ...once.filter(({ iban }) => iban !== preferred)]
}
