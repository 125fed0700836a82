import { z } from 'zod'

/** Title of the refusals. */
export const NO_PACK = 'No pack was built'

export const packKind = z.enum(['nav', 'invoice', 'budget'], 'Choose NAV, invoice or budget.')

/** What identifies a pack in an address. */
export const PackFields = z.object({
  kind: packKind,
  id: z
    .string('Enter the number of the object.')
    .trim()
    .regex(/^[1-9]\d{0,14}$/, 'Enter the number of the object, such as 1012.')
    .transform(Number),
})

export const monthField = z
  .string('Enter a month, such as 2026-10.')
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-10.')

/** "LUX001, LUX002" → codes, each once; empty for all. */
const MAX_FUNDS = 500
export const fundsField = z
  .array(z.string().trim().max(40))
  .max(MAX_FUNDS, `Enter at most ${MAX_FUNDS} funds.`)
  .transform((codes) => [...new Set(codes.filter((code) => code !== ''))].sort())

/** The form of a month. */
export const MonthFields = z.object({
  month: monthField,
  funds: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,;]+/))
    .pipe(fundsField),
})
