import type { Read } from 'db/database'
import { appUser, authorisation, userQueue, uxFunction } from 'db/schema/access'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Actor, type FunctionId, type HeldBack, heldUntil, isAllowed } from './actor'
import { worksAlone } from './second-person.server'
import { userColumns } from './users.server'

/** What a user may not do at this instant, whatever their rights allow. */
export async function heldBackOf(
  read: Read,
  {
    resetAt,
    resetAlone,
    mayAdminister,
  }: { resetAt: Date | null; resetAlone: boolean; mayAdminister: boolean },
  now: Date,
): Promise<HeldBack> {
  const until = resetAt && heldUntil(resetAt)
  const money = resetAlone ? 'reset alone' : mayAdminister && (await worksAlone(read)) ? 'works alone' : null
  return { until: until !== null && until > now ? until : null, money }
}

/**
 * A user who is not disabled, with authorisations and queues; null otherwise.
 * @param now the instant at which the holds after an access reset are judged
 */
export async function actorById(read: Read, userId: number, now: Date): Promise<Actor | null> {
  const [users, functions, queues] = await Promise.all([
    read
      .select({
        ...userColumns,
        resetAt: appUser.resetAt,
        resetAlone: appUser.resetAlone,
      })
      .from(appUser)
      .where(and(eq(appUser.id, userId), isNull(appUser.disabledAt))),
    read
      .select({
        id: uxFunction.id,
        name: uxFunction.name,
        domain: uxFunction.domain,
        domainType: uxFunction.domainType,
        isDomain: uxFunction.isDomain,
        routing: uxFunction.routing,
        uxSortOrder: uxFunction.uxSortOrder,
        add: authorisation.add,
        update: authorisation.update,
        delete: authorisation.delete,
      })
      .from(authorisation)
      .innerJoin(uxFunction, eq(uxFunction.id, authorisation.functionId))
      .where(eq(authorisation.userId, userId))
      .orderBy(asc(uxFunction.uxSortOrder)),
    read.select({ queue: userQueue.queue }).from(userQueue).where(eq(userQueue.userId, userId)),
  ])
  const [found] = users
  if (!found) return null
  const { resetAt, resetAlone, ...user } = found
  const authorisations = functions.map(({ id, add, update, delete: remove, ...rest }) => ({
    uxFunction: { uxFunction: id as FunctionId, ...rest },
    permissions: { add, update, delete: remove },
  }))
  const mayAdminister = isAllowed({ authorisations }, 'administration', 'update')
  return {
    ...user,
    fullName: `${user.firstName} ${user.lastName}`.trim(),
    queues: queues.map(({ queue }) => queue),
    authorisations,
    heldBack: await heldBackOf(read, { resetAt, resetAlone, mayAdminister }, now),
  }
}
