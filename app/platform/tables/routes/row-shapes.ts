import { z } from 'zod'
import { aBoolean, aDay, aNumber, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import type { EditableTable } from '../editable-table.server'
import type { TableColumn } from '../table-column'

/** What calls take and answer of the rows of editable tables, by the columns of each table. */

function shapeOf({ id, kind }: TableColumn): z.ZodType {
  // A choice is the id of a row of another table, or a word.
  if (kind === 'choice') return /Id$/.test(id) ? anId : aText
  return {
    text: aText,
    decimal: anAmount,
    integer: aNumber,
    day: aDay,
    instant: anInstant,
    boolean: aBoolean,
  }[kind]
}

/**
 * A row of a table as its calls answer it; what was done, and what waits, is told beside it.
 * @param own fields that are no columns
 */
export function rowShape(
  { name, columns, keyIn }: Pick<EditableTable, 'name' | 'columns' | 'keyIn'>,
  own: z.ZodRawShape = {},
) {
  const values = columns.map((column): [string, z.ZodType] => [
    column.id,
    column.required ? shapeOf(column) : shapeOf(column).nullable(),
  ])
  return z
    .object({
      // Not of a row that waits to be added.
      ...(keyIn({ id: 1 }) === null ? {} : { id: anId.optional() }),
      ...Object.fromEntries(values),
      ...own,
      key: aText.describe('Names the row; "" while it waits to be added.'),
      note: aText.optional().describe('Of a change that waits: when it takes effect.'),
      also: aText.optional().describe('Of a change: what else was done.'),
    })
    .meta({ id: `${pascal(name)}Row` })
}

const pascal = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const LOADED = 'Give it as the row was loaded, one value for each column.'
const aValue = z.union([z.string(), z.number(), z.boolean(), z.null()], LOADED)

/** What names a row in a body; anything else names none. */
export const rowKeyValue = z.union([z.string(), z.number()]).optional().catch('')

/** What a row may be sent with beside its columns. */
export const carriedFields = {
  key: rowKeyValue.describe('Names a stored row; the fields that it is made of do as well.'),
  seen: z
    .record(z.string(), aValue, LOADED)
    .nullish()
    .describe('The row as it was loaded: then a row that somebody changed since is refused with 409.'),
  comment: z.unknown().optional().describe('Why, for whoever decides where the change waits.'),
}

/** A row of any table: its columns by name, as they are answered; a column that is left out stays as it is. */
export const aSentRow = z
  .looseObject(carriedFields)
  .describe('The columns of the table by name, as its rows are answered.')
export type SentRow = z.output<typeof aSentRow>
