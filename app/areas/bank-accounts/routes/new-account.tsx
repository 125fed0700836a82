import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { addRow, newRowAnswer } from '~/platform/tables/routes/row-popups'
import { NewRowDialog } from '~/platform/tables/row-dialogs'
import { accountsTable } from './account-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'add')
  const table = await pageRead(() => accountsTable(guarded, args))
  return newRowAnswer(guarded, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'add')
  return addRow(guarded, args, () => accountsTable(guarded, args))
}

/** Popup with the form of a new bank account. */
export default function NewAccount() {
  return <NewRowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
