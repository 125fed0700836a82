import { DEFINITION_KINDS } from '~/areas/workflows/definition-kinds'
import type { EventRow } from './fields.server'

/** One value of an event as text, before and after; null where the event does not have it. */
export interface EventValue {
  label: string
  was: string | null
  is: string | null
}

/** One event of the whole history, as an auditor reads it. */
export interface AuditEvent extends Omit<EventRow, 'values'> {
  /** What was entered or changed with it. */
  values: EventValue[]
  /** Table of reference data that it changed, if any. */
  table: string | null
  /** Address of its object's page; on the page of the audit trail only. */
  page?: string
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The kinds of objects and their display names. */
export const AUDIT_KINDS = [
  ...DEFINITION_KINDS.map(({ kind, title }) => ({ value: kind, label: capital(title) })),
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
