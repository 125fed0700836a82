import { z } from 'zod'
import { formNumber } from '~/http/form'
import { isDay } from '~/platform/values/day'

/** The forms of substitutes, and what their calls take. */

const day = (label: string) =>
  z.string(`Enter the ${label} as dd/MM/yyyy.`).refine(isDay, `Enter the ${label} as dd/MM/yyyy.`)

export const SubstituteFields = z.object({
  substitute: z.string('Choose the substitute.').max(100, 'Choose the substitute.'),
  firstDay: day('first day'),
  lastDay: day('last day'),
})

/** With the person who is away, for administrators. */
export const SubstituteOfFields = SubstituteFields.extend({
  absent: z.string('Choose the person who is away.').max(100, 'Choose the person who is away.'),
})

export const EndFields = z.object({ substitution: formNumber() })
