import { data } from '@remix-run/node'
import { type FunctionId, isAllowed, type Permission } from '~/areas/access/actor'
import { sameSearch } from '~/http/address'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { columnsWithOptions, createRow, DELETE_TITLE, deleteRow, updateRow } from '../change-rows.server'
import { doneLine, type EditableTable, type RowDone } from '../editable-table.server'
import { formColumns, withNamedOptions } from '../options.server'
import { optionsByColumn, withOptionsOf } from '../table-column'
import { sentRow } from './row-forms'

/**
 * Stores the values of a row's form: over the version that it last showed, or as a new row if that was deleted.
 * @throws the errors of guard, sentRow, updateRow and createRow
 */
export async function saveRow(
  guarded: Guarded,
  args: RouteArgs,
  table: EditableTable,
  key: string,
  typed: Readonly<Record<string, string>>,
): Promise<RowDone> {
  const { seen, comment, ...sent } = sentRow(typed, table.columns)
  if (seen === undefined) throw new DomainError('invalid', 'Reload the page and try again.')
  const posted = await withNamedOptions(guarded.read, table, sent.posted, seen)
  if (seen !== null)
    return guarded.transaction((context) => updateRow(context, table, { key, posted, seen }, comment))
  await guard(args, table.functionId, 'add')
  return guarded.transaction((context) => createRow(context, table, posted, comment))
}

/** Returns to the list, with a description of the result; replaces the form's entry in the browser history. */
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

/** Returns the table; throws a DomainError if there is none. */
type TableOf = (guarded: Guarded) => EditableTable | Promise<EditableTable>

/** The popup of an address below a table, which is also the right it needs: new, rows/:key, rows/:key/delete. */
function popupAt({ request, params }: RouteArgs): 'add' | 'update' | 'delete' {
  if (params.key === undefined) return 'add'
  return /\/rows\/[^/]+\/delete\/*$/i.test(new URL(request.url).pathname) ? 'delete' : 'update'
}

/** The data of a row's popup (`RowPopup`). */
export async function rowPopup(args: RouteArgs, functionId: FunctionId, tableOf: TableOf) {
  const popup = popupAt(args)
  const guarded = await guard(args, functionId, popup)
  const table = await pageRead(async () => tableOf(guarded))
  const all = await columnsWithOptions(guarded.read, table)
  const form = formOf(guarded, table)
  if (popup === 'add') return data({ popup, ...form, columns: formColumns(table, all, []) })
  const row = await table.find(guarded, args.params.key ?? '')
  // Before a deletion values are only shown, so the other choices of their columns stay on the server.
  const rows = row ? [row] : []
  const columns = popup === 'delete' ? withOptionsOf(all, rows) : formColumns(table, all, rows)
  const stored = { ...form, columns, row, label: row ? table.labelOf(row, optionsByColumn(all)) : '' }
  // Not an error page: another user may have deleted it in the meantime.
  const init = { status: row ? 200 : 404 }
  if (popup === 'delete') return data({ popup, ...stored }, init)
  const may = (permission: Permission) => isAllowed(guarded.actor, table.functionId, permission)
  return data({ popup, ...stored, mayAdd: may('add'), mayDelete: may('delete') }, init)
}

/** Adds, stores or deletes the posted row. */
export async function saveRowPopup(args: RouteArgs, functionId: FunctionId, tableOf: TableOf) {
  const popup = popupAt(args)
  const guarded = await guard(args, functionId, popup)
  return { add: addRow, update: changeRow, delete: removeRow }[popup](guarded, args, () => tableOf(guarded))
}

/** Properties of any row's form, apart from its columns. */
function formOf({ services }: Guarded, { one, path: closeHref, waits }: EditableTable) {
  return { one, closeHref, waits: Boolean(waits), idempotencyKey: services.ids.uuid() }
}

/** Adds the posted row. */
function addRow(guarded: Guarded, args: RouteArgs, tableOf: () => ReturnType<TableOf>) {
  return formAnswer(args, async (typed) => {
    const table = await tableOf()
    const { comment, ...sent } = sentRow(typed, table.columns)
    const posted = await withNamedOptions(guarded.read, table, sent.posted, null)
    const done = await guarded.transaction((context) => createRow(context, table, posted, comment))
    return backToList(guarded, args, table, done)
  })
}

/** Stores the posted row. */
function changeRow(guarded: Guarded, args: RouteArgs, tableOf: () => ReturnType<TableOf>) {
  return formAnswer(args, async (typed) => {
    const table = await tableOf()
    const done = await saveRow(guarded, args, table, args.params.key ?? '', typed)
    return backToList(guarded, args, table, done)
  })
}

/** Deletes the posted row. */
function removeRow(guarded: Guarded, args: RouteArgs, tableOf: () => ReturnType<TableOf>) {
  return formAnswer(
    args,
    async (typed) => {
      const table = await tableOf()
      const { seen = null, comment } = sentRow(typed, [])
      const what = { key: args.params.key ?? '', seen }
      const done = await guarded.transaction((context) => deleteRow(context, table, what, comment))
      return backToList(guarded, args, table, done)
    },
    DELETE_TITLE,
  )
}
