import { useRouteLoaderData } from '@remix-run/react'
import { neighboursOf } from '~/ui/drawer/use-neighbours'
import type { loader } from './list'

/** The tasks before and after this one, as the row of its process shows them; none while that is not expanded. */
export function useTaskNeighbours(processDateId: number, taskId: number) {
  const expanded = useRouteLoaderData<typeof loader>('areas/processes/routes/list')?.expanded
  const rows = expanded?.processDateId === processDateId ? (expanded.tasks?.rows ?? []) : []
  const ids = rows.map(({ task_id }) => task_id)
  return neighboursOf(ids, taskId, (other) => `/processes/${processDateId}/tasks/${other}`)
}
