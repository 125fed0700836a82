import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '../platform/values/numerals'
import { drainBody } from './drain'
import { fieldsOfText, mediaTypeOf, readText } from './request-text'
import { isPasswordField, typedText } from './uploads/upload-parts'

/**
 * The text fields of a posted form, as typed. Forms without files always use one encoding; those with files go through
 * readUpload.
 * @throws DomainError for a body that is not a form, is too large or damaged, a duplicate field, or text that cannot be
 * stored
 */
export async function readTyped(request: Request): Promise<Record<string, string>> {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    drainBody(request)
    throw new DomainError(
      'invalid',
      'No form was received. Fill in the form on the page, or send its fields.',
    )
  }
  const text = await readText(request).catch((error: unknown) => {
    if (error instanceof DomainError) throw error
    throw new DomainError('invalid', 'The form did not arrive completely. Send it again.')
  })
  const typed = typedFields(fieldsOfText(text))
  for (const [name, text] of Object.entries(typed)) {
    if (text.includes('\u0000'))
      throw new DomainError(
        'invalid',
        `The text in "${name}" holds a character that cannot be stored (NUL). Type it again and try again.`,
      )
    if (!isPasswordField(name)) typed[name] = typedText(text)
  }
  return typed
}

/** The fields of a form; duplicates are refused. */
export function typedFields(form: URLSearchParams): Record<string, string> {
  const typed = new Map<string, string>()
  for (const [name, value] of form) {
    if (typed.has(name))
      throw new DomainError('invalid', `The field "${name}" was sent twice. Reload the page and try again.`)
    typed.set(name, value)
  }
  return Object.fromEntries(typed)
}

/**
 * Checks the fields that the schema names; the schema gets no other fields. Errors are returned as one refusal with a
 * sentence for each field.
 */
export function parseFields<Schema extends z.ZodType>(
  fields: Readonly<Record<string, string>>,
  schema: Schema,
  title?: string,
): z.output<Schema> {
  const names = namesOf(schema)
  const form = new URLSearchParams(Object.entries(fields).filter(([name]) => names.has(name)))
  const submission = parseWithZod(form, { schema })
  if (submission.status === 'success') return submission.value as z.output<Schema>
  const faults: Record<string, string> = {}
  for (const [name, errors] of Object.entries(submission.error ?? {})) faults[name] = (errors ?? []).join(' ')
  const sentences = Object.values(faults).filter((text) => text !== '')
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', {
    fields: faults,
    ...(title ? { title } : {}),
  })
}

/** The fields in a schema of a form; for several forms in one, the fields of all. */
function namesOf(schema: z.core.$ZodType): ReadonlySet<string> {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape))
  if (schema instanceof z.ZodUnion) return new Set(schema.options.flatMap((each) => [...namesOf(each)]))
  if (schema instanceof z.ZodPipe) return namesOf(schema.in)
  throw new Error('The schema of a form is an object, or several to choose from.')
}

/** Values sent by form fields: digits only, within the database's integer type. */

/** Advice for an invalid value that the page itself sent. */
export const RELOAD = 'Reload the page and try again.'

/** An object's id. */
export function formId(message = RELOAD) {
  return z
    .string(message)
    .regex(/^[1-9]\d{0,14}$/, message)
    .transform(Number)
}

/** A small number that identifies a row of a list. */
export function formNumber(message = RELOAD) {
  return formId(message).refine((number) => number <= LARGEST_INTEGER, message)
}

const NUMBER = /^-?\d{1,24}(\.\d{1,12})?$/

/** A decimal, exact: "101.2345" or, where a browser groups it, "1 234.5". */
export const decimalValue = z
  .union([z.string(), z.number()], 'Enter a number as 101.2345.')
  .transform((given) => String(given).replace(/[\s,]/g, ''))
  .refine((text) => NUMBER.test(text), 'Enter a number as 101.2345.')

/** The idempotency key of a form. */
export const KeyField = z.object({ idempotencyKey: z.uuid(RELOAD) })
