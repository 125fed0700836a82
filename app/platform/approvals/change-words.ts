/** What waits in place of an object that is to be deleted. */
export const DELETED = { deleted: true } as const

export function isDeletion(after: object): boolean {
  return 'deleted' in after
}

/** The fields of a change's object, before or after it. */
export type ChangeFields = Readonly<Record<string, unknown>>

/**
 * What a change does, field by field: "Bic: BGLLLULL → BILLLULL", in the order of the labels. Fields without a label
 * are left out; fields that name the changed object are always shown with it.
 * @param shown a value as users read it, where that differs from the stored form
 */
export function fieldWords(
  labels: Readonly<Record<string, string>>,
  before: ChangeFields | null,
  after: ChangeFields,
  shown: (field: string, text: string) => string = (_, text) => text,
): string {
  if (isDeletion(after)) return `Deleted; ${fieldWords(labels, null, before ?? {}, shown)}`
  return Object.entries(labels)
    .filter(([field]) => field in after)
    .filter(([field]) => before === null || textOf(before[field]) !== textOf(after[field]))
    .map(([field, label]) => {
      const was = before === null ? '' : `${shown(field, textOf(before[field]))} → `
      return `${label}: ${was}${shown(field, textOf(after[field]))}`
    })
    .join('; ')
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const words = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return words === '' ? '(blank)' : words
}
