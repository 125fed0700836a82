import type { AppLoadContext } from '@remix-run/node'
import type { Actor } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { countWork } from '../list.server'
import { countNews } from '../news.server'
import type { WorkCount } from '../work'
import { workReader } from '../work-objects.server'

/** What waits for a user, and how much others did with their work, or said to them, since they last looked. */
export interface TopbarCount extends WorkCount {
  /** False for users for whom nothing ever waits; they may be mentioned. */
  hasWork: boolean
  news: number
}

const NO_WORK: WorkCount = { waiting: 0, late: 0, kinds: [] }

/** The numbers of the top bar. */
export async function waitingCount(context: UserContext): Promise<TopbarCount> {
  const { actor } = context
  const hasWork = actor.queues.length > 0 || kindsDecidedBy(actor).length > 0
  const [work, news] = await Promise.all([
    hasWork ? countWork(workReader(context)) : NO_WORK,
    countNews(context),
  ])
  return { ...work, hasWork, news }
}

/** The same for the frame around a page, which is shown without a guard. */
export const waitingCountOf = (context: AppLoadContext, actor: Actor) =>
  waitingCount(workOf(context.services, actor, { shared: context }))
