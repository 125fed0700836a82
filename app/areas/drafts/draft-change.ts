import { Big } from '~/platform/values/decimal'
import type { DraftFields } from './draft'
import { DRAFT_FIELDS, type DraftField } from './draft-labels'

const AMOUNTS: readonly DraftField[] = ['grossAmount', 'taxes']

export type FieldValue = DraftFields[DraftField]

/** Is it the same value? 100 and 100.00 are. */
export function sameField(field: DraftField, a: FieldValue, b: FieldValue): boolean {
  if (AMOUNTS.includes(field) && a !== null && b !== null) return new Big(String(a)).eq(String(b))
  return a === b
}

/** The fields that differ, in the order of the form. */
export function changedFields(before: DraftFields, after: DraftFields): DraftField[] {
  return DRAFT_FIELDS.filter((field) => !sameField(field, before[field], after[field]))
}

/** Some fields of a draft, by name. */
export function pickFields(
  from: DraftFields,
  names: readonly DraftField[],
): Partial<Record<DraftField, FieldValue>> {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** Only the fields of a draft that people fill in. */
export function fieldsOf(draft: DraftFields): DraftFields {
  return pickFields(draft, DRAFT_FIELDS) as unknown as DraftFields
}
