import type { Actor } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import type { Services } from '~/http/server/services'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { workReader } from '../grid-sources'
import { countWork } from '../list.server'
import type { WorkCount } from '../work'

/** What waits for a user, for the top bar; null for users for whom nothing ever waits. */
export async function waitingCount(context: UserContext): Promise<WorkCount | null> {
  const { actor, read } = context
  if (actor.queues.length === 0 && kindsDecidedBy(actor).length === 0) return null
  return countWork(read, workReader(context))
}

/** The same for the frame around a page, which is shown without a guard. */
export const waitingCountOf = (services: Services, actor: Actor) => waitingCount(workOf(services, actor))
