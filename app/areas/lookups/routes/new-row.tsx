import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { addRow, newRowAnswer } from '~/platform/tables/routes/row-popups'
import { NewRowDialog } from '~/platform/tables/row-dialogs'
import { lookupTableNamed } from '../lookup-tables.server'

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
