import { parseDateTime } from '@internationalized/date'
import { addDays, isDay } from './day'
import { DomainError } from './domain-error'
import { showInstant } from './show'

/** The URL parameter that shows a page as of an earlier instant. */
export const AS_OF = 'asOf'

/** Its value before an instant is chosen: shows the current page. */
export const NOW = 'now'

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

const refused = (sentence: string) =>
  new DomainError('invalid', sentence, {
    title: 'Nothing can be shown as of then.',
    fields: { [AS_OF]: sentence },
  })

/**
 * The instant in a text: a day means its end, today means now, and a time without a zone is in the site's zone.
 * @param now the latest instant accepted
 * @throws DomainError invalid
 */
export function readAsOf(text: string, timeZone: string, now: Date): Date {
  if (text === NOW) return now
  const at = instantOf(text.trim(), timeZone)
  if (at === null)
    throw refused(
      `“${text.slice(0, 40)}” is neither a day nor an instant. Write a day as 2026-10-30, or an instant as 2026-10-30T17:00.`,
    )
  if (at <= now) return at
  if (isDay(text.trim()) && startOfDay(text.trim(), timeZone) <= now) return now
  throw refused(`${showInstant(at, timeZone)} is still to come. Choose an instant of the past.`)
}

function instantOf(text: string, timeZone: string): Date | null {
  if (isDay(text)) return new Date(startOfDay(addDays(text, 1), timeZone).getTime() - 1)
  if (!isDay(text.slice(0, 10))) return null
  if (LOCAL.test(text)) return inZone(text, timeZone)
  const zoned = ZONED.test(text) ? new Date(text) : null
  return zoned && !Number.isNaN(zoned.getTime()) ? zoned : null
}

/** The first instant of a day in a time zone. */
export const startOfDay = (day: string, timeZone: string) => parseDateTime(`${day}T00:00`).toDate(timeZone)

function inZone(text: string, timeZone: string): Date | null {
  try {
    return parseDateTime(text).toDate(timeZone)
  } catch {
    return null
  }
}
