import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { handleIntents, pageRead } from '~/http/page-answer'
import { Drawer } from '~/ui/drawer/drawer'
import { neighboursOf, useDone } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { TaskTitle, TaskView } from '../tasks/task-view'
import type { loader as listLoader } from './list'
import { readTaskPage, TASK_FORMS } from './task-page'

/** The tasks before and after this one, as the row of its process shows them; empty while that is not expanded. */
export function useTaskNeighbours(processDateId: number, taskId: number) {
  const expanded = useRouteLoaderData<typeof listLoader>('areas/processes/routes/list')?.expanded
  const rows = expanded?.processDateId === processDateId ? (expanded.tasks?.rows ?? []) : []
  const ids = rows.map(({ task_id }) => task_id)
  return neighboursOf(ids, taskId, (other) => `/processes/${processDateId}/tasks/${other}`)
}

const idsIn = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  processDateId: idInPath(params.entityProcessDateId),
  taskId: idInPath(params.taskId),
})

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'processdashboard')
  const { processDateId, taskId } = idsIn(args)
  return pageRead(() => readTaskPage(guarded, args.request, processDateId, taskId))
}

/** The forms of a task: its next step, its KPI comments. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'processdashboard', 'update')
  return handleIntents(args, TASK_FORMS, { guarded, request: args.request, ...idsIn(args) })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${data.view.task.task_name} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One task next to the list; its drawer is titled with the process. */
export default function Task() {
  const page = useLoaderData<typeof loader>()
  const { task, process, instance } = page.view
  return (
    <Drawer
      {...useDone('/processes')}
      {...useTaskNeighbours(process.entity_process_date_id, task.task_id)}
      title={<TaskTitle process={process.process} task={task.task_name} instance={instance} />}
    >
      <TaskView {...page} refused={useActionData<typeof action>()} />
    </Drawer>
  )
}
