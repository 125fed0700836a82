import { upsert } from 'db/bulk'
import { newsSeen } from 'db/schema/work'
import { workflowEvent } from 'db/schema/workflow'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { kindsAtWork, objectKind, objectPage } from '~/platform/objects/object-kinds.server'
import type { EventClass } from '~/platform/workflow/types'
import { titlesOf } from './list.server'
import { MAX_COUNTED, type NewsItem } from './news'

const DAY_MS = 86_400_000
/** How far back the list goes; and how far the count of users who have never looked. */
const [LISTED_MS, FIRST_MS] = [14 * DAY_MS, DAY_MS]
const MOST_LISTED = 50

/**
 * What others did since an instant, newest first: steps that led to a queue of the user or concern an object on which
 * they took a step, and comments that mention them. Only of kinds that they may open.
 */
function newsSql(actor: Actor, since: Date, most: number): SQL | null {
  const kinds = kindsAtWork()
    .map(({ kind }) => kind)
    .filter((kind) => objectKind(kind)?.functions.some((each) => isAllowed(actor, each)))
  if (kinds.length === 0) return null
  const arrived = actor.queues.length === 0 ? sql`false` : inArray(sql`event.queue`, [...actor.queues])
  const own = sql`exists (select from ${workflowEvent} own
    where own.object_id = event.object_id and own.seq < event.seq and own.user_id = ${actor.id} and own.type = 'step')`
  const mentions = sql`event.data @> ${JSON.stringify({ mentions: [String(actor.id)] })}::jsonb`
  return sql`select event.id, event.object_kind as kind, event.object_id, event.at, event.who_name as by, event.log as said,
      event.status, event.queue, event.class, (event.type = 'act') as mentioned
    from ${workflowEvent} event
    where event.at > ${since.toISOString()}::timestamptz and event.user_id <> ${actor.id} and ${inArray(sql`event.object_kind`, kinds)}
      and (event.type = 'step' and (${arrived} or ${own})
        or event.type = 'act' and event.name = 'comment' and ${mentions})
    order by event.at desc, event.id desc limit ${most}`
}

async function seenAt({ read, actor, now }: UserContext): Promise<Date> {
  const [row] = await read.select().from(newsSeen).where(eq(newsSeen.userId, actor.id))
  return row?.seenAt ?? new Date(now.getTime() - FIRST_MS)
}

/** How much came since the user last looked; one more than MAX_COUNTED for more. */
export async function countNews(context: UserContext): Promise<number> {
  const news = newsSql(context.actor, await seenAt(context), MAX_COUNTED + 1)
  if (news === null) return 0
  const found: unknown = await context.read.execute(sql`select count(*)::int as count from (${news}) news`)
  const [row] = found as { count: number }[]
  return row?.count ?? 0
}

interface StoredNews {
  id: string | number
  kind: string
  object_id: string | number
  at: Date | string
  by: string
  said: string
  status: string
  queue: string
  class: string
  mentioned: boolean
}

/** The newest of the last two weeks. */
export async function listNews(context: UserContext): Promise<NewsItem[]> {
  const { read, actor, now } = context
  const news = newsSql(actor, new Date(now.getTime() - LISTED_MS), MOST_LISTED)
  if (news === null) return []
  const found: unknown = await read.execute(news)
  const stored = found as StoredNews[]
  const objects = stored.map((row) => ({ kind: row.kind, objectId: Number(row.object_id) }))
  const [seen, titles] = await Promise.all([seenAt(context), titlesOf(read, objects)])
  return stored.map((row) => {
    const objectId = Number(row.object_id)
    const at = new Date(row.at)
    return {
      id: Number(row.id),
      at,
      title: titles.get(objectId) ?? `${row.kind} ${objectId}`,
      href: objectPage({ kind: row.kind, objectId }),
      by: row.by,
      said: row.said,
      status: row.status,
      queue: row.queue,
      class: row.class as EventClass,
      mentioned: row.mentioned,
      isNew: at > seen,
    }
  })
}

/** The user has seen what came up to now. */
export async function markNewsSeen({ tx, actor, now }: UserWriteContext): Promise<void> {
  await upsert(tx, newsSeen, [newsSeen.userId], [{ userId: actor.id, seenAt: now }])
}
