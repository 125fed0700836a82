import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { Events } from '~/platform/page/event-grid'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { DetailTabs } from '~/ui/tabs/tabs'
import { DETAIL_TABS, type ExpandedProcessTab } from './list'
import { type ShownTask, shownTaskColumns, TASK_GRID } from './tasks/task-list'

interface ExpandedProcessProps {
  processDateId: number
  /** "CSSF reporting of Arvensis SICAV, 31/10/2026" */
  name: string
  tab: ExpandedProcessTab
  /** Each is loaded only when its tab is open. */
  tasks: (Listed<ShownTask> & WithDeclared) | null
  events: HistoryEvent[]
  /** Key of the task that is open next to the list. */
  openTask?: string
}

/** Below an expanded process: the tasks of that date, and its history of users and moves. */
export function ExpandedProcess({ processDateId, name, tab, tasks, events, openTask }: ExpandedProcessProps) {
  return (
    <>
      <DetailTabs of={name} tabs={DETAIL_TABS} current={tab} />
      {tab === 'tasks' && tasks && (
        <Grid
          title={`Tasks of ${name}`}
          panel
          columns={shownTaskColumns(tasks.declared)}
          {...tasks}
          options={TASK_GRID}
          path="/processes"
          exportTo={`/processes/${processDateId}/export/tasks`}
          rowKey={(row) => String(row.task_id)}
          rowHref={(row) => `/processes/${processDateId}/tasks/${row.task_id}`}
          rowLabel={(row) => row.task_name}
          openKey={openTask}
          empty="This process had no tasks when its date was created. Tasks that an administrator adds apply to future dates."
        />
      )}
      {tab === 'events' && (
        <Events
          title={`Events of ${name}`}
          events={events}
          round={1}
          empty="No events yet: it has not been assigned, and no holiday has moved it."
        />
      )}
    </>
  )
}
