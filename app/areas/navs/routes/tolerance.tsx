import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { changeRow, rowAnswer } from '~/platform/tables/routes/row-popups'
import { RowDialog } from '~/platform/tables/row-dialogs'
import { tolerancesToday } from './tolerance-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return rowAnswer(guarded, args, tolerancesToday(guarded))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return changeRow(guarded, args, () => tolerancesToday(guarded))
}

/** Popup with the form of a value of a tolerance. */
export default function Tolerance() {
  return <RowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
