import type { Refused } from '../form/refusal'
import type { FieldVersions } from './versions-table'

/** One field that a form and somebody else changed, as each version has it. */
export interface FormFieldVersions extends FieldVersions {
  /** Its name in the form, and in what is stored. */
  field: string
  /** Who changed it since the form was opened. */
  changed: 'only they' | 'only you' | 'both'
}

/** What a refusal brought of what somebody else changed meanwhile. */
export interface FormConflict {
  /** The revision whose versions are shown: what is saved next is saved over it. */
  revision: number
  versions: FormFieldVersions[]
}

/** The versions that a refusal brought; null for a refusal that is no conflict. */
export function conflictIn(refused: Refused | undefined): FormConflict | null {
  const { details } = (refused?.refusal ?? {}) as { details?: Partial<FormConflict> }
  return details?.versions ? (details as FormConflict) : null
}

/**
 * What a form in conflict shows: what was typed, but what only the other person changed as they stored it.
 * @param stored values by field; a field that it does not have is none of the form's own
 */
export function mergedTyped(
  typed: Record<string, string>,
  { versions }: FormConflict,
  stored: object,
): Record<string, string> {
  const merged = { ...typed }
  const values = new Map<string, unknown>(Object.entries(stored))
  for (const { field, changed } of versions) {
    if (changed !== 'only they' || !values.has(field)) continue
    const value = values.get(field)
    if (value === true) merged[field] = 'on'
    else if (value === false) delete merged[field]
    else merged[field] = value === null ? '' : String(value)
  }
  return merged
}
