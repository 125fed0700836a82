import type { Guarded } from '~/http/guard'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { workReader } from '../grid-sources'
import { countWork } from '../list.server'
import type { WorkCount } from '../work'

/** What waits for a user, for the top bar; null for users for whom nothing ever waits. */
export async function waitingCount(asking: Pick<Guarded, 'actor' | 'services'>): Promise<WorkCount | null> {
  const { actor } = asking
  if (actor.queues.length === 0 && kindsDecidedBy(actor).length === 0) return null
  return countWork(asking.services.database.read, workReader(asking))
}
