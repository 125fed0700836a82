import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { KpiFields } from '~/areas/kpi/forms'
import { KPI_REFUSED, kpiComments, saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { sameSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { TaskStepFields } from '../forms'
import { taskView } from '../tasks/tasks.server'
import { taskWorkflow } from '../workflow.server'

/** A short list needs no filter row. */
const FEW = 10

/** A task as an address names it. @throws DomainError not-found for one of another process date, too */
export async function taskAt(guarded: Guarded, processDateId: number, taskId: number) {
  const view = await taskView(guarded, taskId)
  if (view.process.entity_process_date_id !== processDateId)
    throw new DomainError('not-found', 'This process has no such task. Open the task from its process.')
  return view
}

/** All that the drawer of a task shows. */
export async function readTaskPage(
  guarded: Guarded,
  request: Request,
  processDateId: number,
  taskId: number,
) {
  const { actor, services } = guarded
  const { history, ...view } = await taskAt(guarded, processDateId, taskId)
  const table = eventTable(guarded, history, view.instance.round)
  const [events, documents, methods] = await Promise.all([
    sourcePage(guarded, request, table),
    documentsPanel(guarded, request, view.instance),
    kpiComments(guarded, taskId),
  ])
  return {
    view,
    events,
    documents,
    methods: methods.map((each) => ({ ...each, idempotencyKey: services.ids.uuid() })),
    filtered: history.length > FEW,
    mayUpdate: isAllowed(actor, 'processdashboard', 'update'),
    idempotencyKey: services.ids.uuid(),
  }
}

interface TaskPage {
  guarded: Guarded
  request: Request
  processDateId: number
  taskId: number
}

const hereOf = ({ processDateId, taskId }: TaskPage) => `/processes/${processDateId}/tasks/${taskId}`

/** The next step of the task. */
const step = pageForm({
  title: STEP_REFUSED,
  fields: TaskStepFields,
  async answer(page: TaskPage, { eventLog, stepId, ...chosen }) {
    const { guarded, request, processDateId, taskId } = page
    const { transaction } = guarded
    await taskAt(guarded, processDateId, taskId)
    const input = { ...chosen, comment: eventLog }
    const { done, status } = await transaction(async (context) => ({
      done: await takeStep(context, taskWorkflow, taskId, stepId, input),
      status: (await instanceById(context.tx, taskId)).status,
    }))
    // The user who starts a task now has it open.
    const goesOn = status === 'IN PROGRESS'
    return redirectWithStatus(guarded, hereOf(page) + sameSearch(request, goesOn ? {} : { done: 1 }), done)
  },
})

/** A comment on one KPI of the task. */
const comment = pageForm({
  title: KPI_REFUSED,
  fields: KpiFields,
  async answer(page: TaskPage, fields) {
    const { guarded, request, processDateId, taskId } = page
    const { transaction } = guarded
    await taskAt(guarded, processDateId, taskId)
    await transaction((context) => saveKpiComment(context, { objectId: taskId, ...fields }))
    return redirectWithStatus(guarded, hereOf(page) + sameSearch(request), 'KPI comment saved')
  },
})

/** The forms of a task's drawer. */
export const TASK_FORMS: PageForms<TaskPage> = { step, 'comment KPI': comment }
