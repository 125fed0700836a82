import type { Day } from '~/domain/values/day'

/** What the fields of a draft hold at most. */

export const LONGEST_REFERENCE = 200
export const LONGEST_COMMENT = 4_000
/** Days of invoices lie within these, both inclusive. */
export const FIRST_DAY: Day = '1990-01-01'
export const LAST_DAY: Day = '2100-12-31'

export const isNearDay = (day: Day): boolean => day >= FIRST_DAY && day <= LAST_DAY
