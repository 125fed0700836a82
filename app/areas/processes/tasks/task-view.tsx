import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import type { KpiCommentData } from '~/areas/kpi/kpi-comments.server'
import { type EditedKpi, KpiEditor } from '~/areas/kpi/kpi-form'
import { EventSection } from '~/platform/page/event-grid'
import { useTimeZone } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StateBadge } from '~/platform/workflow/state-badge'
import { StepForm } from '~/platform/workflow/step-form'
import type { Instance } from '~/platform/workflow/types'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import type { Refused } from '~/ui/form/error-summary'
import type { Listed } from '~/ui/grid/grid-view'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { ProcessRow } from '../fields.server'
import type { TaskDetail, TaskView as View } from './tasks.server'

/** The comments on the KPIs of a task, for those who only read. */
function KpiComments({ methods }: { methods: KpiCommentData[] }) {
  const items = methods.flatMap(({ method_name, comment_list, current_comment }) => {
    if (!current_comment) return []
    const { comment_id, comment_log } = current_comment
    const text = comment_list.find((comment) => comment.comment_id === comment_id)?.comment_value ?? ''
    return [{ term: method_name, value: comment_log === '' ? text : `${text}: ${comment_log}` }]
  })
  return (
    <PageSection title="KPI comments">
      {items.length > 0 ? <Description items={items} stacked /> : <p className="muted">None.</p>}
    </PageSection>
  )
}

interface TaskFactsProps extends Pick<View, 'madeWith'> {
  task: TaskDetail
  process: ProcessRow
}

/** The task's process, user and due date. */
function TaskFacts({ task, process, madeWith }: TaskFactsProps) {
  const event = madeWith === null ? process.entity_event : <Link to={madeWith}>{process.entity_event}</Link>
  return (
    <Description
      items={[
        { term: 'Task Due Date', value: showDay(task.task_due_date) },
        { term: 'Task Team', value: task.task_team },
        { term: 'Group', value: task.task_group },
        { term: 'Entity', value: process.entity },
        { term: 'Components', value: process.entity_group_components },
        {
          term: 'Event',
          value: (
            <>
              {event}, {showDay(process.event_date)}
            </>
          ),
        },
        { term: 'Process Due Date', value: showDay(process.process_due_date) },
        { term: 'Recipient', value: process.recipient },
        { term: 'User', value: process.user_name || 'Unassigned' },
      ]}
    />
  )
}

/**
 * "Task Info" of a task: the text of its process type.
 * @param html as the domain cleaned it when it was read; no other HTML may be passed
 */
function TaskInfo({ html }: { html: string }) {
  if (html === '') return <p className="muted">No instructions for this task.</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on write and on read (clean-html.server.ts)
  return <div className="task-info" dangerouslySetInnerHTML={{ __html: html }} />
}

/** All that the drawer of a task shows. */
export interface TaskViewProps {
  view: Omit<View, 'history'>
  events: Listed<HistoryEvent>
  /** Whether there are enough rows for a filter row. */
  filtered: boolean
  documents: PanelOfDocuments
  methods: EditedKpi[]
  /** May this person change anything in Processes? */
  mayUpdate: boolean
  idempotencyKey: string
}

interface TaskTitleProps {
  process: string
  task: string
  instance: Instance
}

/** Title of the drawer: the process, then the task with its status. */
export function TaskTitle({ process, task, instance }: TaskTitleProps) {
  return (
    <>
      {process} <span className="task-title">{task}</span> <StateBadge state={instance} />
    </>
  )
}

/** One task: its instructions, its documents, its history so far, and its next steps. */
export function TaskView({ view, events, filtered, ...props }: TaskViewProps & { refused?: Refused }) {
  const { task, process, instance, steps, madeWith } = view
  const base = `/processes/${process.entity_process_date_id}/tasks/${task.task_id}`
  const isStep = props.refused?.typed.intent === 'step'
  return (
    <>
      <BeforeStep>
        <PageSection>
          <TaskFacts task={task} process={process} madeWith={madeWith} />
        </PageSection>
        <PageSection title="Task Info">
          <TaskInfo html={task.descriptionHtml} />
        </PageSection>
        <PageSection title="Uploads">
          <DocumentsPanel panel={props.documents} />
        </PageSection>
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`${base}/export/task_workflow`}
          filtered={filtered}
        />
        {props.mayUpdate ? (
          <KpiEditor methods={props.methods} path={base} refused={isStep ? undefined : props.refused} />
        ) : (
          <KpiComments methods={props.methods} />
        )}
      </BeforeStep>
      <NextStep title="Actions">
        <StepForm
          key={instance.lastEventId}
          {...steps}
          timeZone={useTimeZone()}
          queue={instance.queue}
          seenEventId={instance.lastEventId}
          idempotencyKey={props.idempotencyKey}
          none={
            instance.kind === 'deadline'
              ? `This is done with ${process.entity_event}: a step of it ends this task.`
              : task.is_completion_step
                ? `This task is complete. Members of ${instance.queue} who may update Processes can reopen it.`
                : `You have no action here. Waiting for members of ${instance.queue} who may update Processes.`
          }
          refused={isStep ? props.refused : undefined}
        />
      </NextStep>
    </>
  )
}
