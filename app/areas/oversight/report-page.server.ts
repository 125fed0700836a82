import { stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { nextStepsOf } from '~/platform/objects/take-step.server'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { workflowProgress } from '~/platform/workflow/workflow-progress'
import { ENDED, FROZEN } from './oversight'
import { computeReport, type ReportContext } from './read-facts.server'
import { type Difference, differencesOf } from './report'
import { reportById } from './reports.server'
import { signaturesOf } from './signatures'
import { oversightWorkflow } from './workflow.server'

/** A report as its page and its call show it. @throws DomainError not-found */
export async function reportView(context: UserContext, id: number) {
  const { read, actor } = context
  const stored = await reportById(read, id)
  const instance = await instanceById(read, id)
  const [history, steps, marks] = await Promise.all([
    historyOf(read, id),
    stepsOfInstance(read, instance),
    oversightWorkflow.marks(context, instance),
  ])
  return {
    stored,
    instance,
    history,
    signatures: signaturesOf(history, instance.round),
    isFrozen: instance.status === FROZEN,
    isEnded: ENDED.includes(instance.status),
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
    progress: workflowProgress(instance, steps, history),
  }
}

/** What a report would say otherwise if it were computed now. */
export async function changedSince(context: ReportContext, id: number): Promise<Difference[]> {
  const { report } = await reportById(context.read, id)
  return differencesOf(report, await computeReport(context, report))
}
