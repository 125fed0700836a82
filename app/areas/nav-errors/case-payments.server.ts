import type { Read } from 'db/database'
import { bankEntry } from 'db/schema/bank-inbox'
import { navErrorPayment } from 'db/schema/nav-errors'
import { payment } from 'db/schema/payments'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showMoney } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { noteInCase } from './change-case.server'
import type { CasePayment } from './payments'
import { withdrawRow } from './withdraw-row.server'

/** The payments of a case that are not withdrawn. */
export async function paymentsOf(read: Read, navErrorId: number): Promise<CasePayment[]> {
  const { id, payer, payee, amount, currency, paidOn, paymentId, bankEntryId, comment } = navErrorPayment
  return read
    .select({ id, from: payer, to: payee, amount, currency, paidOn, paymentId, bankEntryId, comment })
    .from(navErrorPayment)
    .where(and(eq(navErrorPayment.navErrorId, navErrorId), isNull(navErrorPayment.withdrawnAt)))
    .orderBy(asc(id))
}

export type NewPayment = Omit<CasePayment, 'id'>

const TITLE = 'The payment was not recorded'

/**
 * Records what was really paid for a case, by a payment of a run or an entry of the bank inbox that shows it, or by a
 * comment that says where it is documented. The figures of the case stay as they are.
 * @throws DomainError invalid, with a sentence for each field
 */
export function recordPayment(context: UserWriteContext, id: number, given: NewPayment): Promise<void> {
  const { tx, actor, now } = context
  const { from, to, amount, currency, paidOn, paymentId, bankEntryId, comment } = given
  const record = () =>
    noteInCase(context, id, async () => {
      const fields = await faultsOf(tx, given, context.today)
      if (Object.keys(fields).length > 0)
        throw new DomainError('invalid', Object.values(fields).join(' '), { title: TITLE, fields })
      await tx.insert(navErrorPayment).values({
        navErrorId: id,
        payer: from,
        payee: to,
        amount,
        currency,
        paidOn,
        paymentId,
        bankEntryId,
        comment: comment.trim(),
        recordedBy: actor.id,
        recordedAt: now,
      })
      return {
        name: 'record payment',
        log: `Paid on ${showDay(paidOn)}: ${from} to ${to} ${showMoney(amount, currency)}`,
        data: { payment: canonicalJson(given) },
      }
    })
  return withIdempotencyKey(context, `payment of NAV error ${id} ${sha256(canonicalJson(given))}`, record)
}

async function faultsOf(read: Read, given: NewPayment, today: Day): Promise<Record<string, string>> {
  const { from, to, amount, paidOn, paymentId, bankEntryId, comment } = given
  const faults: Record<string, string> = {}
  if (from.trim() === '' || to.trim() === '') faults.flow = 'Choose who pays whom.'
  if (new Big(amount).lte(0)) faults.amount = 'Enter an amount above 0.'
  if (paidOn > today)
    faults.paidOn = `${showDay(paidOn)} is in the future. Enter the day on which it was paid.`
  if (paymentId !== null && bankEntryId !== null)
    faults.paymentId = 'Name a payment of a run, or an entry of the bank inbox, not both.'
  else if (paymentId !== null) {
    const fault = await runPaymentFault(read, paymentId, given)
    if (fault !== null) faults.paymentId = fault
  } else if (bankEntryId !== null) {
    const fault = await bankEntryFault(read, bankEntryId, given)
    if (fault !== null) faults.bankEntryId = fault
  } else if (comment.trim() === '')
    faults.comment = 'Say where it is documented, or name a payment of a run or an entry of the bank inbox.'
  return faults
}

async function runPaymentFault(
  read: Read,
  paymentId: number,
  { amount, currency }: NewPayment,
): Promise<string | null> {
  const [found] = await read.select().from(payment).where(eq(payment.id, paymentId))
  if (!found) return `There is no payment ${paymentId} in a run. Check its number.`
  if (found.state !== 'paid') return `Payment ${paymentId} is ${found.state}. Record it once it is paid.`
  if (found.currency !== currency) return `Payment ${paymentId} is in ${found.currency}, not ${currency}.`
  const tied = await tiedBy(read, eq(navErrorPayment.paymentId, paymentId))
  return beyond(`Payment ${paymentId}`, found.amount, tied, amount, currency)
}

async function bankEntryFault(
  read: Read,
  entryId: number,
  { amount, currency }: NewPayment,
): Promise<string | null> {
  const [found] = await read.select().from(bankEntry).where(eq(bankEntry.id, entryId))
  if (!found || found.amount === null || found.status !== 'booked')
    return `There is no booked entry ${entryId} in the bank inbox. Check its number.`
  if (found.currency !== currency) return `Entry ${entryId} is in ${found.currency}, not ${currency}.`
  const tied = await tiedBy(read, eq(navErrorPayment.bankEntryId, entryId))
  return beyond(`Entry ${entryId}`, found.amount, tied, amount, currency)
}

/** What of a payment, or an entry, is recorded for cases already. */
async function tiedBy(read: Read, isMeant: ReturnType<typeof eq>): Promise<Decimal> {
  const rows = await read
    .select({ amount: navErrorPayment.amount })
    .from(navErrorPayment)
    .where(and(isMeant, isNull(navErrorPayment.withdrawnAt)))
  return sum(rows.map(({ amount }) => amount)).toFixed()
}

function beyond(
  what: string,
  whole: Decimal,
  tied: Decimal,
  amount: Decimal,
  currency: string,
): string | null {
  const left = new Big(whole).minus(tied)
  if (left.gte(amount)) return null
  return `${what} has ${showMoney(left.toFixed(), currency)} that no NAV error uses. Enter that or less.`
}

/** Takes a recorded payment out of a case; it stays stored. @throws DomainError not-found */
export function withdrawPayment(
  context: UserWriteContext,
  id: number,
  { paymentId, comment }: { paymentId: number; comment: string },
): Promise<void> {
  const withdraw = () =>
    noteInCase(context, id, async () => {
      const { amount, currency, withdrawnWhy } = await withdrawRow(context, id, {
        table: navErrorPayment,
        row: eq(navErrorPayment.id, paymentId),
        comment,
        title: 'The payment was not withdrawn',
        missing: 'There is no such payment in this case. Reload the page.',
      })
      return {
        name: 'withdraw payment',
        log: `Payment withdrawn: ${showMoney(amount, currency)}. ${withdrawnWhy}`,
        data: { paymentId },
      }
    })
  return withIdempotencyKey(context, `withdraw payment ${paymentId} of NAV error ${id}`, withdraw)
}

/** What a recorded payment says. @throws DomainError not-found */
export async function paymentName(read: Read, id: number, paymentId: number): Promise<string> {
  const found = (await paymentsOf(read, id)).find((each) => each.id === paymentId)
  if (!found) throw new DomainError('not-found', 'There is no such payment in this case. Reload the page.')
  return `${showMoney(found.amount, found.currency)}, ${found.from} to ${found.to}`
}
