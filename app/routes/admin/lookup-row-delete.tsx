import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RowDeletion } from '~/components/admin/row-deletion'
import { DELETE_TITLE, deleteRow } from '~/domain/lookups/tables/delete-row.server'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { columnsWithOptions } from '~/domain/lookups/tables/read-row.server'
import { withOptionsOf } from '~/domain/lookups/tables/table-column'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { rowWriter, sentRow } from '~/http/row-forms'
import { Dialog } from '~/ui/dialog/dialog'
import { CloseLink } from '~/ui/open-close/close-link'
import { backToList } from './row-actions'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'administration', 'delete')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  const row = await table.find(read, args.params.key ?? '')
  const { name, one } = table
  const columns = withOptionsOf(await columnsWithOptions(read, table), row ? [row] : [])
  const shown = { name, one, row, columns, label: row ? table.labelOf(row) : '' }
  return data({ ...shown, idempotencyKey: services.ids.uuid() }, { status: row ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'delete')
  return formAnswer(
    args,
    async (typed) => {
      const table = lookupTableNamed(args.params.table)
      const { once, seen = null } = sentRow(typed, [])
      const what = { key: args.params.key ?? '', seen }
      const done = await guarded.transaction((tx) => deleteRow(tx, table, what, rowWriter(guarded, once)))
      return backToList(guarded, args, table, done)
    },
    DELETE_TITLE,
  )
}

/** Popup that asks before a row is deleted. */
export default function DeleteLookupRow() {
  const { name, one, label, row, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const closeHref = `/admin/lookups/${name}`
  return (
    <Dialog title={row ? `Delete ${one} ${label}?` : `No such ${one}`} closeHref={closeHref}>
      {row ? (
        <RowDeletion {...form} row={row} closeHref={closeHref} refused={refused} />
      ) : (
        <>
          <p>It is deleted already, or the address is wrong.</p>
          <CloseLink to={closeHref}>Back to the list</CloseLink>
        </>
      )}
    </Dialog>
  )
}
