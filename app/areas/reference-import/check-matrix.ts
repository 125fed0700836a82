import { MATRIX_SHEET, matrixRow, OWN_FIELDS } from '~/areas/authorisation-matrix/matrix-columns'
import {
  type Entry,
  entryFaults,
  entryTarget,
  type MatrixKind,
} from '~/areas/authorisation-matrix/matrix-entry'
import type { Fault } from '~/platform/tables/fault'
import type { ReadRow, ReadSheet } from './read-sheet'

/** The matrix as it is stored and waits, by target. */
export type KnownMatrix = Readonly<Record<MatrixKind, ReadonlyMap<string, Entry>>>

/** The key of a client validator among those that a workbook may name. */
export function validatorKey(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row.legalEntity, row.firstName, row.lastName])
}

/**
 * Each row is a rule or a signatory, whole, of a known client validator, and overlaps with no other row, stored or of
 * this sheet.
 */
export function checkMatrix(sheet: ReadSheet, known: KnownMatrix, validators: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = []
  const seen: Record<MatrixKind, Map<string, Entry>> = {
    'authorisation rule': new Map(known['authorisation rule']),
    signatory: new Map(known.signatory),
  }
  // What the sheet says of an entry replaces what is stored of it, wherever it stands.
  for (const { values } of sheet.rows) {
    const { kind, entry } = matrixRow(values)
    seen[kind].delete(entryTarget(kind, entry))
  }
  for (const each of sheet.rows) {
    // A faulty cell was told already, and what the row says is not known.
    if ([...sheet.columns.keys()].some((field) => !(field in each.values))) continue
    const at = (field: string, what: string) =>
      faults.push({ sheet: sheet.name, row: each.row, column: sheet.columns.get(field) ?? 1, what })
    const { kind, entry } = matrixRow(each.values)
    const odd = oddField(each, kind)
    if (odd) {
      at(odd.field, odd.what)
      continue
    }
    if (kind === 'signatory' && !validators.has(validatorKey(entry)))
      at(
        'lastName',
        `"${entry.firstName} ${entry.lastName}" is no client validator of ${entry.legalEntity} in the sheet Client validators or of this site`,
      )
    for (const { field, what } of entryFaults(kind, entry, seen[kind].values())) at(field, what)
    seen[kind].set(entryTarget(kind, entry), entry)
  }
  return faults
}

/** A field that such a row must fill, or must leave blank. */
function oddField({ values }: ReadRow, kind: MatrixKind): { field: string; what: string } | null {
  const other = kind === 'signatory' ? 'authorisation rule' : 'signatory'
  const filled = (field: string) => (values[field] ?? null) !== null
  const word = kind === 'signatory' ? 'a signatory' : 'a rule'
  for (const field of OWN_FIELDS[kind])
    if (field !== 'amountTo' && !filled(field))
      return { field, what: `${MATRIX_SHEET[field].header} is blank: the row is ${word}` }
  for (const field of OWN_FIELDS[other])
    if (filled(field))
      return { field, what: `${MATRIX_SHEET[field].header} must be blank: the row is ${word}` }
  return null
}
