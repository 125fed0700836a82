import { showDay, showExact, showFixed, showIban, showInstant, showYesNo } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { type TableColumn, type TableRow, textOf } from './table-column'

/** The columns of an editable table as its grid shows them. */
export function gridColumns(columns: readonly TableColumn[], timeZone: string): GridColumn<TableRow>[] {
  return columns.map((column) => ({
    id: column.id,
    label: column.label,
    kind: KINDS[column.kind],
    width: column.width ?? WIDTHS[column.kind],
    // A closed list is chosen from; what may be thousands is typed.
    ...(column.kind === 'choice' && column.options && !column.openEnded
      ? { filter: 'select' as const, options: column.options.map(({ label }) => ({ value: label, label })) }
      : {}),
    decimals: column.decimals,
    hiddenByDefault: column.lines !== undefined,
    // Groups and filters know an instant by its day.
    show: (text) => (column.kind === 'instant' ? showDay(text) : shownText(column, text, timeZone)),
    exported: (row) => optionLabel(column, textOf(row[column.id])) || null,
    render: (row) => shownValue(column, row[column.id], timeZone),
  }))
}

const KINDS = {
  text: 'text',
  choice: 'text',
  decimal: 'number',
  integer: 'number',
  day: 'day',
  instant: 'instant',
  boolean: 'boolean',
} as const

const WIDTHS: Partial<Record<TableColumn['kind'], number>> = {
  day: 120,
  instant: 140,
  boolean: 100,
  integer: 90,
  decimal: 160,
}

/** A value of a row as people read it. */
export function shownValue(column: TableColumn, value: unknown, timeZone: string): string {
  return shownText(column, textOf(value), timeZone)
}

function shownText(column: TableColumn, text: string, timeZone: string): string {
  if (text === '') return ''
  if (column.grouped) return showIban(text)
  if (column.kind === 'instant') return showInstant(text, timeZone)
  // What somebody typed may be no day and no number.
  if (column.kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? showDay(text) : text
  if (column.kind === 'decimal' && !/^-?\d+(\.\d+)?$/.test(text)) return text
  if (column.kind === 'decimal')
    return column.decimals === undefined ? showExact(text) : showFixed(text, column.decimals)
  if (column.kind === 'boolean') return showYesNo(text === 'true')
  return optionLabel(column, text)
}

function optionLabel({ options }: TableColumn, text: string): string {
  return options?.find(({ value }) => value === text)?.label ?? text
}
