import { z } from 'zod'
import { type Day, isNearDay } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { readAmount, storedAmount } from '~/platform/values/numerals'
import { dayOfText } from '~/platform/workbooks/workbook'
import { LARGEST_INTEGER } from '../platform/values/numerals'
import { typedText } from './uploads/upload-parts'

/**
 * Values that users type into forms and calls send: text, or the JSON equivalent; missing, '' and null all count as
 * empty. Each error is a complete sentence, as all errors are also listed above the form.
 */

class Fault {
  constructor(readonly sentence: string) {}
}

/** The error is shown without the field's name in front. */
export const fullSentence = { fullSentence: true } as const

/**
 * A value read by one of our own rules.
 * @param sent what programs should send, as JSON Schema for the documentation
 * @param given whether it may be omitted
 */
function value<Value>(
  sent: Sent,
  read: (given: unknown) => Value | Fault,
  given: z.ZodType = z.unknown().optional(),
) {
  return given
    .transform((given, context): Value => {
      const found = read(typeof given === 'string' ? given.trim() : given)
      if (!(found instanceof Fault)) return found
      context.addIssue({ code: 'custom', message: found.sentence, params: fullSentence })
      return z.NEVER
    })
    .meta(sent)
}

type Sent = Readonly<Record<string, unknown>>

/** The same value, which a call may omit: then it stays unchanged. */
function ifGiven<Value>(field: z.ZodType<Value>) {
  return z
    .unknown()
    .optional()
    .transform((given, context): Value | undefined => {
      if (given === undefined) return undefined
      const read = field.safeParse(given)
      if (read.success) return read.data
      for (const { message } of read.error.issues)
        context.addIssue({ code: 'custom', message, params: fullSentence })
      return z.NEVER
    })
    .meta(field.meta() ?? {})
}

/** The fields of a form, as changed by a call: only those that it names. */
export function optionalFields<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, ifGiven(field)])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> }
}

const isEmpty = (given: unknown): given is null | undefined | '' =>
  given === null || given === undefined || given === ''

/** The id of a row of reference data, or null. */
export const rowIdValue = (label: string) =>
  value({ type: ['integer', 'null'], minimum: 1 }, (given): number | null | Fault => {
    if (isEmpty(given)) return null
    const id = typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : given
    return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST_INTEGER
      ? id
      : new Fault(`${label}: it is not in the list. Choose one from the list.`)
  })

/** A local midnight, which many programs write for days. */
const MIDNIGHT = /T00:00(:00(\.0{1,6})?)?$/

/** A real day from 1990 to 2100, or null. */
export const nearDayValue = (label: string) =>
  value({ type: ['string', 'null'], format: 'date' }, (given): Day | null | Fault => {
    if (isEmpty(given)) return null
    const day = typeof given === 'string' ? dayOfText(given.replace(MIDNIGHT, '')) : null
    if (day === null) return new Fault(`${label}: it is not a date. Enter it as dd/MM/yyyy.`)
    return isNearDay(day) ? day : new Fault(`${label}: enter a date from 1990 to 2100.`)
  })

const AMOUNT = { description: 'An amount of two decimals at most, best as text: 1234.50.' }

/** Most digits that a JSON number holds without loss. */
const SURE_DIGITS = 15

/** An amount with at most two decimals, 18 digits in all, or null; accepts "1234.5", "1,234.50" and "1 234,50". */
export const moneyValue = (label: string) =>
  value({ ...AMOUNT, type: ['string', 'number', 'null'] }, (given) => readMoney(label, given))

/** The same, but required. */
export const neededMoneyValue = (label: string) =>
  value(
    { ...AMOUNT, type: ['string', 'number'] },
    (given): Decimal | Fault => readMoney(label, given) ?? new Fault(`${label}: enter an amount.`),
    z.unknown(),
  )

function readMoney(label: string, given: unknown): Decimal | null | Fault {
  if (isEmpty(given)) return null
  const read = typeof given === 'number' && Number.isFinite(given) ? ofNumber(given) : ofText(given)
  return 'fault' in read ? new Fault(`${label}: ${read.fault}`) : read.amount
}

const ofText = (given: unknown) =>
  typeof given === 'string' ? readAmount(given) : { fault: 'it is not an amount. Enter it as 1234.50.' }

function ofNumber(given: number) {
  const amount = new Big(given)
  return amount.c.length > SURE_DIGITS
    ? { fault: 'it has more digits than a JSON number keeps. Give it as text.' }
    : storedAmount(amount)
}

/** A box: ticked, or true in JSON. */
export const boxValue = (label: string) =>
  value({ type: ['boolean', 'null'] }, (given): boolean | Fault => {
    if (isEmpty(given) || given === false || given === 'false' || given === 'no') return false
    if (given === true || given === 'on' || given === 'true' || given === 'yes') return true
    return new Fault(`${label}: value must be boolean. Give true or false.`)
  })

/** A trimmed text; '' for none. */
export const textOfForm = (label: string, longest: number) =>
  value({ type: ['string', 'null'], maxLength: longest }, (given): string | Fault => {
    if (isEmpty(given)) return ''
    if (typeof given !== 'string') return new Fault(`${label}: it must be given as text.`)
    if (given.length > longest)
      return new Fault(`${label}: write at most ${longest.toLocaleString('en-GB')} characters.`)
    return storable(given)
  })

/** The same in one line; null for none. */
export const optionalTextValue = (label: string, longest: number) =>
  textOfForm(label, longest)
    .transform((text) => text.replace(/\s+/g, ' ').trim() || null)
    .meta({ type: ['string', 'null'], maxLength: longest })

/** JSON may contain NUL and lone surrogates, but texts in PostgreSQL may not. */
const storable = (text: string) => typedText(text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD'))
