import { insertRows, isAmong } from 'db/bulk'
import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { payment, paymentCredit, paymentRun } from 'db/schema/payments'
import { and, eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { ChargeBearer } from '~/areas/bank-accounts/account'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import { lockInvoices } from '~/areas/invoices/paid-in-runs.server'
import { nextBankDay } from '~/platform/values/bank-days'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { formatList, showDay, showIban, showMoney } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { payingCalendars, whyNotOn } from './bank-days.server'
import { isSepa } from './bank-files/reach'
import { type CreditShare, lessCredits } from './credits'
import { creditIdsBeside } from './credits.server'
import { type Candidate, creditsOfCandidates, faultBetween, namedAccounts, payableOf } from './payable.server'
import { BEFORE_FILES, type ChargesBy, discountOn, endToEndIdOf, totalsOf } from './payment'
import { runEventData } from './read-run.server'

export const CREATE_FAILED = 'The payment run was not created'

/** An account for all payments of an entity in a currency. */
interface AccountChoice {
  /** The entity that pays or is paid. */
  entityId: number
  currency: string
  /** Id of the bank account. */
  accountId: number
}

/** Who pays the charges outside SEPA, of all payments of an entity in a currency. */
interface ChargesChoice {
  entityId: number
  currency: string
  chargeBearer: ChargeBearer
}

export interface RunChoices {
  /** The accounts that pay; the first of an entity where none is chosen. */
  from: readonly AccountChoice[]
  /** The accounts that are paid, of payees with several. */
  to: readonly AccountChoice[]
  /** As set at the payee's account where none is chosen. */
  charges: readonly ChargesChoice[]
  /** Payments to accounts of another currency are meant. */
  otherCurrency: boolean
}

export const NO_CHOICES: RunChoices = { from: [], to: [], charges: [], otherCurrency: false }

export interface NewRun {
  invoiceIds: readonly number[]
  /** Null: the next bank day. */
  executionDate: Day | null
  choices?: RunChoices
  /** Whether what suppliers take off for payment on that day is taken off; by default it is not. */
  takeDiscounts?: boolean
  /** Whether the credits of the suppliers are taken off; by default they are. */
  takeCredits?: boolean
}

/**
 * Makes a run of these invoices, all of them or none, once for its key. Of two runs made at once over the same invoice,
 * one is refused.
 * @throws DomainError conflict, with a line for each invoice that is not ready to be paid any more; invalid for a day
 * that is no bank day, an account that is to be chosen, or payments to another currency that are not confirmed
 */
export function makeRun(
  context: UserWriteContext,
  { invoiceIds, executionDate, choices = NO_CHOICES, takeDiscounts = false, takeCredits = true }: NewRun,
): Promise<{ runId: number; payments: number }> {
  const { tx, today } = context
  const ids = [...new Set(invoiceIds)].sort((a, b) => a - b)
  const make = async () => {
    if (ids.length === 0)
      throw new DomainError('invalid', 'Choose at least one invoice.', { title: CREATE_FAILED })
    // Bank details first, then invoices, like all code that pays.
    await holdEntities(tx, ids)
    await lockInvoices(tx, [...ids, ...(await creditIdsBeside(tx, ids))])
    const found = new Map((await payableOf(context, ids)).map((each) => [each.id, each]))
    const faults = ids.flatMap((id) => faultOf(id, found.get(id)) ?? [])
    if (faults.length > 0) throw notReady(ids, faults)
    const candidates = [...found.values()]
    const calendars = await payingCalendars(context, candidates)
    const day = executionDate ?? nextBankDay(today, calendars)
    const fields: Record<string, string> = {}
    const why = whyNotOn(day, calendars, today)
    if (why !== null) fields.executionDate = why
    const planned = candidates.flatMap((candidate) => {
      const discount = takeDiscounts ? discountOn(candidate, day) : null
      return plannedPayment({ candidate, discount, choices }, fields) ?? []
    })
    if (Object.keys(fields).length > 0)
      throw new DomainError('invalid', Object.values(fields).join(' '), { title: CREATE_FAILED, fields })
    const netted = takeCredits ? await lessTheirCredits(tx, planned) : planned
    const refused = netted.flatMap(({ candidate, fault }) =>
      fault === null ? [] : [`Invoice ${candidate.id} of ${candidate.provider}: ${fault.reason}`],
    )
    if (refused.length > 0) throw notReady(ids, refused)
    confirmOtherCurrencies(netted, choices)
    return store(context, netted, day)
  }
  const action = `make payment run ${sha256(canonicalJson({ ids, executionDate, choices, takeDiscounts, takeCredits }))}`
  return withIdempotencyKey(context, action, make)
}

/** An invoice between the chosen accounts. */
interface PlannedPayment extends ReturnType<typeof namedAccounts> {
  candidate: Candidate
  /** What is paid of it: payable, less a discount that is taken, and less credits. */
  amount: Decimal
  credits: readonly CreditShare[]
  discount: ReturnType<typeof discountOn>
  chargeBearer: ChargesBy
  fault: ReturnType<typeof faultBetween>
}

/** The name of the field with a choice of an entity in a currency. */
export const choiceField = (what: 'from' | 'to' | 'charges', entityId: number, currency: string) =>
  `${what}-${entityId}-${currency}`

/** An invoice, and the choices of the run that is to pay it. */
interface Planning extends Pick<PlannedPayment, 'candidate' | 'discount'> {
  choices: RunChoices
}

/** An invoice between the accounts that are chosen; null where one is still to be, which `fields` then says. */
function plannedPayment(
  { candidate, discount, choices: { from, to, charges } }: Planning,
  fields: Record<string, string>,
): PlannedPayment | null {
  const { settlingEntityId, supplierId, currency, debtors, creditors } = candidate
  const isOf = (entityId: number) => (choice: { entityId: number; currency: string }) =>
    choice.entityId === entityId && choice.currency === currency
  const [payer, payee] = [from.find(isOf(settlingEntityId)), to.find(isOf(supplierId))]
  const debtor = payer ? debtors.find(({ id }) => id === payer.accountId) : debtors[0]
  const creditor = payee
    ? creditors.find(({ id }) => id === payee.accountId)
    : creditors.length === 1
      ? creditors[0]
      : undefined
  if (!debtor)
    fields[choiceField('from', settlingEntityId, currency)] =
      `${candidate.settling_entity} has no such ${currency} account any more. Choose the account that pays again.`
  if (!creditor)
    fields[choiceField('to', supplierId, currency)] = payee
      ? `${candidate.provider} has no such account any more. Choose the account that is paid again.`
      : `${candidate.provider} has ${creditors.length} accounts for ${currency}. Choose the one that is paid.`
  if (!debtor || !creditor) return null
  const between = { debtor, creditor }
  const named = namedAccounts(candidate, between)
  const set = charges.find(isOf(settlingEntityId))?.chargeBearer ?? creditor.chargeBearer ?? 'SHAR'
  const { paymentReference, invoice_ref: invoiceRef } = candidate
  const reached = { ...named, currency, invoiceRef, paymentReference }
  const amount = new Big(candidate.payable_amount).minus(discount?.amount ?? 0).toFixed(2)
  return {
    candidate,
    amount,
    credits: [],
    discount,
    ...named,
    chargeBearer: isSepa(reached) ? 'SLEV' : set,
    fault: faultBetween(candidate, between, amount),
  }
}

/** The same with the credits of their suppliers taken off. */
async function lessTheirCredits(
  tx: Transaction,
  planned: readonly PlannedPayment[],
): Promise<PlannedPayment[]> {
  const payees = planned.map(({ candidate, creditor, amount }) => {
    const creditors = candidate.creditors.filter(({ iban }) => iban === creditor.iban)
    return { ...candidate, creditors, payable_amount: amount }
  })
  const shares = await creditsOfCandidates(tx, payees)
  return planned.map((each) => {
    const credits = shares.get(each.candidate.id) ?? []
    return { ...each, credits, amount: lessCredits(each.amount, credits) }
  })
}

/** @throws DomainError invalid where payments go to accounts of another currency and this is not confirmed */
function confirmOtherCurrencies(planned: readonly PlannedPayment[], { otherCurrency }: RunChoices): void {
  const other = planned.filter(({ creditorCurrency }) => creditorCurrency !== '')
  if (other.length === 0 || otherCurrency) return
  const why =
    other.length === 1
      ? 'One payment goes to an account of another currency. Confirm it, or add an account in the currency of the payment on Bank Accounts.'
      : `${other.length} payments go to accounts of other currencies. Confirm them, or add accounts in the currencies of the payments on Bank Accounts.`
  throw new DomainError('invalid', why, {
    title: CREATE_FAILED,
    fields: { otherCurrency: why },
    list: other
      .slice(0, 20)
      .map(({ candidate, amount, creditor, creditorCurrency }) =>
        otherCurrencyLine(candidate, amount, { ...creditor, currency: creditorCurrency }),
      ),
  })
}

/** "Invoice 12 of Index Data House Ltd: 300.00 USD to its EUR account LU28 0019 4006 4475 0000" */
export function otherCurrencyLine(
  { id, provider, currency }: Candidate,
  amount: Decimal,
  account: { iban: string; currency: string },
): string {
  return `Invoice ${id} of ${provider}: ${showMoney(amount, currency)} to its ${account.currency} account ${showIban(account.iban)}`
}

async function holdEntities(tx: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const { supplierId, settlingEntityId } = invoice
  const rows = await tx
    .selectDistinct({ supplierId, settlingEntityId })
    .from(invoice)
    .where(isAmong(invoice.id, invoiceIds))
  const entities = rows.flatMap((each) => [each.supplierId, each.settlingEntityId])
  for (const id of [...new Set(entities)].sort((a, b) => a - b)) await holdBankDetails(tx, id)
}

function faultOf(id: number, found: Candidate | undefined): string | null {
  if (!found) return `Invoice ${id} is no longer ready: it is in another run, or it moved on.`
  return found.held === null ? null : `Invoice ${id} of ${found.provider}: ${found.held}`
}

function notReady(ids: readonly number[], faults: string[]): DomainError {
  const message =
    faults.length === ids.length && faults.length > 1
      ? 'None of these invoices can be paid now. Reload the list and choose again.'
      : `${faults.length === 1 ? 'One invoice' : `${faults.length} invoices`} cannot be paid now. Reload the list and choose again.`
  return new DomainError('conflict', message, { title: CREATE_FAILED, list: faults.slice(0, 20) })
}

async function store(context: UserWriteContext, planned: readonly PlannedPayment[], executionDate: Day) {
  const { tx, actor, now } = context
  const [run] = await tx
    .insert(paymentRun)
    .values({ executionDate, createdBy: actor.id, creationDate: now })
    .returning({ id: paymentRun.id })
  if (!run) throw new Error('The payment run was not stored')
  await insertRows(
    tx,
    payment,
    planned.map((each) => rowOf(each, run.id, now)),
  )
  await storeCredits(tx, run.id, planned)
  const kind = 'payment run'
  const state = { queue: 'PAYMENT', status: 'DRAFT', class: 'new' as const }
  await startInstances(context, { kind, objectIds: [run.id], state, log: '' })
  const payments = planned.map(({ candidate, amount, credits, debtor, creditor, chargeBearer }) => ({
    endToEndId: endToEndIdOf(candidate.id, run.id),
    amount,
    credits,
    currency: candidate.currency,
    debtor,
    creditor,
    chargeBearer,
  }))
  const facts = runEventData(payments)
  const discounts = totalTexts(
    planned.flatMap(({ discount, candidate: { currency } }) =>
      discount ? [{ amount: discount.amount, currency }] : [],
    ),
  )
  const credits = totalTexts(
    planned.flatMap(({ credits: own, candidate: { currency } }) =>
      own.map(({ amount }) => ({ amount, currency })),
    ),
  )
  const less = [
    ...(discounts.length > 0 ? [`discounts of ${formatList(discounts)}`] : []),
    ...(credits.length > 0 ? [`credits of ${formatList(credits)}`] : []),
  ]
  await recordAct(
    tx,
    { kind, objectId: run.id, round: 1, ...state },
    {
      name: 'make run',
      to: state,
      who: actor,
      now,
      log: `${formatPaymentCount(payments.length)}, ${formatList(facts.totals as string[])}, to be paid on ${showDay(executionDate)}${less.length > 0 ? `, less ${formatList(less)}` : ''}`,
      data: {
        ...facts,
        executionDate,
        ...(discounts.length > 0 ? { discounts } : {}),
        ...(credits.length > 0 ? { credits } : {}),
      },
    },
  )
  return { runId: run.id, payments: payments.length }
}

/** "23.40 EUR" by currency. */
const totalTexts = (amounts: Parameters<typeof totalsOf>[0]) =>
  totalsOf(amounts).map(({ total, currency }) => showMoney(total, currency))

async function storeCredits(tx: Transaction, runId: number, planned: readonly PlannedPayment[]) {
  if (planned.every(({ credits }) => credits.length === 0)) return
  const rows = await tx
    .select({ id: payment.id, invoiceId: payment.invoiceId })
    .from(payment)
    .where(eq(payment.runId, runId))
  const idOf = new Map(rows.map(({ id, invoiceId }) => [invoiceId, id]))
  await insertRows(
    tx,
    paymentCredit,
    planned.flatMap(({ candidate, credits }) =>
      credits.map(({ invoiceId: creditId, amount }) => ({
        paymentId: idOf.get(candidate.id) ?? 0,
        creditId,
        amount,
      })),
    ),
  )
}

export const formatPaymentCount = (count: number) => (count === 1 ? '1 payment' : `${count} payments`)

function rowOf(planned: PlannedPayment, runId: number, now: Date) {
  const { candidate, amount, discount, debtor, creditor, creditorCurrency, chargeBearer } = planned
  return {
    runId,
    invoiceId: candidate.id,
    endToEndId: endToEndIdOf(candidate.id, runId),
    amount,
    discount: discount?.amount ?? null,
    discountUntil: discount?.until ?? null,
    currency: candidate.currency,
    invoiceRef: candidate.invoice_ref,
    paymentReference: candidate.paymentReference,
    debtorName: debtor.name,
    debtorIban: debtor.iban,
    debtorBic: debtor.bic,
    creditorName: creditor.name,
    creditorIban: creditor.iban,
    creditorBic: creditor.bic,
    creditorClearing: creditor.clearing ?? '',
    creditorCurrency,
    chargeBearer,
    accountHash: candidate.accountHash,
    attempt: candidate.attempt,
    attemptReason: candidate.attempt_reason,
    state: 'planned',
    reason: '',
    updateDate: now,
  }
}

export interface TakenOut {
  runId: number
  invoiceId: number
  /** The reason; required. */
  reason: string
}

const NOT_TAKEN = 'The payment was not taken out'

/**
 * Takes an invoice out of a run whose files do not exist yet: it waits to be paid by another run. What the others
 * approved stays approved.
 */
export function takeOut(context: UserWriteContext, { runId, invoiceId, reason }: TakenOut): Promise<string> {
  const { tx, actor, now } = context
  const take = async () => {
    const instance = await lockInstance(tx, runId)
    if (instance.kind !== 'payment run')
      throw new DomainError('not-found', `There is no payment run ${runId}. Open it from the list.`)
    const text = reason.trim()
    if (text === '')
      throw new DomainError('invalid', 'Enter the reason for taking it out.', {
        title: NOT_TAKEN,
        fields: { reason: 'Enter the reason for taking it out' },
      })
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT take payments out.', {
        title: NOT_TAKEN,
      })
    if (!BEFORE_FILES.includes(instance.status))
      throw new DomainError(
        'refused',
        `The run is ${instance.status}: its files exist. Withdraw them first, then take the payment out.`,
        { title: NOT_TAKEN },
      )
    const [taken] = await tx
      .update(payment)
      .set({ state: 'taken out', reason: text, updateDate: now })
      .where(and(eq(payment.runId, runId), eq(payment.invoiceId, invoiceId), eq(payment.state, 'planned')))
      .returning({ amount: payment.amount, currency: payment.currency, name: payment.creditorName })
    if (!taken)
      throw new DomainError('conflict', `Invoice ${invoiceId} is no longer in this run. Reload the page.`, {
        title: NOT_TAKEN,
      })
    await recordAct(tx, instance, {
      name: 'take out',
      to: instance,
      who: actor,
      now,
      log: `Invoice ${invoiceId} of ${taken.name}, ${showMoney(taken.amount, taken.currency)}, taken out: ${text}`,
      data: { invoiceId, amount: taken.amount, currency: taken.currency, reason: text },
    })
    return `Invoice ${invoiceId} taken out of payment run ${runId}`
  }
  return withIdempotencyKey(context, `take ${invoiceId} out of ${runId}`, take)
}
