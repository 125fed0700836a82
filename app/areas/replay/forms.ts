import { z } from 'zod'
import { TOLERANCES } from '~/areas/navs/rules/tolerances'
import { isDay } from '~/platform/values/day'
import type { ReplayCriteria } from './replay'
import { checkedChange, fault } from './requested-change'

/** Rows of changes in the form; a call may send more. */
const CHANGE_ROWS = [1, 2, 3] as const

const text = z.string().trim().max(4000, 'At most 4,000 characters.').default('')
const day = text.refine(
  (value) => value === '' || isDay(value),
  'Enter a day of the calendar, or leave it blank.',
)

const Period = { funds: text, from: day, to: day }

const rows = Object.fromEntries(
  CHANGE_ROWS.flatMap((row) =>
    ['tolerance', 'level', 'subject', 'value'].map((field) => [`${field}${row}`, text]),
  ),
)

/** The form of a replay: funds, period and up to three changes. */
export const ReplayFields = z.object({ ...Period, ...rows })

export const CurveFields = z.object({
  ...Period,
  tolerance: z.enum(TOLERANCES.map(({ key }) => key) as [string, ...string[]], 'Choose a tolerance.'),
})

export const DetectionFields = z.object({ funds: text })

type Typed = Readonly<Record<string, string>>

/** "LUX001, LUX002" → codes. */
const codesIn = (funds: string) => [...new Set(funds.split(/[\s,;]+/).filter((code) => code !== ''))]

/** Funds and period of a form, compared with the site's funds. @throws DomainError invalid */
export function periodOf({ funds = '', from = '', to = '' }: Typed, fundCodes: ReadonlySet<string>) {
  const codes = codesIn(funds)
  const unknown = codes.filter((code) => !fundCodes.has(code))
  if (unknown.length > 0)
    throw fault('funds', `There is no fund ${unknown.join(', ')}. Enter fund codes with commas between.`)
  if (from !== '' && to !== '' && to < from)
    throw fault('to', 'The period ends before it begins. Change one of its days.')
  return { funds: codes, from: from || null, to: to || null }
}

/** A replay as the form requests it. @throws DomainError invalid, with a sentence for each field */
export function criteriaOf(typed: Typed, fundCodes: ReadonlySet<string>): ReplayCriteria {
  const changes = CHANGE_ROWS.flatMap((row) => {
    const of = (field: string) => typed[`${field}${row}`] ?? ''
    if (of('tolerance') === '') return []
    const change = { tolerance: of('tolerance'), level: of('level'), subject: of('subject') || null }
    return [checkedChange({ ...change, value: of('value') }, fundCodes, String(row))]
  })
  return { ...periodOf(typed, fundCodes), changes }
}

/** The proposal of the value that a replay tried, or of one that a curve shows. */
export const ProposeFields = z.object({
  value: text,
  level: text,
  subject: text,
  validFrom: z
    .string()
    .trim()
    .default('')
    .refine((value) => value === '' || isDay(value), 'Enter a day as yyyy-mm-dd, or leave it blank.'),
  comment: z.string().trim().max(500, 'Shorten the reason to 500 characters.').default(''),
})
