import { z } from 'zod'

const MAX_LINES = 10_000
const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/
const LINE = /^[1-9]\d{0,14}~\d{4}-\d\d-\d\d=-?\d{1,16}\.\d\d$/
const RELOAD = 'Open the list again: the form is not whole.'

/** A line of a month with the amount that was shown: "1234~2026-10-31=152.95". */
const shownLine = z.string(RELOAD).regex(LINE, RELOAD)

const monthValue = z.string('Give the month as yyyy-MM.').regex(MONTH, 'Give the month as yyyy-MM.')

const comment = z.string().max(500, 'Comment: write at most 500 characters.').default('')

export const BookFields = z.object({
  month: monthValue,
  lines: z
    .string('Choose at least one line.')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z.array(shownLine).min(1, 'Choose at least one line.').max(MAX_LINES, 'Choose at most 10,000 lines.'),
    ),
  comment,
})

/** The same by a call. */
export const BookCallFields = z.object({
  month: monthValue,
  lines: z
    .array(shownLine, 'Give the lines as a list of "key=amount".')
    .min(1, 'Give at least one line.')
    .max(MAX_LINES, 'Give at most 10,000 lines.')
    .describe('Each as "key=amount", as the list answers them.'),
  comment,
})
