import { type Day, daysBetween } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import { type CaseFacts, causesLabel, magnitudeOf, wrongDates } from './case-facts'

/** A case in the register of a year. */
export interface RegisterRow {
  id: number
  fund_code: string
  fund_name: string
  kind: string
  causes: string
  description: string
  discovered_on: Day
  discovered_by: string
  first_date: Day
  last_date: Day | null
  /** NAV dates found wrong; null before Quantify. */
  wrong_navs: number | null
  material_navs: number | null
  /** In percent of the corrected NAV per share, with its sign; null before Quantify. */
  magnitude: Decimal | null
  notify_by: Day
  notified_on: Day | null
  /** Calendar days from discovery. */
  days_to_notify: number | null
  report_by: Day
  compensated_on: Day | null
  days_to_pay: number | null
  /** In fund currency. */
  to_holders: Decimal | null
  to_fund: Decimal | null
  left_in_fund: Decimal | null
  currency: string
  event_status: string
  event_queue: string
  event_class: EventClass
}

/** A case as the register states it. */
export function registerRow(found: CaseFacts): RegisterRow {
  const { result } = found
  const wrong = [...wrongDates(found).values()]
  const daysTo = (day: Day | null) => (day === null ? null : daysBetween(found.discoveredOn, day))
  return {
    id: found.id,
    fund_code: found.fundCode,
    fund_name: found.fundName,
    kind: found.kind,
    causes: causesLabel(found.causes),
    description: found.description,
    discovered_on: found.discoveredOn,
    discovered_by: found.discoveredBy,
    first_date: found.firstDate,
    last_date: found.lastDate,
    wrong_navs: result && wrong.length,
    material_navs: result && wrong.filter((isMaterial) => isMaterial).length,
    magnitude: magnitudeOf(found),
    notify_by: found.notifyBy,
    notified_on: found.notifiedOn,
    days_to_notify: daysTo(found.notifiedOn),
    report_by: found.reportBy,
    compensated_on: found.compensatedOn,
    days_to_pay: daysTo(found.compensatedOn),
    to_holders: result?.totals.toHolders ?? null,
    to_fund: result?.totals.toFund ?? null,
    left_in_fund: result?.totals.left ?? null,
    currency: found.currency,
    event_status: found.status,
    event_queue: found.queue,
    event_class: found.class,
  }
}

/** The year that an address asks for, and a note where it cannot be read. */
export function requestedYear(text: string | null, today: Day): { year: number; note: string | null } {
  if (text !== null && /^(19|20|21)\d\d$/.test(text)) return { year: Number(text), note: null }
  const note = text === null || text === '' ? null : 'Enter a year as 2026. This year is shown.'
  return { year: Number(today.slice(0, 4)), note }
}
