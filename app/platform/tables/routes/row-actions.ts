import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { DomainError } from '~/platform/values/domain-error'
import { createRow } from '../create-row.server'
import { doneLine, type EditableTable, type RowDone } from '../editable-table.server'
import { updateRow } from '../update-row.server'
import { rowWriter, sentRow } from './row-forms'

/**
 * Stores what the form of a row holds: over the version that it was shown last, or anew where that was deleted.
 * @throws what guard, sentRow, updateRow and createRow throw
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

/** Back to the list as it was, with a line that says what was done; the form's place in the history is taken. */
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
