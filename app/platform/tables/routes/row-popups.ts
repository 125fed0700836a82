import { data } from '@remix-run/node'
import { isAllowed } from '~/areas/access/actor'
import { sameSearch } from '~/http/address'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { columnsWithOptions, createRow, DELETE_TITLE, deleteRow, updateRow } from '../change-rows.server'
import { doneLine, type EditableTable, type RowDone } from '../editable-table.server'
import { withOptionsOf, wordsIn } from '../table-column'
import { rowWriter, sentRow } from './row-forms'

/**
 * Stores the values of a row's form: over the version that it last showed, or as a new row where that was deleted.
 * @throws the errors of guard, sentRow, updateRow and createRow
 */
export async function saveRow(
  guarded: Guarded,
  args: RouteArgs,
  table: EditableTable,
  key: string,
  typed: Readonly<Record<string, string>>,
): Promise<RowDone> {
  const { once, posted, seen, comment } = sentRow(typed, table.columns)
  const by = rowWriter(guarded, once, comment)
  if (seen === undefined) throw new DomainError('invalid', 'Reload the page and try again.')
  if (seen !== null) return guarded.transaction((tx) => updateRow(tx, table, { key, posted, seen }, by))
  await guard(args, table.functionId, 'add')
  return guarded.transaction((tx) => createRow(tx, table, posted, by))
}

/**
 * Back to the list as it was, with a line that says what was done; it replaces the form's entry in the browser history.
 */
export async function backToList(
  guarded: Guarded,
  { request }: RouteArgs,
  table: EditableTable,
  done: RowDone,
): Promise<Response> {
  const list = `${table.path}${sameSearch(request, { edit: null })}`
  const answer = await redirectWithStatus(guarded, list, doneLine(table, done))
  answer.headers.set('X-Remix-Replace', 'true')
  return answer
}

/** Loaders and actions of the popups of an editable table's rows; they return the props of their dialogs. */

/** Returns the table; throws a DomainError where there is none. */
type TableOf = () => EditableTable | Promise<EditableTable>

/** The data for the form of a new row. */
export async function newRowAnswer({ read, services }: Guarded, table: EditableTable) {
  const { one, path: closeHref, waits = false } = table
  return {
    one,
    closeHref,
    waits,
    columns: await columnsWithOptions(read, table),
    idempotencyKey: services.ids.uuid(),
  }
}

/** The data for the form of a stored row; 404 with the same page where there is none. */
export async function rowAnswer(guarded: Guarded, { params }: RouteArgs, table: EditableTable) {
  const { actor, read } = guarded
  const row = await table.find(read, params.key ?? '')
  const form = await newRowAnswer(guarded, table)
  const shown = {
    ...form,
    row,
    label: row ? table.labelOf(row, wordsIn(form.columns)) : '',
    mayAdd: isAllowed(actor, table.functionId, 'add'),
    mayDelete: isAllowed(actor, table.functionId, 'delete'),
  }
  // Not an error page: another user may have deleted it while its form was sent.
  return data(shown, { status: row ? 200 : 404 })
}

/** The data for the question before a deletion. */
export async function deletionAnswer(guarded: Guarded, { params }: RouteArgs, table: EditableTable) {
  const row = await table.find(guarded.read, params.key ?? '')
  const form = await newRowAnswer(guarded, table)
  const columns = withOptionsOf(form.columns, row ? [row] : [])
  return data(
    { ...form, columns, row, label: row ? table.labelOf(row, wordsIn(columns)) : '' },
    { status: row ? 200 : 404 },
  )
}

/** Adds the row that was posted. */
export function addRow(guarded: Guarded, args: RouteArgs, tableOf: TableOf) {
  return formAnswer(args, async (typed) => {
    const table = await tableOf()
    const { posted, once, comment } = sentRow(typed, table.columns)
    const by = rowWriter(guarded, once, comment)
    const done = await guarded.transaction((tx) => createRow(tx, table, posted, by))
    return backToList(guarded, args, table, done)
  })
}

/** Stores the row that was posted. */
export function changeRow(guarded: Guarded, args: RouteArgs, tableOf: TableOf) {
  return formAnswer(args, async (typed) => {
    const table = await tableOf()
    const done = await saveRow(guarded, args, table, args.params.key ?? '', typed)
    return backToList(guarded, args, table, done)
  })
}

/** Deletes the row that was posted. */
export function removeRow(guarded: Guarded, args: RouteArgs, tableOf: TableOf) {
  return formAnswer(
    args,
    async (typed) => {
      const table = await tableOf()
      const { once, seen = null, comment } = sentRow(typed, [])
      const what = { key: args.params.key ?? '', seen }
      const by = rowWriter(guarded, once, comment)
      const done = await guarded.transaction((tx) => deleteRow(tx, table, what, by))
      return backToList(guarded, args, table, done)
    },
    DELETE_TITLE,
  )
}
