import { upsert } from 'db/bulk'
import { newsSeen } from 'db/schema/work'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, exists, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAllowed } from '~/areas/access/actor'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { kindsAtWork, objectKind, objectPage } from '~/platform/objects/object-kinds.server'
import { tellsUser } from '~/platform/workflow/record-act.server'
import type { EventClass } from '~/platform/workflow/types'
import { titlesOf } from './list.server'
import { MAX_COUNTED, type NewsItem } from './news'

const DAY_MS = 86_400_000
/** How far back the list goes; and how far the count of users who have never looked. */
const [LISTED_MS, FIRST_MS] = [14 * DAY_MS, DAY_MS]
const MAX_LISTED = 50

const event = alias(workflowEvent, 'event')
const own = alias(workflowEvent, 'own')

/**
 * What others did since an instant, newest first: steps that led to a queue of the user or concern an object on which
 * they took a step, and comments that mention them; and what was done for the user later, such as an upload that waited.
 * Only of kinds that they may open.
 */
function newsSince({ read, actor }: UserContext, since: Date, most: number) {
  const kinds = kindsAtWork()
    .map(({ kind }) => kind)
    .filter((kind) => objectKind(kind)?.functions.some((each) => isAllowed(actor, each)))
  const ownSteps = read
    .select({ id: own.id })
    .from(own)
    .where(
      and(
        eq(own.objectId, event.objectId),
        lt(own.seq, event.seq),
        eq(own.userId, actor.id),
        eq(own.type, 'step'),
      ),
    )
  const mentions = sql`${event.data} @> ${JSON.stringify({ mentions: [String(actor.id)] })}::jsonb`
  const tells = sql`${event.data} @> ${JSON.stringify(tellsUser(actor.id))}::jsonb`
  return read
    .select({
      id: event.id,
      kind: event.objectKind,
      objectId: event.objectId,
      at: event.at,
      by: event.whoName,
      said: event.log,
      status: event.status,
      queue: event.queue,
      class: event.class,
      mentioned: sql<boolean>`(${event.type} = 'act' and ${event.name} = 'comment')`,
    })
    .from(event)
    .where(
      and(
        gt(event.at, since),
        inArray(event.objectKind, kinds),
        or(
          and(
            ne(event.userId, actor.id),
            or(
              and(eq(event.type, 'step'), or(inArray(event.queue, [...actor.queues]), exists(ownSteps))),
              and(eq(event.type, 'act'), eq(event.name, 'comment'), mentions),
            ),
          ),
          and(ne(event.type, 'step'), tells),
        ),
      ),
    )
    .orderBy(desc(event.at), desc(event.id))
    .limit(most)
}

async function seenAt({ read, actor, now }: UserContext): Promise<Date> {
  const [row] = await read.select().from(newsSeen).where(eq(newsSeen.userId, actor.id))
  return row?.seenAt ?? new Date(now.getTime() - FIRST_MS)
}

/** How much came since the user last looked; one more than MAX_COUNTED for more. */
export async function countNews(context: UserContext): Promise<number> {
  const news = newsSince(context, await seenAt(context), MAX_COUNTED + 1)
  return context.read.$count(news.as('news'))
}

/** The newest of the last two weeks. */
export async function listNews(context: UserContext): Promise<NewsItem[]> {
  const events = await newsSince(context, new Date(context.now.getTime() - LISTED_MS), MAX_LISTED)
  const [seen, titles] = await Promise.all([seenAt(context), titlesOf(context.read, events)])
  return events.map(({ kind, objectId, ...event }) => ({
    ...event,
    title: titles.get(objectId) ?? `${kind} ${objectId}`,
    href: objectPage({ kind, objectId }),
    class: event.class as EventClass,
    isNew: event.at > seen,
  }))
}

/** The user has seen what came up to now. */
export async function markNewsSeen({ tx, actor, now }: UserWriteContext): Promise<void> {
  await upsert(tx, newsSeen, [newsSeen.userId], [{ userId: actor.id, seenAt: now }])
}
