import { z } from 'zod'
import type { EditableTable, RowDone, RowWriter } from '~/domain/lookups/tables/editable-table.server'
import { type PostedRow, plainRow } from '~/domain/lookups/tables/posted-row'
import type { RowValues } from '~/domain/lookups/tables/table-column'
import { DomainError } from '~/domain/values/domain-error'
import { jsonAnswer } from './calls/answer'
import { bodyOf } from './calls/body'
import { callKey } from './calls/key'
import type { Guarded } from './guard'
import { rowWriter, Seen } from './row-forms'

/** A row of an editable table as a call brings it. */
export interface CalledRow {
  /** '' when the call names none. */
  key: string
  posted: PostedRow
  /** The row as the caller loaded it; null when nothing is to be compared. */
  seen: RowValues | null
  by: RowWriter
}

const Row = z.looseObject({})
const Key = z.union([z.string(), z.number()])

/**
 * The row of a call: its columns by name, and if the caller wishes `seen`, the row as it was loaded, to be told when
 * somebody changed it since. `key` names a stored row, or the table's own key fields do; the key may be all there is.
 * @throws CallFault and DomainError as bodyOf; DomainError when it is no row
 */
export async function calledRow(
  guarded: Guarded,
  request: Request,
  table: EditableTable,
): Promise<CalledRow> {
  const body = await bodyOf(request)
  const bare = Key.safeParse(body)
  const row = Row.safeParse(bare.success ? { key: bare.data } : body)
  if (!row.success) throw new DomainError('invalid', 'Send the row as one JSON object.')
  const { key, seen, comment, ...columns } = row.data
  // A table may have a column of that name; where changes wait, it says why.
  const given = table.waits || comment === undefined ? columns : { ...columns, comment }
  const named = Key.safeParse(key)
  const posted = { ...given, ...wordsAsBooleans(request, table, given) }
  return {
    key: named.success ? String(named.data) : (table.keyIn(plainRow(given)) ?? ''),
    posted,
    seen: seen === undefined || seen === null ? null : loadedRow(seen),
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

function loadedRow(seen: unknown): RowValues {
  const row = Seen.safeParse(seen)
  if (row.success) return row.data
  throw new DomainError('invalid', 'Give "seen" as the row was loaded, one value for each column.', {
    fields: { seen: 'Give the row as it was loaded.' },
  })
}

/** The key that a call names. @throws DomainError when it names none */
export function keyCalled({ key }: CalledRow, { one }: EditableTable): string {
  if (key !== '') return key
  throw new DomainError('invalid', `Say which ${one} is meant: give its "key" as the list tells it.`, {
    fields: { key: 'Give the key of the row.' },
  })
}

/** A row as a verb left it; 202 with a note where the change takes effect later, and what else was done in `also`. */
export function rowAnswer({ row, note, also }: RowDone, status = 200): Response {
  const told = { ...row, ...(note === undefined ? {} : { note }), ...(also === undefined ? {} : { also }) }
  return jsonAnswer(told, note === undefined ? status : 202)
}
