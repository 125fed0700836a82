import { parseDateTime } from '@internationalized/date'
import { AS_OF, NOW } from './as-of-address'
import { addDays, isDay } from './day'
import { DomainError } from './domain-error'
import { showInstant } from './show'

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

const refused = (sentence: string) =>
  new DomainError('invalid', sentence, {
    title: 'Nothing can be shown as of then.',
    fields: { [AS_OF]: sentence },
  })

/** The parameters of an address that name an instant, also in other letters. */
export function asOfNamesIn(parameters: URLSearchParams): string[] {
  return [...parameters.keys()].filter((name) => name.toLowerCase() === AS_OF.toLowerCase())
}

/** The value of the parameter in an address; null without it. @throws DomainError for a doubtful address */
export function asOfIn(parameters: URLSearchParams): string | null {
  const names = asOfNamesIn(parameters)
  if (names.length > 1) throw refused(`The address has "${AS_OF}" several times. Leave one of them.`)
  if (names.length === 1 && names[0] !== AS_OF)
    throw refused(`The address has "${names[0]}". Write it as "${AS_OF}".`)
  return parameters.get(AS_OF)
}

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

/** @throws DomainError for a time in the hour that comes twice when clocks go back, or that is left out */
function inZone(text: string, timeZone: string): Date | null {
  const local = parsed(text)
  if (!local) return null
  const [first, last] = [local.toDate(timeZone, 'earlier'), local.toDate(timeZone, 'later')]
  if (first.getTime() === last.getTime()) return first
  throw refused(
    `The clocks were changed at that time. Write the instant in UTC: ${first.toISOString()} or ${last.toISOString()}.`,
  )
}

function parsed(text: string) {
  try {
    return parseDateTime(text)
  } catch {
    return null
  }
}
