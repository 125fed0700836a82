import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { payment, paymentRun } from 'db/schema/payments'
import { eq, inArray } from 'drizzle-orm'
import { settling } from '~/areas/expenses/references.server'
import { nextBankDay } from '~/platform/values/bank-days'
import type { Context } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { payingCalendars } from './bank-days.server'
import { lessCredits } from './credits'
import { creditsOfCandidates, payableInvoices } from './payable.server'
import { TO_LEAVE } from './payment'
import { CALENDAR_DAYS, type CalendarDay } from './payment-calendar'
import { type AccountBalance, newestBalances } from './read-run.server'

/** Money that leaves an account. */
interface Outflow {
  settlingEntityId: number
  entity: string
  /** '' where the entity has no account to pay from. */
  account: string
  currency: string
  day: Day
  amount: Decimal
  in: 'run' | 'due' | 'held'
}

/**
 * What leaves each account on each day of the next six weeks: payments of runs on their day, and approved invoices
 * without a run on the day on which they are due. What is late leaves on the next bank day. The balance starts from
 * the closing balance of the account's newest statement that adds up.
 */
export async function paymentCalendar(context: Context): Promise<CalendarDay[]> {
  const { read, today } = context
  const [inRuns, due] = await Promise.all([paymentsOfRuns(read), invoicesDue(context)])
  const leaving = [...inRuns, ...due]
  const [outflows, balances] = await Promise.all([
    onBankDays(context, leaving),
    newestBalances(read, [...new Set(leaving.map(({ account }) => account))]),
  ])
  const last = addDays(today, CALENDAR_DAYS - 1)
  const byAccount = groupedBy(outflows, ({ settlingEntityId, account, currency }) =>
    JSON.stringify([settlingEntityId, account, currency]),
  )
  return [...byAccount.values()]
    .flatMap((ofAccount) => daysOfAccount(ofAccount, balances))
    .filter(({ day }) => day <= last)
    .sort((a, b) => a.day.localeCompare(b.day) || a.entity.localeCompare(b.entity))
}

function daysOfAccount(ofAccount: readonly Outflow[], balances: readonly AccountBalance[]): CalendarDay[] {
  const [first] = ofAccount
  if (!first) return []
  const { settlingEntityId, entity, account, currency } = first
  const newest = balances.find((each) => each.iban === account && each.currency === currency)
  let balance = newest ? new Big(newest.balance) : null
  const days = [...groupedBy(ofAccount, ({ day }) => day)].sort(([a], [b]) => a.localeCompare(b))
  return days.map(([day, outflows]) => {
    const amountIn = (kind: Outflow['in']) =>
      sum(outflows.filter((each) => each.in === kind).map(({ amount }) => amount))
    const [run, due, held] = [amountIn('run'), amountIn('due'), amountIn('held')]
    const leaves = run.plus(due).plus(held)
    balance = balance?.minus(leaves) ?? null
    return {
      key: [settlingEntityId, account, currency, day].join('~'),
      day,
      entity,
      account,
      currency,
      payments: outflows.length,
      in_runs: run.toFixed(2),
      due: due.toFixed(2),
      held: held.toFixed(2),
      leaves: leaves.toFixed(2),
      balance: balance?.toFixed(2) ?? null,
      balance_from: newest?.day ?? null,
    }
  })
}

async function paymentsOfRuns(read: Read): Promise<Outflow[]> {
  const rows = await read
    .select({
      settlingEntityId: invoice.settlingEntityId,
      entity: settling.name,
      account: payment.debtorIban,
      currency: payment.currency,
      day: paymentRun.executionDate,
      amount: payment.amount,
    })
    .from(payment)
    .innerJoin(paymentRun, eq(paymentRun.id, payment.runId))
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .where(inArray(payment.state, [...TO_LEAVE]))
  return rows.map((row) => ({ ...row, in: 'run' }))
}

async function invoicesDue(context: Context): Promise<Outflow[]> {
  const candidates = await payableInvoices(context, { due: null, debtor: null, currency: null })
  const toPay = candidates.filter(({ payable_amount }) => new Big(payable_amount).gt(0))
  const credits = await creditsOfCandidates(context.read, toPay)
  return toPay
    .map((candidate) => ({
      settlingEntityId: candidate.settlingEntityId,
      entity: candidate.settling_entity,
      account: candidate.debtor_iban ?? '',
      currency: candidate.currency,
      day: candidate.due_date ?? context.today,
      amount: lessCredits(candidate.payable_amount, credits.get(candidate.id) ?? []),
      in: candidate.held === null ? ('due' as const) : ('held' as const),
    }))
    .filter(({ amount }) => new Big(amount).gt(0))
}

/** Each on its day, or the next on which the banks of its account pay; none before today. */
async function onBankDays(context: Context, outflows: readonly Outflow[]): Promise<Outflow[]> {
  const { today } = context
  const calendars = await payingCalendars(context, outflows)
  const bankDays = new Map<string, Day>()
  return outflows.map((outflow) => {
    const { entity, currency } = outflow
    const from = outflow.day < today ? today : outflow.day
    const key = JSON.stringify([entity, currency, from])
    const day =
      bankDays.get(key) ??
      nextBankDay(
        from,
        calendars.filter((calendar) => calendar.name === entity && calendar.currency === currency),
      )
    bankDays.set(key, day)
    return { ...outflow, day }
  })
}
