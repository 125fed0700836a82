import { z } from 'zod'
import { aBoolean, aDay, aNumber, anAmount, anId, anInstant, aText, jsonAnswer } from '~/http/calls/answers'
import { DomainError } from '~/platform/values/domain-error'
import { capitalised } from '~/platform/values/show'
import type { EditableTable, RowDone } from '../editable-table.server'
import type { RowValues, TableColumn } from '../table-column'
import { type PostedRow, plainRow } from '../table-row'

/** The fields that calls accept and return for the rows of editable tables, by the columns of each table. */

function shapeOf({ id, kind }: TableColumn): z.ZodType {
  // A choice is the id of a row of another table, or a text.
  if (kind === 'choice') return /Id$/.test(id) ? anId : aText
  return {
    text: aText,
    decimal: anAmount,
    integer: aNumber,
    day: aDay,
    yearDay: aText.describe('A day of every year as MM-DD.'),
    instant: anInstant,
    boolean: aBoolean,
  }[kind]
}

/**
 * A row of a table as its calls return it, with the result and any waiting change.
 * @param own fields that are not columns
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
      // A row waiting to be added has no id.
      ...(keyIn({ id: 1 }) === null ? {} : { id: anId.optional() }),
      ...Object.fromEntries(values),
      ...own,
      key: aText.describe('Identifies the row; "" while its addition is pending.'),
      note: aText.optional().describe('Of a pending change: when it takes effect.'),
      also: aText.optional().describe('Of a change: what else happened.'),
    })
    .meta({ id: `${pascal(name)}Row` })
}

const pascal = (name: string) =>
  name
    .split('-')
    .map((word) => capitalised(word))
    .join('')

const LOADED = 'Give it as the row was loaded, one value for each column.'
const aValue = z.union([z.string(), z.number(), z.boolean(), z.null()], LOADED)

/** The key of a row in a body; a value of another type counts as missing. */
export const rowKeyValue = z.union([z.string(), z.number()]).optional().catch('')

/** The fields that may be sent with a row, in addition to its columns. */
export const carriedFields = {
  key: rowKeyValue.describe('Identifies a stored row; its key fields can be sent instead.'),
  seen: z
    .record(z.string(), aValue, LOADED)
    .nullish()
    .describe('The row as it was loaded: if it has changed since, the call is refused with 409.'),
  comment: z.unknown().optional().describe('The reason, shown to the person who approves the change.'),
}

/** A row of any table: its columns by name, as calls return them; missing columns stay unchanged. */
export const aSentRow = z
  .looseObject(carriedFields)
  .describe('The columns of the table by name, as its rows are answered.')
export type SentRow = z.output<typeof aSentRow>

/** A row of an editable table, as sent by a call. */
export interface CalledRow {
  /** '' if the call gives none. */
  key: string
  posted: PostedRow
  /** The row as the caller loaded it; null to compare nothing. */
  seen: RowValues | null
  /** The reason, if the change waits for approval. */
  comment: string
}

const Key = z.union([z.string(), z.number()])

/** The row of a call's body. */
export function calledRow(
  request: Request,
  table: EditableTable,
  { key, seen, comment, ...columns }: SentRow,
): CalledRow {
  // A table may have a column of that name; where changes wait, it is the reason.
  const given = table.waits || comment === undefined ? columns : { ...columns, comment }
  const named = Key.safeParse(key)
  const posted = { ...given, ...wordsAsBooleans(request, table, given) }
  return {
    key: named.success && named.data !== '' ? String(named.data) : (table.keyIn(plainRow(given)) ?? ''),
    posted,
    seen: seen ?? null,
    comment: table.waits && typeof comment === 'string' ? comment : '',
  }
}

/** Forms have no booleans: they send "true" and "false". */
function wordsAsBooleans(request: Request, { columns }: EditableTable, given: PostedRow): PostedRow {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {}
  return Object.fromEntries(
    columns
      .filter(({ id, kind }) => kind === 'boolean' && (given[id] === 'true' || given[id] === 'false'))
      .map(({ id }) => [id, given[id] === 'true']),
  )
}

/** The key in a call. @throws DomainError if missing */
export function keyCalled({ key }: CalledRow, { one }: EditableTable): string {
  if (key !== '') return key
  throw new DomainError('invalid', `Give the "key" of the ${one}, as in the list.`, {
    fields: { key: 'Give the key of the row.' },
  })
}

/**
 * A row after a write, with every column of its table; 202 with a note if the change takes effect later, and further
 * effects in `also`.
 */
export function rowAnswer({ columns }: EditableTable, { row, note, also }: RowDone, status = 200): Response {
  const blank = Object.fromEntries(columns.map(({ id }) => [id, null]))
  const answer = {
    ...blank,
    ...row,
    ...(note === undefined ? {} : { note }),
    ...(also === undefined ? {} : { also }),
  }
  return jsonAnswer(answer, note === undefined ? status : 202)
}
