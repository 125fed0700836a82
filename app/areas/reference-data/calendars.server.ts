import type { Read } from 'db/database'
import { fund, legalEntity } from 'db/schema/lookups'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { holidaysSince } from '~/platform/lists/business-days.server'
import type { Day } from '~/platform/values/day'

// Calendars by whose business days something is late, in SQL; null: Monday to Friday.

/** The calendar of an entity. */
export const entityCalendar = (entityId: SQLWrapper): SQL<string | null> =>
  sql`(select calendar_of.calendar from ${legalEntity} calendar_of where calendar_of.id = ${entityId})`

/** The calendar of a fund, else that of its entity. */
export const fundCalendar = (fundId: SQLWrapper): SQL<string | null> =>
  sql`(select coalesce(fund_of.calendar, entity_of.calendar) from ${fund} fund_of
    left join ${legalEntity} entity_of on entity_of.id = fund_of.legal_entity_id where fund_of.id = ${fundId})`

/** The holidays of an entity's calendar from a day on, by which something of it is late. */
export const entityHolidays = (read: Read, entityId: number | null, from: Day | null): Promise<Day[]> =>
  entityId === null ? Promise.resolve([]) : holidaysSince(read, entityCalendar(sql`${entityId}::int`), from)

/** The same of a fund. */
export const fundHolidays = (read: Read, fundId: number, from: Day | null): Promise<Day[]> =>
  holidaysSince(read, fundCalendar(sql`${fundId}::int`), from)
