import { isAmong } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, exists, inArray, ne, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import {
  detailsChangedAt,
  lockBankDetails,
  type PaidAccount,
  paidAccount,
  paidAccountLabels,
} from '~/areas/bank-accounts/bank-details.server'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { capitalised } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { moveInstances } from '~/platform/workflow/start-instances.server'
import type { EventData, Instance, State } from '~/platform/workflow/types'
import { refreshInvoiceRows } from './stored-rows.server'

/** Approvals are valid for the account that was shown (product, section 11): another account voids them. */

const APPROVALS = ['first approval', 'second approval']
const BOUND = [...APPROVALS, 'payment sent']
const VOIDED = 'void approvals'
const TO_APPROVE: State = { queue: 'PAYMENT', status: 'TO APPROVE', class: 'pending' }

/** A step is refused because its approvals are for another account; the caller that catches it has them voided. */
class OtherAccount extends DomainError {
  constructor(
    readonly supplierId: number,
    readonly why: string,
  ) {
    super(
      'conflict',
      `${capitalised(why)}. The approvals are void: the payment needs its first approval again. Check the account under “Paid to”.`,
      { title: STEP_REFUSED, tellsStored: true },
    )
  }
}

/**
 * The account that an approval or a payment is bound to, for its event. Empty for other steps. Must run while the
 * supplier's bank details are locked.
 * @param accountSeen hash of the account that was shown; null when the caller did not send it
 * @throws DomainError 'conflict' when another account is paid than was shown, OtherAccount when another one was
 * approved
 */
export async function boundAccount(
  tx: Transaction,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
  stepName: string,
  accountSeen: string | null,
): Promise<EventData> {
  if (!BOUND.includes(stepName)) return {}
  const { supplierId, currency } = await payeeOf(tx, objectId)
  const paid = await paidAccount(tx, supplierId, currency)
  if (accountSeen !== null && accountSeen !== paid.hash) throw otherAccount(paid)
  if (!(await approvalsHold(tx, { objectId, round, supplierId }, paid)))
    throw new OtherAccount(
      supplierId,
      `the bank details of ${paid.holder} are no longer those that this payment was approved for`,
    )
  return { accountHash: paid.hash, paidTo: paidAccountLabels(paid) }
}

/**
 * Condition of "Pay again": the user saw the account that the payee has now, and its bank details are settled.
 * @throws DomainError refused without the account that was shown, conflict where it is another one now
 */
export async function confirmedAccount(
  tx: Transaction,
  invoiceId: number,
  accountSeen: string | null,
): Promise<EventData> {
  const { supplierId, currency } = await payeeOf(tx, invoiceId)
  const paid = await paidAccount(tx, supplierId, currency)
  if (accountSeen === null)
    throw new DomainError(
      'refused',
      `Confirm the account of ${paid.holder} before the invoice is paid again: open the invoice and check “Paid to”.`,
      { title: STEP_REFUSED },
    )
  if (accountSeen !== paid.hash) throw otherAccount(paid)
  return { accountHash: paid.hash, paidTo: paidAccountLabels(paid) }
}

const otherAccount = ({ holder }: PaidAccount) =>
  new DomainError(
    'conflict',
    `The bank details of ${holder} changed after you opened this page. Check the account under “Paid to”, then choose again.`,
    { title: STEP_REFUSED },
  )

/** The payee of an invoice, and the currency. */
async function payeeOf(read: Read, invoiceId: number) {
  const { supplierId, currency } = invoice
  const [row] = await read.select({ supplierId, currency }).from(invoice).where(eq(invoice.id, invoiceId))
  if (!row) throw new Error(`There is no invoice ${invoiceId}`)
  return row
}

/**
 * Whether an event approves the payment of an invoice, in the round given: as ids, or as the columns that hold them.
 */
const approvesIn = ({ objectId, round }: Record<'objectId' | 'round', number | SQLWrapper>) =>
  and(
    eq(workflowEvent.objectId, objectId),
    eq(workflowEvent.round, round),
    inArray(workflowEvent.name, APPROVALS),
  )

interface Approved {
  objectId: number
  round: number
  supplierId: number
}

/** An invoice, and where it is paid to. */
export interface ToPay extends Approved {
  currency: string
}

/**
 * The account that each of these invoices is paid to now, and whether its approvals are for that account: of thousands,
 * by one query for each payee and currency.
 */
export async function approvedAccounts(
  read: Read,
  invoices: readonly ToPay[],
): Promise<Map<number, { paid: PaidAccount; holds: boolean }>> {
  const paid = new Map<string, PaidAccount>()
  const changed = new Map<number, Date | null>()
  for (const { supplierId, currency } of invoices) {
    const key = `${supplierId} ${currency}`
    if (!paid.has(key)) paid.set(key, await paidAccount(read, supplierId, currency))
    if (!changed.has(supplierId)) changed.set(supplierId, await detailsChangedAt(read, supplierId))
  }
  const ids = invoices.map(({ objectId }) => objectId)
  const approvals = await read
    .select({
      objectId: workflowEvent.objectId,
      round: workflowEvent.round,
      at: workflowEvent.at,
      data: workflowEvent.data,
    })
    .from(workflowEvent)
    .where(and(isAmong(workflowEvent.objectId, ids), inArray(workflowEvent.name, APPROVALS)))
  const byInvoice = groupedBy(approvals, ({ objectId }) => objectId)
  return new Map(
    invoices.map(({ objectId, round, supplierId, currency }) => {
      const account = paid.get(`${supplierId} ${currency}`) as PaidAccount
      const own = (byInvoice.get(objectId) ?? []).filter((each) => each.round === round)
      return [objectId, { paid: account, holds: isFor(own, account.hash, changed.get(supplierId) ?? null) }]
    }),
  )
}

/** Are all these approvals for an account? Older ones name none: a later change voids them. */
function isFor(
  approvals: readonly { at: Date; data: unknown }[],
  hash: string,
  changedAt: Date | null,
): boolean {
  return approvals.every(({ at, data }) => {
    const { accountHash } = data as EventData
    if (accountHash !== undefined) return accountHash === hash
    return changedAt === null || changedAt < at
  })
}

/**
 * Are all approvals of this round for the account that is paid now?
 */
async function approvalsHold(
  read: Read,
  { objectId, round, supplierId }: Approved,
  { hash }: PaidAccount,
): Promise<boolean> {
  const approvals = await read
    .select({ at: workflowEvent.at, data: workflowEvent.data })
    .from(workflowEvent)
    .where(approvesIn({ objectId, round }))
  return isFor(approvals, hash, await detailsChangedAt(read, supplierId))
}

/**
 * Voids the approvals of a supplier's unsent payments that were given for another account than the one paid now: each
 * returns to its first approval by an event with the reason. Blocks payments to the supplier until the transaction
 * ends.
 * @param why "the bank details of Index Data House Ltd changed (IBAN: … → …)"
 * @returns ids of these invoices
 */
export async function voidOtherApprovals(
  context: TransactionAt,
  supplierId: number,
  why: string,
): Promise<number[]> {
  const { tx } = context
  await lockBankDetails(tx, [supplierId])
  const paid = new Map<string, PaidAccount>()
  const voided: Awaited<ReturnType<typeof approvedUnsent>> = []
  for (const payment of await approvedUnsent(tx, supplierId)) {
    const account = paid.get(payment.currency) ?? (await paidAccount(tx, supplierId, payment.currency))
    paid.set(payment.currency, account)
    if (!(await approvalsHold(tx, { ...payment, supplierId }, account))) voided.push(payment)
  }
  const ids = voided.map(({ objectId }) => objectId)
  await moveInstances(context, voided, {
    name: VOIDED,
    to: TO_APPROVE,
    opensRound: true,
    log: `Approvals voided: ${why}`,
  })
  await refreshInvoiceRows(tx, ids)
  return ids
}

/** Voids the approvals of a locked invoice whose payment is not sent: it waits for its first approval again. */
export async function voidApprovals(
  context: TransactionAt,
  instance: Pick<Instance, 'objectId' | 'kind' | 'round' | 'queue' | 'status'>,
  why: string,
): Promise<void> {
  if ((await context.tx.$count(workflowEvent, approvesIn(instance))) === 0) return
  await moveInstances(context, [instance], {
    name: VOIDED,
    to: TO_APPROVE,
    opensRound: true,
    log: `Approvals voided: ${why}`,
  })
}

/** The invoices of a supplier with an approval, and no payment yet; locked. */
async function approvedUnsent(tx: Transaction, supplierId: number) {
  const { objectId, kind, round, queue, status } = workflowInstance
  const approval = tx.select({ one: sql`1` }).from(workflowEvent).where(approvesIn({ objectId, round }))
  return tx
    .select({ objectId, kind, round, queue, status, currency: invoice.currency })
    .from(workflowInstance)
    .innerJoin(invoice, eq(invoice.id, objectId))
    .where(
      and(
        eq(invoice.supplierId, supplierId),
        eq(kind, 'invoice'),
        ne(queue, 'SYSTEM'),
        not(isWithBank(workflowInstance)),
        exists(approval),
      ),
    )
    .orderBy(asc(objectId))
    .for('update', { of: workflowInstance })
}

/** Sent, returned or in dispute: another account of the payee does not make it payable. */
const isWithBank = ({ queue, status }: Pick<typeof workflowInstance, 'queue' | 'status'>) =>
  sql<boolean>`(${queue} = 'PAYMENT' and ${status} in ('SENT', 'RETURNED', 'IN DISPUTE'))`

/**
 * Runs a step in its own transaction. Where it is refused because the approvals are for another account, these are
 * voided before the refusal is reported: otherwise the invoice could move neither forwards nor back.
 */
export async function voidingOtherAccounts<Result>(
  { transaction }: UserWork,
  step: (context: UserWriteContext) => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction(step)
  } catch (error) {
    if (error instanceof OtherAccount)
      await transaction((context) => voidOtherApprovals(context, error.supplierId, error.why))
    throw error
  }
}

/** Why approvals of this round's payment were voided, and when; null when the round did not begin that way. */
export function whyVoided(
  history: readonly HistoryEvent[],
  { round }: Pick<Instance, 'round'>,
): { at: Date; why: string } | null {
  const event = history.find((each) => each.round === round && each.name === VOIDED)
  return event ? { at: event.at, why: event.log } : null
}
