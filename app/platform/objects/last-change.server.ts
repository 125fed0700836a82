import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { objectKind } from './object-kinds.server'

/** Who changed an object last, and when. */
export interface LastChange {
  by: string
  at: Date
}

/** The last change of an object by another user since an instant; null for none, or if the user may not open it. */
export async function lastChangeByOthers(
  { read, actor }: UserContext,
  objectId: number,
  since: Date,
): Promise<LastChange | null> {
  const [found] = await read
    .select({ kind: workflowInstance.kind, by: workflowEvent.whoName, at: workflowEvent.at })
    .from(workflowEvent)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, workflowEvent.objectId))
    .where(
      and(
        eq(workflowEvent.objectId, objectId),
        gt(workflowEvent.at, since),
        sql`${workflowEvent.userId} is distinct from ${actor.id}`,
      ),
    )
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  const mayOpen = found && objectKind(found.kind)?.functions.some((each) => isAllowed(actor, each))
  return mayOpen ? { by: found.by, at: found.at } : null
}
