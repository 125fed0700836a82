import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { accountBalance, payment, paymentFile, paymentRun } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, exists, gt, inArray, sql } from 'drizzle-orm'
import { entitiesOnHold } from '~/areas/bank-accounts/bank-details.server'
import { settling, supplier } from '~/areas/expenses/references.server'
import { heldByCorrection } from '~/areas/invoices/corrections.server'
import { describeDuplicates, duplicatesOf } from '~/areas/invoices/duplicates.server'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { approvedAccounts } from '~/areas/invoices/payment-approvals.server'
import { addressOf } from '~/areas/reference-data/entities.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showMoney } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import type { EventData } from '~/platform/workflow/types'
import { bankFault, bankWarnings } from './bank-files/bank-rules'
import type { CreditShare } from './credits'
import { creditIdsOf, creditsOfRun } from './credits.server'
import { whyNotInRun } from './payable.server'
import {
  type AccountTotal,
  byDebtor,
  type ChargesBy,
  type Payment,
  type PaymentState,
  TO_LEAVE,
  totalsOf,
} from './payment'
import { unsoundBalances } from './unsound-balances.server'

/** @throws DomainError not-found */
export async function runById(read: Read, runId: number) {
  const [run] = await read.select().from(paymentRun).where(eq(paymentRun.id, runId))
  if (!run) throw new DomainError('not-found', `There is no payment run ${runId}. Open it from the list.`)
  return run
}

/** The payments of a run, those due first before the others; `stopped` of those that are planned. */
export async function paymentsOf(read: Read, runId: number): Promise<Payment[]> {
  const rows = await read
    .select({
      payment,
      dueDate: invoice.dueDate,
      supplierId: invoice.supplierId,
      settlingEntity: settling.name,
      settlingEntityId: invoice.settlingEntityId,
      address: addressOf(supplier),
      debtorAddress: addressOf(settling),
      round: workflowInstance.round,
      queue: workflowInstance.queue,
      status: workflowInstance.status,
      isReady: sql<boolean>`${readyToPay}`,
      isCollected: invoice.collectedBySupplier,
      executionDate: paymentRun.executionDate,
      hasDebtor: exists(
        read
          .select({ one: sql`1` })
          .from(bankAccount)
          .where(
            and(
              eq(bankAccount.legalEntityId, invoice.settlingEntityId),
              eq(bankAccount.iban, payment.debtorIban),
              eq(bankAccount.bic, payment.debtorBic),
            ),
          ),
      ),
    })
    .from(payment)
    .innerJoin(paymentRun, eq(paymentRun.id, payment.runId))
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, payment.invoiceId))
    .where(eq(payment.runId, runId))
    .orderBy(...DUE_FIRST)
  const planned = rows.filter((row) => row.payment.state === 'planned')
  const plannedIds = planned.map((row) => row.payment.invoiceId)
  const [accounts, held, corrected, duplicates, credits] = await Promise.all([
    approvedAccounts(
      read,
      planned.map((row) => ({ ...row, objectId: row.payment.invoiceId, currency: row.payment.currency })),
    ),
    planned.length === 0 ? [] : entitiesOnHold(read),
    heldByCorrection(read, plannedIds),
    duplicatesOf(read, plannedIds),
    creditsOfRun(read, runId),
  ])
  return rows.map(({ payment: stored, dueDate, ...row }): Payment => {
    const { creditorName } = stored
    const state = stored.state as PaymentState
    const its = accounts.get(stored.invoiceId)
    const own = credits.get(stored.id) ?? []
    const { amount, currency, invoiceRef, paymentReference, creditorCurrency } = stored
    const said = { ...accountsOf(stored), amount, currency, invoiceRef, paymentReference, creditorCurrency }
    return {
      id: stored.id,
      invoiceId: stored.invoiceId,
      endToEndId: stored.endToEndId,
      discount: stored.discount,
      discountUntil: stored.discountUntil,
      credits: own.map(({ invoiceId, invoiceRef: ref, amount: taken }) => ({
        invoiceId,
        invoiceRef: ref,
        amount: taken,
      })),
      accountHash: stored.accountHash,
      ...said,
      chargeBearer: stored.chargeBearer as ChargesBy,
      dueDate,
      state,
      reason: stored.reason,
      valueDate: stored.valueDate,
      bankNote: stored.bankNote,
      attempt: stored.attempt,
      attemptReason: stored.attemptReason,
      duplicate: describeDuplicates(duplicates.get(stored.invoiceId) ?? []),
      stopped: its
        ? whyStopped({
            ...row,
            creditorName,
            held,
            isReady: row.isReady,
            isSame: its.holds && its.paid.hash === stored.accountHash,
            hasDebtor: row.hasDebtor as boolean,
            notInRun: whyNotInRun(row.isCollected, corrected.get(stored.invoiceId)),
            discountUntil: stored.discountUntil,
            credit: own.find(({ isReady }) => !isReady) ?? null,
            atBank:
              bankFault({ ...said, address: row.address, debtorAddress: row.debtorAddress })?.reason ?? null,
          })
        : null,
      warnings: bankWarnings(said),
    }
  })
}

const DUE_FIRST = [sql`${invoice.dueDate} asc nulls last`, asc(payment.id)]

type Accounts = Pick<
  typeof payment.$inferSelect,
  | 'debtorName'
  | 'debtorIban'
  | 'debtorBic'
  | 'creditorName'
  | 'creditorIban'
  | 'creditorBic'
  | 'creditorClearing'
>

const accountsOf = (of: Accounts) => ({
  debtor: { name: of.debtorName, iban: of.debtorIban, bic: of.debtorBic },
  creditor: {
    name: of.creditorName,
    iban: of.creditorIban,
    bic: of.creditorBic,
    clearing: of.creditorClearing || null,
  },
})

/**
 * What the files say of the planned payments of a run, which the caller has checked under lock. Those of which credits
 * leave nothing to pay are not in them.
 */
export async function toBankOf(read: Read, runId: number) {
  const credits = await creditsOfRun(read, runId)
  const rows = await read
    .select({
      payment,
      address: addressOf(supplier),
      lei: supplier.lei,
      debtorAddress: addressOf(settling),
      debtorLei: settling.lei,
    })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned'), gt(payment.amount, '0')))
    .orderBy(...DUE_FIRST)
  return rows.map(({ payment: stored, address, lei, debtorAddress, debtorLei }) => ({
    id: stored.id,
    endToEndId: stored.endToEndId,
    amount: stored.amount,
    currency: stored.currency,
    invoiceRef: stored.invoiceRef,
    paymentReference: stored.paymentReference,
    chargeBearer: stored.chargeBearer as ChargesBy,
    credits: credits.get(stored.id) ?? [],
    ...accountsOf(stored),
    party: { address, lei },
    debtorParty: { address: debtorAddress, lei: debtorLei },
  }))
}

interface Planned {
  creditorName: string
  settlingEntity: string
  queue: string
  status: string
  isReady: boolean
  /** Is the payee's account the one that was approved? */
  isSame: boolean
  hasDebtor: boolean
  held: readonly string[]
  /** Why no run may pay the invoice; null where one may. */
  notInRun: string | null
  discountUntil: Day | null
  /** A credit that it takes off, and that is not approved any more; null for none. */
  credit: { invoiceId: number; queue: string; status: string } | null
  executionDate: Day
  /** Why banks would refuse it; null where they would not. */
  atBank: string | null
}

/** Why a planned payment may not go on, in a sentence; null where it may. */
function whyStopped(planned: Planned): string | null {
  const { creditorName, settlingEntity, held } = planned
  for (const entity of [creditorName, settlingEntity])
    if (held.includes(entity)) return `A change of the bank details of ${entity} is pending.`
  if (!planned.isSame) return `The bank details of ${creditorName} changed after the approval.`
  if (!planned.isReady) return `The invoice is now ${planned.status} (${planned.queue}).`
  if (!planned.hasDebtor) return `${settlingEntity} no longer has the account that pays.`
  if (planned.notInRun !== null) return planned.notInRun
  if (planned.credit !== null)
    return `The credit ${planned.credit.invoiceId} that it takes off is now ${planned.credit.status} (${planned.credit.queue}).`
  if (planned.discountUntil !== null && planned.discountUntil < planned.executionDate)
    return `Its discount was for payment until ${showDay(planned.discountUntil)}.`
  return planned.atBank
}

type HashedPayment = Pick<
  Payment,
  'endToEndId' | 'amount' | 'currency' | 'debtor' | 'creditor' | 'chargeBearer'
> & { credits: readonly CreditShare[] }

/** SHA-256 of what is paid to whom from where, whatever the order: what people approve. */
export function hashOfPayments(payments: readonly HashedPayment[]): string {
  const rows = payments
    .map(({ endToEndId, amount, credits, currency, debtor, creditor, chargeBearer }) => {
      const { clearing, ...account } = creditor
      return {
        endToEndId,
        amount: new Big(amount).toFixed(2),
        currency,
        debtor: { ...debtor },
        // What a payment does not use is left out, as in events before there was such a field.
        creditor: clearing === null ? account : { ...account, clearing },
        ...(chargeBearer === '' ? {} : { chargeBearer }),
        ...(credits.length === 0
          ? {}
          : { credits: credits.map(({ invoiceId, amount: taken }) => ({ invoiceId, amount: taken })) }),
      }
    })
    .sort((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))
  return sha256(canonicalJson(rows))
}

/** What an event says of the payments of a run: how many, how much, and the hash of all accounts and amounts. */
export function runEventData(payments: readonly HashedPayment[]): EventData {
  return {
    payments: payments.length,
    totals: totalsOf(payments).map(({ total, currency }) => showMoney(total, currency)),
    paymentsHash: hashOfPayments(payments),
  }
}

/** The files of a run, the newest first; withdrawn ones too. */
export const filesOf = (read: Read, runId: number) =>
  read.select().from(paymentFile).where(eq(paymentFile.runId, runId)).orderBy(desc(paymentFile.id))

/** The newest run that an invoice is or was in, and the state of its payment there; null for none. */
export async function runOfInvoice(read: Read, invoiceId: number) {
  const [found] = await read
    .select({
      runId: payment.runId,
      state: payment.state,
      reason: payment.reason,
      discount: payment.discount,
    })
    .from(payment)
    .where(eq(payment.invoiceId, invoiceId))
    .orderBy(desc(payment.id))
    .limit(1)
  return found ?? null
}

type Paying = Pick<Payment, 'debtor' | 'currency' | 'amount'>

/**
 * What payments take from each account, and what it has left: its balance by the latest statement that adds up, less
 * what runs under way take that this statement cannot have yet.
 * @param runId of these payments; null where no run has them yet
 */
export async function accountTotals(
  read: Read,
  payments: readonly Paying[],
  runId: number | null,
): Promise<AccountTotal[]> {
  const groups = [...byDebtor(payments).values()]
  const ibans = groups.flatMap(([first]) => first?.debtor.iban ?? [])
  if (ibans.length === 0) return []
  const [balances, unsound, others] = await Promise.all([
    newestBalances(read, ibans),
    unsoundBalances(read, ibans),
    read
      .select({
        iban: payment.debtorIban,
        currency: payment.currency,
        runId: payment.runId,
        amount: sql<Decimal>`sum(${payment.amount})`,
      })
      .from(payment)
      .where(
        and(
          inArray(payment.debtorIban, ibans),
          inArray(payment.state, [...TO_LEAVE]),
          gt(payment.amount, '0'),
          runId === null ? undefined : sql`${payment.runId} <> ${runId}`,
        ),
      )
      .groupBy(payment.debtorIban, payment.currency, payment.runId)
      .orderBy(asc(payment.runId)),
  ])
  return groups.map((group): AccountTotal => {
    const { debtor, currency } = group[0] as Paying
    const total = sum(group.map(({ amount }) => amount)).toFixed(2)
    const isIts = (row: { iban: string; currency: string }) =>
      row.iban === debtor.iban && row.currency === currency
    const known = balances.find(isIts)
    const elsewhere = others.filter(isIts)
    const taken = sum(elsewhere.map(({ amount }) => amount)).toFixed(2)
    return {
      name: debtor.name,
      iban: debtor.iban,
      currency,
      payments: group.length,
      total,
      balance: known ? { day: known.day as Day, amount: known.balance } : null,
      leftOut: unsound.find(isIts)?.day ?? null,
      others: elsewhere.length === 0 ? null : { runs: elsewhere.map((each) => each.runId), total: taken },
      after: known ? new Big(known.balance).minus(total).minus(taken).toFixed(2) : null,
    }
  })
}

export type AccountBalance = typeof accountBalance.$inferSelect

/** The newest balance of each of these accounts, in each currency. */
export async function newestBalances(read: Read, ibans: readonly string[]): Promise<AccountBalance[]> {
  if (ibans.length === 0) return []
  const { iban, currency, day } = accountBalance
  return read
    .selectDistinctOn([iban, currency])
    .from(accountBalance)
    .where(inArray(iban, [...ibans]))
    .orderBy(iban, currency, desc(day))
}

/** The invoices that a run would pay, and the credits that it takes off. */
export async function plannedInvoices(read: Read, runId: number): Promise<number[]> {
  const rows = await read
    .select({ id: payment.id, invoiceId: payment.invoiceId })
    .from(payment)
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned')))
  const credits = await creditIdsOf(
    read,
    rows.map(({ id }) => id),
  )
  return [...rows.map(({ invoiceId }) => invoiceId), ...credits]
}

/** Entities whose bank details a run depends on: those that are paid and those that pay. */
export async function entitiesOf(read: Read, runId: number): Promise<number[]> {
  const rows = await read
    .select({ supplierId: invoice.supplierId, settlingEntityId: invoice.settlingEntityId })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned')))
  const ids = rows.flatMap((row) => [row.supplierId, row.settlingEntityId])
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** The accounts from which entities pay, for filters. */
export async function payingAccounts(read: Read) {
  const rows = await read
    .selectDistinct({ iban: bankAccount.iban, currency: bankAccount.iso3Currency, name: legalEntity.name })
    .from(bankAccount)
    .innerJoin(legalEntity, eq(legalEntity.id, bankAccount.legalEntityId))
    .where(sql`${legalEntity.kind} not like 'SUPPLIER%'`)
    .orderBy(asc(legalEntity.name), asc(bankAccount.iso3Currency), asc(bankAccount.iban))
  return rows
}
