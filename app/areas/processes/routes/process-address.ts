import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { processById } from '../list.server'
import { taskById } from '../tasks/tasks.server'
import { readerOf } from './process-tables'

/**
 * One process date or task by its id only, as documents and the audit trail name it: redirects to the row of the
 * process date, with its history below, or to the drawer of the task.
 */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'processdashboard')
  const { taskId, entityProcessDateId } = args.params
  if (taskId !== undefined) {
    const task = await pageRead(() => taskById(guarded.read, idInPath(taskId)))
    return redirect(`/processes/${task.entity_process_date_id}/tasks/${task.task_id}`)
  }
  const id = idInPath(entityProcessDateId)
  await pageRead(() => processById(guarded.read, id, readerOf(guarded)))
  return redirect(`/processes?filter.entity_process_date_id=${id}&expanded=${id}&detail=events`)
}
