import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { DEMO_ENDS } from '~/areas/access/demo-time'
import type { UserContext } from '~/areas/access/user-context'
import { type FirstAct, firstRunOf } from './first-run'

/** How long a user is new, in ms. */
const NEW_MS = 30 * 24 * 60 * 60_000

/** The first acts of a user, and which of them are done. */
export interface ShownRun {
  title: string
  acts: (FirstAct & { isDone: boolean })[]
  /** Unfolded: nothing is done yet, and there is no story of a demo. */
  open: boolean
}

/**
 * What a new user does first, by their queues; null once it is done.
 * @param inDemo everybody is new in the demo, whatever they did in its story, and tries it with the samples
 */
export async function firstRunFor(
  { read, actor, now }: UserContext,
  { inDemo }: { inDemo: boolean },
): Promise<ShownRun | null> {
  const run = firstRunOf(actor.queues)
  if (run === null) return null
  const since = inDemo ? DEMO_ENDS : await createdAt({ read, actor })
  if (!inDemo && now.getTime() - since.getTime() > NEW_MS) return null
  const { userId, at, name, objectKind } = workflowEvent
  const names = run.acts.flatMap(({ done }) => done.names)
  const events = await read
    .selectDistinct({ kind: objectKind, name })
    .from(workflowEvent)
    .where(and(eq(userId, actor.id), gt(at, since), inArray(name, names)))
  const acts = run.acts.map((act) => ({
    ...act,
    samples: inDemo ? act.samples : [],
    isDone: events.some(
      (event) => act.done.kinds.includes(event.kind) && act.done.names.includes(event.name),
    ),
  }))
  if (acts.every(({ isDone }) => isDone)) return null
  return { title: run.title, acts, open: !inDemo && events.length === 0 }
}

async function createdAt({ read, actor }: Pick<UserContext, 'read' | 'actor'>): Promise<Date> {
  const [user] = await read.select({ at: appUser.createdAt }).from(appUser).where(eq(appUser.id, actor.id))
  return user?.at ?? new Date(0)
}
