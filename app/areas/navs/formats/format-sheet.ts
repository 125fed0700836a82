import type { CellText } from '~/platform/tables/cell-text'
import { CellFault, column, type Values } from '~/platform/tables/column'
import type { FieldChange } from '~/platform/tables/compare'
import { formatDifferences } from './differences'

/** A JSON with one notation, whatever blanks and line breaks it was sent with. */
function readJson(cell: CellText): string | CellFault {
  try {
    return JSON.stringify(JSON.parse(cell.code()), null, 2)
  } catch {
    return new CellFault('is not JSON')
  }
}

/** The sheet of file formats in a workbook of reference data: a row is the newest version of one. */
export const FORMAT_SHEET = {
  code: column('Code', (cell: CellText) => cell.code(), { key: true }),
  definition: column('JSON', readJson, { synonyms: ['Format', 'Definition'] }),
} as const

/** Whether two texts are the same format. */
export const isSameFormat = (one: string, other: string) =>
  formatDifferences(JSON.parse(one), JSON.parse(other)).length === 0

/** A new or changed format place by place, as users read a change; of a new one its name and tables. */
export function formatFields(before: Values | null, after: Values): FieldChange[] {
  const format = JSON.parse(String(after.definition)) as { name: string; tables: { kind: string }[] }
  if (before === null)
    return [
      { field: 'name', header: 'Name', before: null, after: format.name },
      {
        field: 'tables',
        header: 'Reads',
        before: null,
        after: format.tables.map(({ kind }) => kind).join(', '),
      },
    ]
  return formatDifferences(JSON.parse(String(before.definition)), format).map(
    ({ pointer, before: was, after: is }) => ({ field: pointer, header: pointer, before: was, after: is }),
  )
}
