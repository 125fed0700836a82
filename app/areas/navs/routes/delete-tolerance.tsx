import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { deletionAnswer, removeRow } from '~/platform/tables/routes/row-popups'
import { RowDeletionDialog } from '~/platform/tables/row-dialogs'
import { tolerancesToday } from './tolerance-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'delete')
  return deletionAnswer(guarded, args, tolerancesToday(guarded))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'delete')
  return removeRow(guarded, args, () => tolerancesToday(guarded))
}

/** Confirmation popup before the deletion of a value of a tolerance is requested. */
export default function DeleteTolerance() {
  return <RowDeletionDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
