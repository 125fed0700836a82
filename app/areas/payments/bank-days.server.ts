import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { calendarHoliday, legalEntity } from 'db/schema/lookups'
import { payment } from 'db/schema/payments'
import { and, eq, gte, inArray } from 'drizzle-orm'
import { bankHoliday, nextBankDay, type PayingCalendar } from '~/platform/values/bank-days'
import type { Context } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import { showDay } from '~/platform/values/show'

/** On which days banks carry the payments of a run out. */

/** An entity that pays in a currency. */
export interface Paying {
  settlingEntityId: number
  currency: string
}

/** The calendars of these entities from a day on, by entity and currency. */
export async function payingCalendars(
  { read, today }: Pick<Context, 'read' | 'today'>,
  paying: readonly Paying[],
): Promise<PayingCalendar[]> {
  const currenciesOf = groupedBy(paying, ({ settlingEntityId }) => settlingEntityId)
  const { id, name, calendar } = legalEntity
  const entities = await read
    .select({ id, name, calendar })
    .from(legalEntity)
    .where(isAmong(id, [...currenciesOf.keys()]))
  const calendars = entities.flatMap((entity) => entity.calendar ?? [])
  const holidays = await read
    .select()
    .from(calendarHoliday)
    .where(and(inArray(calendarHoliday.calendar, calendars), gte(calendarHoliday.date, today)))
  const holidaysOf = groupedBy(holidays, (holiday) => holiday.calendar)
  return entities.flatMap((entity) => {
    const own = entity.calendar === null ? [] : (holidaysOf.get(entity.calendar) ?? [])
    const closed = new Map(own.map((holiday) => [holiday.date, holiday.name]))
    const currencies = new Set(currenciesOf.get(entity.id)?.map(({ currency }) => currency))
    return [...currencies].map((currency) => ({ name: entity.name, currency, holidays: closed }))
  })
}

/** Who pays in a run, by entity and currency. */
export function payingInRun(read: Read, runId: number): Promise<Paying[]> {
  return read
    .selectDistinct({ settlingEntityId: invoice.settlingEntityId, currency: payment.currency })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned')))
}

const MAX_DAYS_AHEAD = 60

/** Why the banks cannot pay on a day, and which day they can, as a sentence; null where they can. */
export function whyNotOn(day: Day, calendars: readonly PayingCalendar[], today: Day): string | null {
  if (day > addDays(today, MAX_DAYS_AHEAD))
    return `${showDay(day)} is more than ${MAX_DAYS_AHEAD} days ahead. Banks do not take it yet: enter an earlier day.`
  const next = `Enter ${showDay(nextBankDay(day < today ? today : day, calendars))}, the next bank day, or a later one.`
  if (day < today) return `${showDay(day)} is in the past. ${next}`
  for (const calendar of calendars) {
    const holiday = bankHoliday(day, calendar)
    if (holiday !== null) return `${showDay(day)} is ${holiday}. ${next}`
  }
  return null
}
