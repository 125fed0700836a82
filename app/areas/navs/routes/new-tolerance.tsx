import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { addRow, newRowAnswer } from '~/platform/tables/routes/row-popups'
import { NewRowDialog } from '~/platform/tables/row-dialogs'
import { tolerancesToday } from './tolerance-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  return newRowAnswer(guarded, tolerancesToday(guarded))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  return addRow(guarded, args, () => tolerancesToday(guarded))
}

/** Popup with the form of a new value of a tolerance. */
export default function NewTolerance() {
  return <NewRowDialog {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
