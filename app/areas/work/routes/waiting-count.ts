import type { Guarded } from '~/http/guard'
import { workReader } from '../exports'
import { countWork, type WorkCount } from '../list.server'

/** What waits for a user, for the top bar; null for users without queues: nothing ever waits for these. */
export async function waitingCount(asking: Pick<Guarded, 'actor' | 'services'>): Promise<WorkCount | null> {
  if (asking.actor.queues.length === 0) return null
  return countWork(asking.services.database.read, workReader(asking))
}
