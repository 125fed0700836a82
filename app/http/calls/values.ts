import { z } from 'zod'
import { type Day, dayIn, isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import { ownValue } from '~/platform/values/own-value'
import { typedText } from '../uploads/upload-parts'

/** Values sent by calls: numbers or their digits, null or '' for nothing. */

const MAX_TEXT = 4_000

const digits = /^[1-9]\d{0,14}$/

/** The id in an address. @throws DomainError 'not-found' for text that is not an id */
export function idOf(text: string | undefined, what: string): number {
  if (text === undefined || !digits.test(text))
    throw new DomainError('not-found', `There is no such ${what}. Check the address.`)
  return Number(text)
}

/** A short code in an address; a text that cannot be a code counts as a code that does not exist. */
export function codeOf(text: string | undefined): string {
  return text !== undefined && /^[\w .-]{1,50}$/.test(text) ? text : ''
}

const wholeNumber = (value: unknown) =>
  typeof value === 'string' && digits.test(value.trim()) ? Number(value.trim()) : value

/** An object's id. */
export const idValue = z.preprocess(
  wholeNumber,
  z.number('Give an id, a whole number.').int('Give an id, a whole number.').positive('Give an id above 0.'),
)

/** The same, but optional: null if missing or empty. */
export const optionalIdValue = z
  .preprocess((value) => (value === '' || value === undefined ? null : value), idValue.nullable())
  .optional()
  .transform((id) => id ?? null)

/** A small number that identifies a row of a list. */
export const numberValue = z.preprocess(
  wholeNumber,
  z
    .number('Give a whole number.')
    .int('Give a whole number.')
    .min(1, 'Give a number from 1.')
    .max(LARGEST_INTEGER, 'There is no such number.'),
)

export const nothing = (value: unknown) => (value === '' || value === undefined ? null : value)

/** A text of at most 4,000 characters, without characters that the database cannot store. */
export const textValue = z
  .string('Give a text.')
  .max(MAX_TEXT, `Write at most ${MAX_TEXT.toLocaleString('en-GB')} characters.`)
  .transform(storable)

/** A line of text, such as a code or a name. */
export const lineValue = z
  .string('Give a text.')
  .max(200, 'Write at most 200 characters.')
  .transform((text) => storable(text).replace(/\s+/g, ' ').trim())

const BOOLEANS = { true: true, false: false, on: true, yes: true, no: false }

export const booleanValue = z.preprocess(
  (value) => (typeof value === 'string' ? (ownValue<boolean>(BOOLEANS, value) ?? value) : value),
  z.boolean('Give true or false.'),
)

/** A day, or null: `yyyy-MM-dd`, or an instant, which counts as its day in the site's zone. */
export function dayValue(timeZone: string) {
  return z.preprocess(
    nothing,
    z
      .string('Give a date as yyyy-MM-dd.')
      .transform((text, context): Day => {
        const day = dayOfText(text.trim(), timeZone)
        if (day === null) context.addIssue({ code: 'custom', message: 'Give a date as yyyy-MM-dd.' })
        return day ?? ''
      })
      .nullable(),
  )
}

function dayOfText(text: string, timeZone: string): Day | null {
  if (isDay(text)) return text
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:?\d{2})?$/.test(text)) return null
  // Without an offset it is a local time, which already names its day.
  if (!/(Z|[+-]\d{2}:?\d{2})$/.test(text)) return isDay(text.slice(0, 10)) ? text.slice(0, 10) : null
  const instant = new Date(text)
  const day = Number.isNaN(instant.getTime()) ? '' : dayIn(instant, timeZone)
  return isDay(day) ? day : null
}

/**
 * JSON may contain NUL and lone surrogates, but texts in PostgreSQL may not; other control characters have no meaning.
 */
function storable(text: string): string {
  return typedText(text).replace(/\p{Cs}/gu, '\uFFFD')
}
