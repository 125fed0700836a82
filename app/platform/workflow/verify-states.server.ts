import type { Read } from 'db/database'
import { workflowDefinition, workflowEvent, workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'

/** Objects a statement: each is well within the time of a read. */
const OBJECTS = 20_000

/**
 * Holds each object's state against its newest event, in a sentence; null when they agree. Both are compared within
 * one statement, which sees them as of one moment.
 */
export async function stateFault(read: Read): Promise<string | null> {
  const moved = await firstFault(read, movedAfter)
  if (moved)
    return `${moved.kind} ${moved.object_id} stands at ${moved.status} (${moved.queue}), which is not what its newest event says`
  const lost = await firstFault(read, lostAfter)
  return lost ? `${lost.kind} ${lost.object_id} has events, but its state was removed` : null
}

interface Fault {
  kind: string
  object_id: string
  status: string
  queue: string
}

/** Looks at all objects, page by page in the order of their ids. */
async function firstFault(read: Read, page: (after: number) => SQL): Promise<Fault | null> {
  for (let after = -1; ; ) {
    const found: unknown = await read.execute(page(after))
    const rows = found as (Fault & { last: string; wrong: boolean })[]
    const wrong = rows.find((row) => row.wrong)
    if (wrong) return wrong
    const last = rows[0]?.last
    if (last === undefined || last === null) return null
    after = Number(last)
  }
}

/** One row with the last object of the page, and one for the first that is wrong. */
const movedAfter = (after: number) => sql`
  with page as materialized (
    select object_id, kind, queue, status, class, round from ${workflowInstance}
    where object_id > ${after} order by object_id limit ${OBJECTS})
  select true as wrong, kind, object_id, queue, status, null::bigint as last from (
    select i.* from page i
    left join lateral (select e.queue, e.status, e.class, e.round from ${workflowEvent} e
      where e.object_id = i.object_id order by e.seq desc limit 1) last on true
    where (i.queue, i.status, i.class, i.round) is distinct from (last.queue, last.status, last.class, last.round)
    order by i.object_id limit 1) as moved
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong`

const lostAfter = (after: number) => sql`
  with page as materialized (
    select object_id, object_kind from ${workflowEvent}
    where object_id > ${after} and seq = 1 order by object_id limit ${OBJECTS})
  select true as wrong, object_kind as kind, object_id, null as queue, null as status, null::bigint as last from (
    select e.* from page e
    where e.object_kind in (select kind from ${workflowDefinition})
      and not exists (select from ${workflowInstance} i where i.object_id = e.object_id)
    order by e.object_id limit 1) as lost
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong`
