import type { Actor } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import type { Services } from '~/http/server/services'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { countWork, workReader } from '../list.server'
import { countNews } from '../news.server'
import type { WorkCount } from '../work'

/** What waits for a user, and how much others did with their work since they last looked. */
export interface TopbarCount extends WorkCount {
  news: number
}

/** What waits for a user, for the top bar; null for users for whom nothing ever waits. */
export async function waitingCount(context: UserContext): Promise<TopbarCount | null> {
  const { actor } = context
  if (actor.queues.length === 0 && kindsDecidedBy(actor).length === 0) return null
  const [work, news] = await Promise.all([countWork(workReader(context)), countNews(context)])
  return { ...work, news }
}

/** The same for the frame around a page, which is shown without a guard. */
export const waitingCountOf = (services: Services, actor: Actor) => waitingCount(workOf(services, actor))
