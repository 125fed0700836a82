import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RowForm } from '~/components/admin/row-form'
import { createRow } from '~/domain/lookups/tables/create-row.server'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { columnsWithOptions } from '~/domain/lookups/tables/read-row.server'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { rowWriter, sentRow } from '~/http/row-forms'
import { Dialog } from '~/ui/dialog/dialog'
import { backToList } from './row-actions'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'administration', 'add')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  const { name, one } = table
  return { name, one, columns: await columnsWithOptions(read, table), idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  return formAnswer(args, async (typed) => {
    const table = lookupTableNamed(args.params.table)
    const { posted, once } = sentRow(typed, table.columns)
    const done = await guarded.transaction((tx) => createRow(tx, table, posted, rowWriter(guarded, once)))
    return backToList(guarded, args, table, done)
  })
}

/** Popup with the form of a new row. */
export default function NewLookupRow() {
  const { name, one, ...form } = useLoaderData<typeof loader>()
  const closeHref = `/admin/lookups/${name}`
  return (
    <Dialog title={`New ${one}`} closeHref={closeHref}>
      <RowForm {...form} row={null} mayAdd closeHref={closeHref} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
