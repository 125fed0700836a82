import type { Read } from 'db/doors'
import { appUser, authorisation } from 'db/schema/access'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'

/** Ids of all who hold administration update, disabled users included: whoever enables them gives it back. */
export async function administrationHolders(read: Read): Promise<number[]> {
  const rows = await read
    .select({ id: authorisation.userId })
    .from(authorisation)
    .where(and(eq(authorisation.functionId, 'administration'), eq(authorisation.update, true)))
    .orderBy(asc(authorisation.userId))
  return rows.map(({ id }) => id)
}

/** Ids of those who may change the rights of others: users, not disabled, with administration update. */
export async function administratorIds(read: Read): Promise<number[]> {
  const rows = await read
    .select({ id: appUser.id })
    .from(appUser)
    .innerJoin(authorisation, eq(authorisation.userId, appUser.id))
    .where(
      and(
        isNull(appUser.disabledAt),
        eq(authorisation.functionId, 'administration'),
        eq(authorisation.update, true),
      ),
    )
    .orderBy(asc(appUser.id))
  return rows.map(({ id }) => id)
}

/**
 * For the end of whatever takes rights away: somebody must be left who may give them back. The caller holds the lock of
 * `oneAtATime`, or two at once would each see the other's administrator.
 * @param before administrators before the change; a site that had none may go on without
 * @throws DomainError refused
 */
export async function requireAdministrator(read: Read, before: readonly number[]): Promise<void> {
  if (before.length === 0 || (await administratorIds(read)).length > 0) return
  throw new DomainError(
    'refused',
    'Nobody would be left who may update Administration. Give another user that permission first.',
  )
}
