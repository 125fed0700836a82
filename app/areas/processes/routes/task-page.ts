import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { kpiComments } from '~/areas/kpi/kpi-comments.server'
import { kpiNow } from '~/areas/kpi/routes/kpi-table'
import type { Guarded } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainError } from '~/platform/values/domain-error'
import { taskView } from '../task-view.server'
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
