import { z } from 'zod'
import type { Column } from './column'
import { readGiven, ValueFault } from './given-value'
import type { RowValues, TableColumn } from './table-column'

export type RowSchema = z.ZodType<RowValues>

/** The schema of a row whose columns read forms and calls as the import reads its cells. */
export function rowSchema(fields: Readonly<Record<string, Column>>): RowSchema {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([field, column]) => [
      field,
      z.unknown().transform((given, context) => {
        const value = readGiven(column, given)
        if (!(value instanceof ValueFault)) return value
        context.addIssue({ code: 'custom', message: value.sentence })
        return z.NEVER
      }),
    ]),
  )
  return z.object(shape) as RowSchema
}

/** The columns of a table out of those of the import, with what only the screens need. */
export function tableColumns(
  fields: Readonly<Record<string, Column>>,
  more: Readonly<Record<string, Partial<TableColumn>>> = {},
): TableColumn[] {
  return Object.entries(fields).map(([id, { header, kind, blank, choices }]) => ({
    id,
    label: header,
    kind,
    required: blank === undefined && kind !== 'boolean',
    ...(choices.length > 0 ? { options: choices.map((value) => ({ value, label: value })) } : {}),
    ...more[id],
  }))
}
