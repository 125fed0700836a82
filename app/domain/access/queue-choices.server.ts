import type { Read } from 'db/doors'
import { userQueue } from 'db/schema/access'
import { workflowStep } from 'db/schema/workflow'
import { OWN_QUEUE } from '~/domain/workflow/types'

/** Where objects rest that nobody acts on, and what stands for the team of a task. */
const NOBODYS = new Set(['SYSTEM', 'COMPLETED', OWN_QUEUE])

/** Queues that somebody may be a member of: those that act in some workflow, and those that have members. */
export async function queueChoices(read: Read): Promise<string[]> {
  const [steps, members] = await Promise.all([
    read.selectDistinct({ queue: workflowStep.actingQueue }).from(workflowStep),
    read.selectDistinct({ queue: userQueue.queue }).from(userQueue),
  ])
  const all = new Set([...steps, ...members].map(({ queue }) => queue))
  return [...all].filter((queue) => !NOBODYS.has(queue)).sort()
}
