import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NewRowDialog } from '~/components/admin/tables/row-dialogs'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { addRow, newRowAnswer } from '../tables/row-popups'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  return newRowAnswer(guarded, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  return addRow(guarded, args, () => lookupTableNamed(args.params.table))
}

/** Popup with the form of a new row. */
export default function NewLookupRow() {
  return <NewRowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
