import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { changeRow, rowAnswer } from '~/platform/tables/routes/row-popups'
import { RowDialog } from '~/platform/tables/row-dialogs'
import { lookupTableNamed } from '../lookup-tables.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  return rowAnswer(guarded, args, table)
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return changeRow(guarded, args, () => lookupTableNamed(args.params.table))
}

/** Popup with the form of a stored row. */
export default function LookupRow() {
  return <RowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
