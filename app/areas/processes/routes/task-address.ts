import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { taskById } from '../tasks/tasks.server'

/** A task by its id alone, as documents and the audit trail name it: redirects to its drawer. */
export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'processdashboard')
  const task = await pageRead(() => taskById(read, idInPath(args.params.taskId)))
  return redirect(`/processes/${task.entity_process_date_id}/tasks/${task.task_id}`)
}
