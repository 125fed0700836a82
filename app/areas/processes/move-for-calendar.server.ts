import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { holidaysOf } from './holidays-of.server'
import { moveDates } from './move-dates.server'

/** The days of a calendar that became holidays, and those that are none any more. */
export interface ChangedHolidays {
  added: readonly Day[]
  removed: readonly Day[]
}

/**
 * Moves what is still ahead of the entities that keep a calendar, after its holidays were changed in this transaction.
 * Answers how many process dates moved.
 */
export async function moveForCalendar(
  tx: Transaction,
  calendar: string,
  now: Date,
  timeZone: string,
  { added, removed }: ChangedHolidays,
): Promise<{ moved: number }> {
  const after = (await holidaysOf(tx, [calendar]))(calendar)
  const before = new Set([...[...after].filter((day) => !added.includes(day)), ...removed])
  const why = `Calendar ${calendar}: ${[...counted('added', added), ...counted('removed', removed)].join(', ')}`
  return moveDates(tx, { entities: eq(legalEntity.calendar, calendar), before, after, why }, now, timeZone)
}

const MOST_NAMED = 3

/** "holiday 26/12/2026 added", "11 holidays added" */
function counted(verb: string, days: readonly Day[]): string[] {
  if (days.length === 0) return []
  if (days.length > MOST_NAMED) return [`${days.length} holidays ${verb}`]
  return [`holiday${days.length === 1 ? '' : 's'} ${days.map(showDay).join(', ')} ${verb}`]
}

/**
 * Moves what is still ahead of an entity that keeps another calendar from now on. Answers how many process dates moved.
 * @param calendars before and after; null is Monday to Friday
 */
export async function moveForEntity(
  tx: Transaction,
  legalEntityId: number,
  calendars: { before: string | null; after: string | null },
  now: Date,
  timeZone: string,
): Promise<{ moved: number }> {
  if (calendars.before === calendars.after) return { moved: 0 }
  const holidays = await holidaysOf(tx, [calendars.before, calendars.after])
  const named = (calendar: string | null) => calendar ?? 'Monday to Friday'
  const why = `Calendar of the entity: ${named(calendars.before)} → ${named(calendars.after)}`
  const [before, after] = [holidays(calendars.before), holidays(calendars.after)]
  const entities = eq(legalEntity.id, legalEntityId)
  return moveDates(tx, { entities, before, after, why }, now, timeZone)
}
