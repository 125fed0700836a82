import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { instanceById } from '~/platform/workflow/instance.server'
import { objectKind } from './object-kinds.server'

/** Who changed an object last, and when. */
export interface LastChange {
  by: string
  at: Date
}

/**
 * The last change of an object by another user since an instant; null for none, or if the user may not open it.
 * @throws DomainError not-found
 */
export async function lastChangeByOthers(
  { read, actor }: UserContext,
  objectId: number,
  since: Date,
): Promise<LastChange | null> {
  const { kind } = await instanceById(read, objectId)
  if (!objectKind(kind)?.functions.some((each) => isAllowed(actor, each))) return null
  const [found] = await read
    .select({ by: workflowEvent.whoName, at: workflowEvent.at })
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, objectId),
        gt(workflowEvent.at, since),
        sql`${workflowEvent.userId} is distinct from ${actor.id}`,
      ),
    )
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  return found ?? null
}
