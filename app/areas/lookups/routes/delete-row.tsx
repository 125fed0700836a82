import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { deletionAnswer, removeRow } from '~/platform/tables/routes/row-popups'
import { RowDeletionDialog } from '~/platform/tables/row-dialogs'
import { lookupTableNamed } from '../lookup-tables.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'delete')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  return deletionAnswer(guarded, args, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'delete')
  return removeRow(guarded, args, () => lookupTableNamed(args.params.table))
}

/** Confirmation popup before a row is deleted. */
export default function DeleteLookupRow() {
  return <RowDeletionDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
