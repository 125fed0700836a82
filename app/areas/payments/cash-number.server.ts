import { payment, paymentRun } from 'db/schema/payments'
import { and, eq, gte, lte, notInArray, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import { summaryOfLine } from '~/areas/work/work-numbers'
import type { FindNumber } from '~/areas/work/work-numbers.server'
import { formatList, showAmount, showDay, showMoney } from '~/platform/values/show'
import type { PaymentState } from './payment'

/** Payments that take no cash: taken out of their run, or refused by the bank. */
const WITHOUT_CASH: PaymentState[] = ['taken out', 'rejected']

/** The cash that payment runs take out today, above My work. */
export const cashNumber: FindNumber = async ({ read, actor, today, days }) => {
  const [first] = days
  if (first === undefined || !isAllowed(actor, 'payments')) return null
  const totals = await read
    .select({
      day: paymentRun.executionDate,
      currency: payment.currency,
      total: sql<string>`sum(${payment.amount})::text`,
    })
    .from(payment)
    .innerJoin(paymentRun, eq(paymentRun.id, payment.runId))
    .where(
      and(
        gte(paymentRun.executionDate, first),
        lte(paymentRun.executionDate, today),
        notInArray(payment.state, WITHOUT_CASH),
      ),
    )
    .groupBy(paymentRun.executionDate, payment.currency)
    .orderBy(payment.currency)
  const ofSite = totals.filter(({ currency }) => currency === SITE_CURRENCY)
  const series = days.map((day) => Number(ofSite.find((each) => each.day === day)?.total ?? 0))
  const others = totals.filter(({ day, currency }) => day === today && currency !== SITE_CURRENCY)
  const now = ofSite.find(({ day }) => day === today)?.total ?? '0'
  return {
    label: 'Cash that leaves today',
    value: showAmount(now),
    unit: SITE_CURRENCY,
    note:
      others.length > 0
        ? `and ${formatList(others.map(({ total, currency }) => showMoney(total, currency)))}`
        : undefined,
    href: `/payments?${new URLSearchParams({ 'filter.execution_date': showDay(today) })}`,
    series,
    summary: summaryOfLine(`Payments in ${SITE_CURRENCY} by day`, series, (value) =>
      showAmount(String(value)),
    ),
  }
}
