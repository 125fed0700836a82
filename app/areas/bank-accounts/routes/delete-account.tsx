import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { deletionAnswer, removeRow } from '~/platform/tables/routes/row-popups'
import { RowDeletionDialog } from '~/platform/tables/row-dialogs'
import { accountsTable } from './account-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'delete')
  const table = await pageRead(() => accountsTable(guarded, args))
  return deletionAnswer(guarded, args, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'delete')
  return removeRow(guarded, args, () => accountsTable(guarded, args))
}

/** Confirmation popup before the deletion of a bank account is requested. */
export default function DeleteAccount() {
  return <RowDeletionDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
