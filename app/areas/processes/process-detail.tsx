import { useLocation } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { readable } from '~/ui/grid/href'
import { askedTab } from '~/ui/tabs/asked-tab'
import { Tabs } from '~/ui/tabs/tabs'
import type { TaskRow } from './process'
import { TASK_GRID, taskColumns } from './task-list'

/** The tabs below an expanded process, in their order. */
export const DETAIL_TABS = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'events', label: 'Process Events' },
] as const

export type ProcessDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')

interface ProcessDetailProps {
  processDateId: number
  /** "CSSF reporting of Arvensis SICAV, 31/10/2026" */
  name: string
  tab: ProcessDetailTab
  /** Each is loaded only where its tab is open. */
  tasks: Listed<TaskRow> | null
  events: HistoryEvent[]
  /** Key of the task that is open beside the list. */
  openTask?: string
}

/** Below an expanded process: the tasks of that date, and its history of users and moves. */
export function ProcessDetail({ processDateId, name, tab, tasks, events, openTask }: ProcessDetailProps) {
  const timeZone = useTimeZone()
  const { pathname, search } = useLocation()
  const href = (id: ProcessDetailTab) => {
    const params = new URLSearchParams(search)
    params.set('detail', id)
    return `${pathname}?${readable(params)}`
  }
  return (
    <>
      <Tabs
        label={`Details of ${name}`}
        current={tab}
        tabs={DETAIL_TABS.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      {tab === 'tasks' && tasks && (
        <Grid
          title={`Tasks of ${name}`}
          panel
          columns={taskColumns(timeZone)}
          {...tasks}
          options={TASK_GRID}
          path="/processes"
          exportTo={`/processes/${processDateId}/export/tasks`}
          rowKey={(row) => String(row.task_id)}
          rowHref={(row) => `/processes/${processDateId}/tasks/${row.task_id}`}
          rowLabel={(row) => row.task_name}
          openKey={openTask}
          empty="This process had no task when its date was made. Tasks that an administrator adds to it are added to dates that are still ahead."
        />
      )}
      {tab === 'events' && (
        <Grid
          title={`Events of ${name}`}
          panel
          columns={eventColumns(timeZone, 1).filter(({ hiddenByDefault }) => !hiddenByDefault)}
          rows={events}
          total={events.length}
          rowKey={({ id }) => String(id)}
          empty="Nobody was given this process yet, and no holiday moved it."
        />
      )}
    </>
  )
}
