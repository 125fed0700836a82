import { KpiFields } from '~/areas/kpi/forms'
import { KPI_REFUSED, saveKpiComment } from '~/areas/kpi/save-kpi-comment.server'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { instanceById } from '~/platform/workflow/instance.server'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { TaskStepFields } from '../forms'
import { takeTaskStep } from '../take-task-step.server'
import { taskAt } from './task-page'

/** Title of a refusal without one of its own, by the form that was sent. */
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
  // Whoever starts a task has it before them now.
  const goesOn = status === 'IN PROGRESS'
  return redirectWithStatus(guarded, here + sameSearch(request, goesOn ? {} : { done: 1 }), done)
}
