import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { processById } from '../list.server'
import { readerOf } from './process-tables'

/** One process date by its id, as the audit trail names it: redirects to its row, with its history below. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'processdashboard')
  const id = idInPath(args.params.entityProcessDateId)
  await pageRead(() => processById(guarded.read, id, readerOf(guarded)))
  return redirect(`/processes?filter.entity_process_date_id=${id}&expanded=${id}&detail=events`)
}
