import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** The days on which a value applies, both inclusive; null is without limit. */
export type ValidDays = {
  validFrom: Day | null
  validTo: Day | null
}

/** What is wrong with a value, as a whole sentence, and the field that it belongs to. */
export interface FieldFault {
  field: string
  sentence: string
}

/** "from 01/01/2026 to 31/12/2026", "without dates" */
export function periodOf({ validFrom, validTo }: ValidDays): string {
  const from = validFrom === null ? '' : `from ${showDay(validFrom)}`
  const to = validTo === null ? '' : `to ${showDay(validTo)}`
  return `${from} ${to}`.trim() || 'without dates'
}

/** Whether a value applies today. */
export function stateOn(today: Day, { validFrom, validTo }: ValidDays): 'active' | 'upcoming' | 'ended' {
  if (validTo !== null && validTo < today) return 'ended'
  return validFrom !== null && validFrom > today ? 'upcoming' : 'active'
}

/** Whether two values apply on the same day. */
export function overlap(one: ValidDays, other: ValidDays): boolean {
  const beginsInTime = ({ validFrom }: ValidDays, { validTo }: ValidDays) =>
    validFrom === null || validTo === null || validFrom <= validTo
  return beginsInTime(one, other) && beginsInTime(other, one)
}

/** The fault of an end before its beginning. */
export function endFaults({ validFrom, validTo }: ValidDays): FieldFault[] {
  if (validFrom === null || validTo === null || validFrom <= validTo) return []
  return [
    {
      field: 'validTo',
      sentence: `Valid to ${showDay(validTo)} is before valid from ${showDay(validFrom)}.`,
    },
  ]
}

/** The id of a stored value in its key; null in the key of a new one. */
export function idInKey(key: string): number | null {
  return /^[1-9]\d{0,8}$/.test(key) ? Number(key) : null
}
