import type { ListKind } from '~/platform/lists/list-query'
import type { RowColumn, RowColumns } from '~/platform/lists/row-match'
import { type TableColumn, type TableRow, textOf } from './table-column'

const KINDS: Record<TableColumn['kind'], ListKind> = {
  text: 'text',
  choice: 'text',
  decimal: 'number',
  integer: 'number',
  day: 'day',
  instant: 'instant',
  boolean: 'boolean',
}

/** How the rows of a table are listed for people: a choice sorts, filters and groups by its label. */
export function rowColumns(columns: readonly TableColumn[]): RowColumns<TableRow> {
  return listed(columns, (column) => {
    const labels = new Map(column.options?.map(({ value, label }) => [value, label]))
    return (text) => labels.get(text) ?? text
  })
}

/** How they are listed for programs: every value as it is stored, and the key. */
export function callColumns(columns: readonly TableColumn[]): RowColumns<TableRow> {
  return { ...listed(columns, () => (text) => text), key: { kind: 'text', value: ({ key }) => key } }
}

function listed(
  columns: readonly TableColumn[],
  wordsOf: (column: TableColumn) => (text: string) => string,
): RowColumns<TableRow> {
  return Object.fromEntries(
    columns.map((column): [string, RowColumn<TableRow>] => {
      const words = wordsOf(column)
      const value = (row: TableRow) => {
        const text = textOf(row[column.id])
        return text === '' ? null : words(text)
      }
      const unspaced = column.grouped ? { unspaced: true as const } : {}
      return [column.id, { kind: KINDS[column.kind], value, ...unspaced }]
    }),
  )
}
