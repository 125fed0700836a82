import { z } from 'zod'
import { jsonAnswer } from '~/http/calls/answer'
import { callKey } from '~/http/calls/key'
import type { Guarded } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import type { EditableTable, RowDone, RowWriter } from '../editable-table.server'
import { type PostedRow, plainRow } from '../posted-row'
import type { RowValues } from '../table-column'
import { rowWriter } from './row-forms'
import type { SentRow } from './row-shapes'

/** A row of an editable table as a call brings it. */
export interface CalledRow {
  /** '' when the call names none. */
  key: string
  posted: PostedRow
  /** The row as the caller loaded it; null when nothing is to be compared. */
  seen: RowValues | null
  by: RowWriter
}

const Key = z.union([z.string(), z.number()])

/** The row of a call's body, with what is needed to write it. */
export function calledRow(
  guarded: Guarded,
  request: Request,
  table: EditableTable,
  { key, seen, comment, ...columns }: SentRow,
): CalledRow {
  // A table may have a column of that name; where changes wait, it says why.
  const given = table.waits || comment === undefined ? columns : { ...columns, comment }
  const named = Key.safeParse(key)
  const posted = { ...given, ...wordsAsBooleans(request, table, given) }
  return {
    key: named.success && named.data !== '' ? String(named.data) : (table.keyIn(plainRow(given)) ?? ''),
    posted,
    seen: seen ?? null,
    by: rowWriter(
      guarded,
      callKey(guarded, request),
      table.waits && typeof comment === 'string' ? comment : '',
    ),
  }
}

/** A form has no booleans: there "true" and "false" stand for them. */
function wordsAsBooleans(request: Request, { columns }: EditableTable, given: PostedRow): PostedRow {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {}
  return Object.fromEntries(
    columns
      .filter(({ id, kind }) => kind === 'boolean' && (given[id] === 'true' || given[id] === 'false'))
      .map(({ id }) => [id, given[id] === 'true']),
  )
}

/** The key that a call names. @throws DomainError when it names none */
export function keyCalled({ key }: CalledRow, { one }: EditableTable): string {
  if (key !== '') return key
  throw new DomainError('invalid', `Say which ${one} is meant: give its "key" as the list tells it.`, {
    fields: { key: 'Give the key of the row.' },
  })
}

/**
 * A row as a verb left it, every column of its table told; 202 with a note where the change takes effect later, and what
 * else was done in `also`.
 */
export function rowAnswer({ columns }: EditableTable, { row, note, also }: RowDone, status = 200): Response {
  const blank = Object.fromEntries(columns.map(({ id }) => [id, null]))
  const told = {
    ...blank,
    ...row,
    ...(note === undefined ? {} : { note }),
    ...(also === undefined ? {} : { also }),
  }
  return jsonAnswer(told, note === undefined ? status : 202)
}
