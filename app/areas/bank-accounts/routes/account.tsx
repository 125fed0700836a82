import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { changeRow, rowAnswer } from '~/platform/tables/routes/row-popups'
import { RowDialog } from '~/platform/tables/row-dialogs'
import { accountsTable } from './account-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'update')
  const table = await pageRead(() => accountsTable(guarded, args))
  return rowAnswer(guarded, args, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'update')
  return changeRow(guarded, args, () => accountsTable(guarded, args))
}

/** Popup with the form of a bank account. */
export default function BankAccount() {
  return <RowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
