import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { inSteps } from '~/platform/values/in-steps'
import { showDay, showIban, showMoney } from '~/platform/values/show'
import type { BankDocument, BankStatement } from '../bank-files/bank-document'
import type { OwnAccount } from './our-records'

/** Whether the balances of a statement can be believed: of our accounts, not in the future, and without gaps. */

/** The newest balance that is known before a day. */
export type BalanceBefore = (account: string, currency: string, day: Day) => Decimal | null

export interface JudgedStatement {
  document: BankDocument
  statement: BankStatement
  entityId: number
  currency: string
  /** Booked credits less booked debits. */
  total: Decimal
  fromDay: Day | null
  toDay: Day | null
  /** Closing less opening and entries; null where a balance is missing. */
  difference: Decimal | null
  /** Opening less the closing balance before it; null where there is none. */
  gap: Decimal | null
  /** Whether its closing balance is kept with it. */
  keepsClosing: boolean
  /** Whether that is the balance of the account: one that does not add up is not believed. */
  givesBalance: boolean
}

/** What the booked entries of a statement come to. */
interface Booked {
  /** Credits less debits. */
  total: Big
  fromDay: Day | null
  toDay: Day | null
  /** Of the first of them. */
  currency: string | null
}

async function bookedIn({ entries }: BankStatement): Promise<Booked> {
  const found: Booked = { total: new Big(0), fromDay: null, toDay: null, currency: null }
  await inSteps(entries, ({ status, direction, booked: { amount, currency }, bookingDate: day }) => {
    if (status !== 'booked') return
    found.total = direction === 'credit' ? found.total.plus(amount) : found.total.minus(amount)
    found.currency ??= currency
    if (day === null) return
    if (found.fromDay === null || day < found.fromDay) found.fromDay = day
    if (found.toDay === null || day > found.toDay) found.toDay = day
  })
  return found
}

/**
 * Judges statements in the order of their days; notes are sentences for the treasurer. It makes pauses, in which the
 * thread answers others.
 */
export async function judgeStatements(
  documents: readonly BankDocument[],
  {
    accounts,
    today,
    before,
  }: { accounts: ReadonlyMap<string, OwnAccount>; today: Day; before: BalanceBefore },
): Promise<{ statements: JudgedStatement[]; notes: string[] }> {
  const notes: string[] = []
  const statements: JudgedStatement[] = []
  const closings: { account: string; currency: string; day: Day; amount: Decimal }[] = []
  const all = documents
    .filter(({ kind }) => kind === 'camt.053' || kind === 'MT940')
    .flatMap((document) => document.statements.map((statement) => ({ document, statement })))
    .sort((a, b) => (dayOf(a.statement) < dayOf(b.statement) ? -1 : 1))
  for (const { document, statement } of all) {
    const { account, entries, opening, closing, entryCount } = statement
    const owner = accounts.get(account)
    const called = `The statement of ${showIban(account)}${closing ? ` of ${showDay(closing.day)}` : ''}`
    if (!owner) {
      notes.push(`${showIban(account)} is no account of ours: its balance was not stored.`)
      continue
    }
    const { total, fromDay, toDay, ...booked } = await bookedIn(statement)
    const currency = closing?.currency ?? opening?.currency ?? statement.currency ?? booked.currency ?? ''
    // The bank may be in a time zone where it is already tomorrow.
    const isFuture = closing !== null && closing.day > addDays(today, 1)
    if (isFuture)
      notes.push(
        `${called} has a balance in the future: ${showMoney(closing.amount, currency)} was not stored.`,
      )
    const difference = opening && closing ? new Big(closing.amount).minus(opening.amount).minus(total) : null
    const addsUp = difference === null || difference.eq(0)
    if (!addsUp)
      notes.push(
        `${called} does not add up: its opening balance and entries differ from its closing balance by ${showMoney(difference.toFixed(2), currency)}. Payment runs and calendar do not use its balance. Ask the bank for a correct statement.`,
      )
    const previous =
      opening && closing && !isFuture
        ? (closings.findLast(
            (one) => one.account === account && one.currency === currency && one.day <= closing.day,
          )?.amount ?? before(account, currency, closing.day))
        : null
    const gap = opening && previous !== null ? new Big(opening.amount).minus(previous) : null
    if (gap && !gap.eq(0))
      notes.push(
        `${called} does not follow the one before it: it opens with ${showMoney(opening?.amount, currency)}, and that one closed with ${showMoney(previous, currency)}. Ask the bank for the statement between them.`,
      )
    if (closing && !isFuture) closings.push({ account, currency, day: closing.day, amount: closing.amount })
    if (entryCount > entries.length)
      notes.push(
        `${called} has ${entryCount} entries, but only ${entries.length} could be read. Ask an administrator.`,
      )
    statements.push({
      document,
      statement,
      entityId: owner.entityId,
      currency,
      total: total.toFixed(2),
      fromDay,
      toDay,
      difference: difference?.toFixed(2) ?? null,
      gap: gap?.toFixed(2) ?? null,
      keepsClosing: closing !== null && !isFuture,
      givesBalance: closing !== null && !isFuture && addsUp,
    })
  }
  return { statements, notes }
}

const dayOf = ({ closing, opening }: BankStatement): Day => closing?.day ?? opening?.day ?? ''
