/** What waits in the place of something that is to be deleted. */
export const DELETED = { deleted: true } as const

export function isDeletion(after: object): boolean {
  return 'deleted' in after
}

/** What a change is about, before or after it, by field. */
export type ChangeFields = Readonly<Record<string, unknown>>

/**
 * What a change does, field by field: "Bic: BGLLLULL → BILLLULL", in the order of the labels. Fields without one are not told;
 * those that name what is changed are told with it.
 * @param shown a value as people read it, where that is not as it is stored
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
