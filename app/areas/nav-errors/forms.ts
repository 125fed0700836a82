import { z } from 'zod'
import { formId } from '~/http/form'
import { isDay } from '~/platform/values/day'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { CAUSES, type Cause, ERROR_KINDS, PARTIES } from './nav-error'

/** The forms of NAV errors, and the values of their calls. */

const day = (label: string) =>
  z.string(`Enter ${label} as dd/MM/yyyy.`).refine(isDay, `Enter ${label} as dd/MM/yyyy.`)
const optionalDay = z.preprocess(
  (given) => (given === '' || given === undefined ? null : given),
  z.string('Enter a date as dd/MM/yyyy.').refine(isDay, 'Enter a date as dd/MM/yyyy.').nullable(),
)
const line = (label: string) =>
  z.string(`Enter ${label}.`).trim().min(1, `Enter ${label}.`).max(200, `Shorten ${label} to 200 characters.`)

const comment = z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default('')

const NUMBER = /^-?\d{1,24}(\.\d{1,12})?$/

/** A decimal, exact: "101.2345" or, where a browser groups it, "1 234.5". */
export const decimalValue = z
  .union([z.string(), z.number()], 'Enter a number as 101.2345.')
  .transform((given) => String(given).replace(/[\s,]/g, ''))
  .refine((text) => NUMBER.test(text), 'Enter a number as 101.2345.')

export const optionalDecimalValue = z.preprocess(
  (given) => (given === '' || given === undefined ? null : given),
  decimalValue.nullable(),
)

/** So many causes may be chosen in the form. */
export const CAUSE_ROWS = 3

export const OpenCaseFields = z.object({
  fundCode: line('the fund'),
  kind: z.enum(ERROR_KINDS, 'Choose the kind of the error.'),
  discoveredOn: day('the day of discovery'),
  discoveredBy: line('who discovered it'),
  description: z
    .string('Describe the error.')
    .trim()
    .min(1, 'Describe the error.')
    .max(MAX_COMMENT_LENGTH, 'Description: write at most 4,000 characters.'),
  firstDate: day('the first wrong NAV date'),
  lastDate: optionalDay,
})

/** The causes that a form chose, in its order. */
export function chosenCauses(typed: Readonly<Record<string, string>>): Cause[] {
  return Array.from({ length: CAUSE_ROWS }, (_, at) => at + 1).flatMap((number) => {
    const cause = CAUSES.find((each) => each === typed[`cause${number}`])
    const causedBy = PARTIES.find((each) => each === typed[`causedBy${number}`])
    return cause && causedBy ? [{ cause, causedBy }] : []
  })
}

export const CaseStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  date: optionalDay,
  reference: z.string().max(200, 'Reference: write at most 200 characters.').default(''),
  eventLog: comment,
})

export const DatesFields = z.object({ lastDate: day('the last wrong NAV date'), comment })

export const CorrectionsFields = z.object({
  books: z.enum(['real', 'case'], 'Choose what the books hold.'),
  comment: z.string('Say where the figures come from.').trim().min(1, 'Say where the figures come from.'),
})

/** Fields "nav/2026-10-30/QUE03A", and shares and rate alike, of a form with a row for each date and class. */
export function typedFigures(typed: Readonly<Record<string, string>>) {
  const rows = new Map<string, { date: string; classCode: string; given: Record<string, string> }>()
  for (const [name, value] of Object.entries(typed)) {
    const [, what, date, classCode] = /^(nav|shares|rate)\/(\d{4}-\d\d-\d\d)\/(.+)$/.exec(name) ?? []
    if (!what || !date || !classCode || value.trim() === '') continue
    const key = JSON.stringify([date, classCode])
    const row = rows.get(key) ?? { date, classCode, given: {} }
    row.given[what] = value
    rows.set(key, row)
  }
  return [...rows.values()].filter(({ given }) => given.nav !== undefined)
}

/** So many payers may be named in the form. */
export const PAYER_ROWS = 4

/** The payers of a form: "name1", "role1", "percent1", "reason1", … */
export function typedPayers(typed: Readonly<Record<string, string>>) {
  return Array.from({ length: PAYER_ROWS }, (_, at) => at + 1).flatMap((number) => {
    const value = (field: string) => typed[`${field}${number}`]?.trim() ?? ''
    if (value('name') === '' && value('percent') === '') return []
    const percent = decimalValue.safeParse(value('percent'))
    return [
      {
        name: value('name'),
        role: value('role'),
        percent: percent.success ? percent.data : '0',
        reason: value('reason'),
      },
    ]
  })
}

export const CommentFields = z.object({ comment })
