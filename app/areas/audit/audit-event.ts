import { DEFINITION_KINDS } from '~/areas/workflows/definition-kinds'
import { capitalised } from '~/platform/values/show'

/** One value of an event as text, before and after; null where the event does not have it. */
export interface EventValue {
  label: string
  was: string | null
  is: string | null
}

/** The kinds of objects and their display names. */
export const AUDIT_KINDS = [
  ...DEFINITION_KINDS.map(({ kind, title }) => ({ value: kind, label: capitalised(title) })),
  { value: 'process', label: 'Process' },
  { value: 'user', label: 'User' },
  { value: 'reference', label: 'Reference data' },
]

/** "Draft" of "draft". */
export const kindLabel = (kind: string): string =>
  AUDIT_KINDS.find(({ value }) => value === kind)?.label ?? kind

/** "Gross: 10.00 → 12.00; Currency: EUR" */
export function valuesInOneLine(values: readonly EventValue[]): string {
  return values
    .map(({ label, was, is }) => {
      const sides = [was, is].flatMap((side) => (side === null ? [] : [side || '(blank)']))
      return is === null ? `${label} was: ${sides}` : `${label}: ${sides.join(' → ')}`
    })
    .join('; ')
}
