import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RowForm } from '~/components/admin/row-form'
import { versionsIn } from '~/components/admin/row-versions'
import { isAllowed } from '~/domain/access/actor'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { columnsWithOptions } from '~/domain/lookups/tables/read-row.server'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { CloseLink } from '~/ui/open-close/close-link'
import { OpenLink } from '~/ui/open-close/open-link'
import { backToList, saveRow } from './row-actions'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'administration', 'update')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  const row = await table.find(read, args.params.key ?? '')
  const { name, one } = table
  const shown = {
    ...{ name, one, row },
    label: row ? table.labelOf(row) : '',
    columns: await columnsWithOptions(read, table),
    mayAdd: isAllowed(actor, table.functionId, 'add'),
    mayDelete: isAllowed(actor, table.functionId, 'delete'),
    idempotencyKey: services.ids.uuid(),
  }
  // Not an error page: somebody may have deleted it while its form was sent.
  return data(shown, { status: row ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return formAnswer(args, async (typed) => {
    const table = lookupTableNamed(args.params.table)
    const done = await saveRow(guarded, args, table, args.params.key ?? '', typed)
    return backToList(guarded, args, table, done)
  })
}

/** Popup with the form of a stored row. */
export default function LookupRow() {
  const { name, one, label, mayDelete, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const opened = versionsIn(refused)?.opened
  const row = form.row ?? (opened ? { ...opened, key: '' } : null)
  const closeHref = `/admin/lookups/${name}`
  if (row === null)
    return (
      <Dialog title={`No such ${one}`} closeHref={closeHref}>
        <p>It was deleted, or the address is wrong.</p>
        <CloseLink to={closeHref}>Back to the list</CloseLink>
      </Dialog>
    )
  return (
    <Dialog title={`Edit ${one} ${label}`} closeHref={closeHref}>
      <RowForm {...form} row={row} closeHref={closeHref} refused={refused} />
      {mayDelete && form.row && !opened && (
        <p>
          <OpenLink to={`${closeHref}/rows/${encodeURIComponent(row.key)}/delete`} replace>
            Delete this {one}
          </OpenLink>
        </p>
      )}
    </Dialog>
  )
}
