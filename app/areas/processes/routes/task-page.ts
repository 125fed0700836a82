import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { KpiFields } from '~/areas/kpi/forms'
import { KPI_REFUSED, kpiComments, saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { kpiNow } from '~/areas/kpi/routes/kpi-table'
import { sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { TaskStepFields } from '../forms'
import { taskView } from '../tasks.server'
import { takeTaskStep } from '../workflow.server'
import { readerOf } from './process-source'

/** Few rows are seen at a glance and need no filter row. */
const FEW = 10

/** A task as an address names it. @throws DomainError not-found for one of another process date, too */
export async function taskAt(guarded: Guarded, processDateId: number, taskId: number) {
  const view = await taskView(guarded.read, guarded.actor, taskId, readerOf(guarded).today)
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
  const { actor, read, services } = guarded
  const { history, ...view } = await taskAt(guarded, processDateId, taskId)
  const table = eventTable(history, services.settings.timeZone, view.instance.round)
  const [events, documents, methods] = await Promise.all([
    sourcePage(guarded, request, table),
    documentsPanel(guarded, request, view.instance),
    kpiComments(read, taskId, kpiNow(services)),
  ])
  return {
    ...{ view, events, documents },
    methods: methods.map((each) => ({ ...each, idempotencyKey: services.ids.uuid() })),
    filtered: history.length > FEW,
    mayUpdate: isAllowed(actor, 'processdashboard', 'update'),
    idempotencyKey: services.ids.uuid(),
  }
}

/** Title of a refusal that has none of its own, by the form that was sent. */
export function titleOf(typed: Readonly<Record<string, string>>): string {
  return typed.intent === 'step' ? STEP_REFUSED : KPI_REFUSED
}

/** Runs the form of a task's drawer that was sent: its next step, or a KPI comment. */
export async function answerToTaskForm(
  guarded: Guarded,
  request: Request,
  { processDateId, taskId }: { processDateId: number; taskId: number },
  typed: Record<string, string>,
) {
  const { actor, transaction, services } = guarded
  const now = services.clock()
  await taskAt(guarded, processDateId, taskId)
  const here = `/processes/${processDateId}/tasks/${taskId}`
  if (typed.intent !== 'step') {
    const input = { objectId: taskId, ...parseFields(typed, KpiFields, KPI_REFUSED) }
    await transaction((tx) => saveKpiComment(tx, actor, input, now))
    return redirectWithStatus(guarded, here + sameSearch(request), 'KPI comment saved')
  }
  const { eventLog, ...step } = parseFields(typed, TaskStepFields, STEP_REFUSED)
  const { done, status } = await transaction(async (tx) => ({
    done: await takeTaskStep(tx, actor, { ...step, taskId, comment: eventLog }, now),
    status: (await instanceById(tx, taskId)).status,
  }))
  // The user who starts a task now has it open.
  const goesOn = status === 'IN PROGRESS'
  return redirectWithStatus(guarded, here + sameSearch(request, goesOn ? {} : { done: 1 }), done)
}
