import { InlineActions, type InlineFormProps } from '~/ui/editing/inline-form'
import { InlineInput } from '~/ui/editing/inline-input'
import type { Refused } from '~/ui/form/refusal'
import type { GridRows } from '~/ui/grid/grid-body'
import { seenIn } from './row-conflict-view'
import { choicesOf, isEntered, writtenValue } from './row-fields'
import { type TableColumn, type TableRow, textOf } from './table-column'

const CONTROLS = {
  text: 'text',
  choice: 'choice',
  decimal: 'decimal',
  integer: 'decimal',
  day: 'day',
  instant: 'text',
  boolean: 'boolean',
} as const

/** A text of several lines has no room in a cell. */
const isInline = (column: TableColumn, row: TableRow) => isEntered(column, row) && column.lines === undefined

/** The form of a row that is edited in place. */
export function inlineForm(
  columns: readonly TableColumn[],
  row: TableRow,
  idempotencyKey: string,
  refused: Refused | undefined,
): InlineFormProps['form'] {
  const kept = columns.filter((column) => !column.readOnly && !isInline(column, row))
  return {
    id: 'inline',
    idempotencyKey,
    hidden: {
      seen: seenIn(refused) ?? JSON.stringify(row),
      ...Object.fromEntries(kept.map(({ id }) => [id, textOf(row[id])])),
    },
    refused,
  }
}

/** What the grid shows of it: a field in each cell that can be changed. */
export function inlineEditing(columns: readonly TableColumn[], key: string): GridRows<TableRow>['editing'] {
  return {
    key,
    actions: <InlineActions />,
    cell({ id }, row) {
      const column = columns.find((each) => each.id === id)
      if (!column || !isInline(column, row)) return undefined
      const value = writtenValue(column, row)
      return (
        <InlineInput
          name={id}
          label={column.label}
          kind={CONTROLS[column.kind]}
          value={value}
          options={choicesOf(column, value)}
          required={column.required}
          maxLength={column.longest}
          first={id === columns.find((each) => isInline(each, row))?.id}
        />
      )
    },
  }
}
