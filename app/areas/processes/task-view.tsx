import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import type { EditedKpi } from '~/areas/kpi/edited-kpi'
import { KpiEditor } from '~/areas/kpi/kpi-editor'
import { useTimeZone } from '~/platform/page/use-site'
import { EVENT_GRID, eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import type { Instance } from '~/platform/workflow/types'
import { Badge } from '~/ui/badge/badge'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { PageSection } from '~/ui/page/page'
import { KpiSaid } from './kpi-said'
import { TaskFacts } from './task-facts'
import { TaskInfo } from './task-info'
import type { TaskView as View } from './task-view.server'

/** All that the drawer of a task shows. */
export interface TaskViewProps {
  view: Omit<View, 'history'>
  events: Listed<HistoryEvent>
  /** Have they so many rows that they need a filter row? */
  filtered: boolean
  documents: PanelOfDocuments
  methods: EditedKpi[]
  /** May this person change anything of processes? */
  mayUpdate: boolean
  idempotencyKey: string
}

interface TaskTitleProps {
  process: string
  task: string
  instance: Instance
}

/** Title of the drawer: the process, then the task with where it stands. */
export function TaskTitle({ process, task, instance }: TaskTitleProps) {
  return (
    <>
      {process} <span className="task-title">{task}</span>{' '}
      <Badge kind={instance.class} status={instance.status} queue={instance.queue} />
    </>
  )
}

/** One task: what it asks for, its papers, what happened so far, and where it goes next. */
export function TaskView({ view, events, filtered, ...props }: TaskViewProps & { refused?: Refused }) {
  const { task, process, instance, steps } = view
  const timeZone = useTimeZone()
  const base = `/processes/${process.entity_process_date_id}/tasks/${task.task_id}`
  const isStep = props.refused?.typed.intent === 'step'
  return (
    <>
      <PageSection>
        <TaskFacts task={task} process={process} />
      </PageSection>
      <PageSection title="Task Info">
        <TaskInfo html={task.descriptionHtml} />
      </PageSection>
      <PageSection title="Uploads">
        <DocumentsPanel panel={props.documents} />
      </PageSection>
      <PageSection title="Events">
        <Grid
          title="Events"
          panel
          columns={eventColumns(timeZone, instance.round)}
          {...events}
          options={EVENT_GRID}
          path={base}
          exportTo={`${base}/export/task_workflow`}
          filterRow={filtered}
          search={filtered}
          rowKey={({ id }) => String(id)}
        />
      </PageSection>
      <PageSection title="Actions">
        <StepForm
          key={instance.lastEventId}
          {...steps}
          seenEventId={instance.lastEventId}
          idempotencyKey={props.idempotencyKey}
          none={
            task.is_completion_step
              ? `This task is complete. Members of ${instance.queue} who may update Processes can reopen it.`
              : `There is no step for you here now: members of ${instance.queue} who may update Processes take this task on.`
          }
          refused={isStep ? props.refused : undefined}
        />
      </PageSection>
      {props.mayUpdate ? (
        <KpiEditor methods={props.methods} path={base} refused={isStep ? undefined : props.refused} />
      ) : (
        <KpiSaid methods={props.methods} />
      )}
    </>
  )
}
