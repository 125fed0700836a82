import type { Read } from 'db/database'
import { queueChoices } from '~/areas/access/queue-choices.server'
import type { Judged } from '~/platform/workflow/definition-step-faults'
import { shippedSteps } from '~/platform/workflow/definition-versions.server'
import { rulesOf } from './definition-kinds'

/** What the versions of a kind are held against now. */
export async function judgedBy(read: Read, kind: string): Promise<Judged> {
  const [shipped, queues] = [await shippedSteps(read, kind), await queueChoices(read)]
  return { rules: rulesOf(kind), shipped, queues: new Set(queues) }
}
