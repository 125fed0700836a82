import type { Read } from 'db/database'
import { userQueue } from 'db/schema/access'
import { workflowStep } from 'db/schema/workflow'
import { isNobodysQueue, PRODUCT_QUEUES } from '~/platform/workflow/queues'

/**
 * Queues that somebody may be a member of, and a task be given to, in alphabetical order: the product's, those that act
 * in some workflow of the site, and those that have members.
 */
export async function queueChoices(read: Read): Promise<string[]> {
  const [steps, members] = await Promise.all([
    read.selectDistinct({ queue: workflowStep.actingQueue }).from(workflowStep),
    read.selectDistinct({ queue: userQueue.queue }).from(userQueue),
  ])
  const all = new Set([...PRODUCT_QUEUES, ...[...steps, ...members].map(({ queue }) => queue)])
  return [...all].filter((queue) => !isNobodysQueue(queue)).sort()
}
