import { z } from 'zod'
import { LARGEST_INTEGER } from '~/platform/values/stored-integer'

/** Values as the fields of a form bring them: digits, once, and no more than the database counts to. */

/** An object's id. */
export function formId(message = 'Reload the page and try again.') {
  return z
    .string(message)
    .regex(/^[1-9]\d{0,14}$/, message)
    .transform(Number)
}

/** A small number that names a row of a list. */
export function formNumber(message = 'Reload the page and try again.') {
  return formId(message).refine((number) => number <= LARGEST_INTEGER, message)
}
