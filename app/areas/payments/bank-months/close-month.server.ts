import { bankMonth } from 'db/schema/bank-inbox'
import { and, eq } from 'drizzle-orm'
import { isAmong } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { daysOfMonth } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { showAmount, showIban, showMoney, showMonth } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'
import { requireTreasurer } from '../bank-inbox/second-treasurer.server'
import { lockBankAnswers } from '../record-answer.server'
import { type MonthKey, monthKeyOf } from './bank-month'
import { bankMonthOf } from './read-months.server'

/** A month of an account is closed once all of it is explained, and reopened by another treasurer. */

export const NOT_CLOSED = 'The month was not closed'
export const NOT_REOPENED = 'The month was not reopened'

const nameOf = ({ account, currency, month }: MonthKey) =>
  `${showMonth(daysOfMonth(month).last)} of ${showIban(account)} (${currency})`

interface ClosedInput {
  key: MonthKey
  /** The closing balance that the page showed; null when the caller did not send it. */
  closingSeen: string | null
}

/**
 * Closes a month of an account; returns the result in a short line.
 * @throws DomainError refused, with all that it cannot be closed for; conflict: it changed meanwhile
 */
export function closeMonth(context: UserWriteContext, { key, closingSeen }: ClosedInput): Promise<string> {
  const { tx, actor, now, today } = context
  const close = async () => {
    requireTreasurer(actor, NOT_CLOSED)
    await oneAtATime(tx)
    await lockBankAnswers(tx)
    const { row, hindrances } = await bankMonthOf({ read: tx, today }, key)
    const { state, opening, total, closing } = row
    if (state === 'Closed')
      throw new DomainError('conflict', `${nameOf(key)} is closed already. Reload the page.`, {
        title: NOT_CLOSED,
      })
    if (hindrances.length > 0 || opening === null || closing === null)
      throw new DomainError('refused', `${nameOf(key)} cannot be closed yet.`, {
        title: NOT_CLOSED,
        list: hindrances,
      })
    if (closingSeen !== null && closingSeen !== closing)
      throw new DomainError(
        'conflict',
        `The closing balance is ${showMoney(closing, key.currency)} now: statements came after you opened the page. Check it again.`,
        { title: NOT_CLOSED },
      )
    const closed = {
      closedBy: actor.id,
      closedAt: now,
      opening,
      total,
      closing,
      reopenedBy: null,
      reopenedAt: null,
      comment: '',
    }
    await tx
      .insert(bankMonth)
      .values({
        account: key.account,
        currency: key.currency,
        monthEnd: daysOfMonth(key.month).last,
        ...closed,
      })
      .onConflictDoUpdate({
        target: [bankMonth.account, bankMonth.currency, bankMonth.monthEnd],
        set: closed,
      })
    const amount = (value: Decimal) => showAmount(value, key.currency)
    const log = `${nameOf(key)} closed: ${amount(opening)} and ${amount(total)} of entries make ${amount(closing)}`
    await recordAct(tx, REFERENCE_DATA, {
      name: 'close bank month',
      to: inAdministration('CLOSED', 'success'),
      log,
      data: { month: monthKeyOf(key), opening, total, closing },
      who: actor,
      now,
    })
    return `${nameOf(key)} is closed`
  }
  const action = `close bank month ${monthKeyOf(key)}`
  return withIdempotencyKey(context, action, close)
}

/**
 * Reopens a month of an account; returns the result in a short line.
 * @throws DomainError forbidden for the treasurer who closed it; invalid without a comment; conflict: it is not closed
 */
export function reopenMonth(
  context: UserWriteContext,
  { key, comment }: { key: MonthKey; comment: string },
): Promise<string> {
  const { tx, actor, now } = context
  const reopen = async () => {
    requireTreasurer(actor, NOT_REOPENED)
    await oneAtATime(tx)
    await lockBankAnswers(tx)
    const reason = requireComment(comment, NOT_REOPENED)
    const where = rowOf(key)
    const [stored] = await tx.select().from(bankMonth).where(where).for('update')
    if (stored === undefined || stored.reopenedAt !== null)
      throw new DomainError('conflict', `${nameOf(key)} is not closed. Reload the page.`, {
        title: NOT_REOPENED,
      })
    if (isAmong(actor, new Set([stored.closedBy])))
      throw new DomainError('forbidden', 'You closed this month. Ask another treasurer to reopen it.', {
        title: NOT_REOPENED,
      })
    await tx.update(bankMonth).set({ reopenedBy: actor.id, reopenedAt: now, comment: reason }).where(where)
    await recordAct(tx, REFERENCE_DATA, {
      name: 'reopen bank month',
      to: inAdministration('REOPENED', 'warning'),
      log: `${nameOf(key)} reopened: ${reason}`,
      data: { month: monthKeyOf(key) },
      who: actor,
      now,
    })
    return `${nameOf(key)} is open again`
  }
  const action = `reopen bank month ${monthKeyOf(key)}`
  return withIdempotencyKey(context, action, reopen)
}

const rowOf = ({ account, currency, month }: MonthKey) =>
  and(
    eq(bankMonth.account, account),
    eq(bankMonth.currency, currency),
    eq(bankMonth.monthEnd, daysOfMonth(month).last),
  )
