import type { Read } from 'db/database'
import { appUser, authorisation, userQueue } from 'db/schema/access'
import { and, eq, inArray } from 'drizzle-orm'
import { revokeTokensOf } from '~/areas/access/api-tokens.server'
import { notifyUser } from '~/areas/access/user-notices.server'
import { userColumns, userIdOf } from '~/areas/access/users.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { authorisationTarget, type FunctionRights, type UserRights } from './user'

/** Users by name: all, or those named. */
export async function readUsers(read: Read, names?: readonly string[]): Promise<Map<string, UserRights>> {
  if (names?.length === 0) return new Map()
  const [users, queues] = await Promise.all([
    read
      .select({
        ...userColumns,
      })
      .from(appUser)
      .where(names && inArray(appUser.userName, [...names])),
    read
      .select({ userId: userQueue.userId, queue: userQueue.queue })
      .from(userQueue)
      .innerJoin(appUser, eq(appUser.id, userQueue.userId))
      .where(names && inArray(appUser.userName, [...names])),
  ])
  const queuesOf = groupedBy(queues, ({ userId }) => userId)
  return new Map(
    users.map(({ id, userName, ...rights }) => [
      userName,
      { ...rights, queues: (queuesOf.get(id) ?? []).map(({ queue }) => queue).sort() },
    ]),
  )
}

/** Authorisations by their target (see authorisationTarget): of all users, or of those named. */
export async function readAuthorisations(
  read: Read,
  names?: readonly string[],
): Promise<Map<string, FunctionRights>> {
  if (names?.length === 0) return new Map()
  const rows = await read
    .select({
      userName: appUser.userName,
      functionId: authorisation.functionId,
      add: authorisation.add,
      update: authorisation.update,
      delete: authorisation.delete,
    })
    .from(authorisation)
    .innerJoin(appUser, eq(appUser.id, authorisation.userId))
    .where(names && inArray(appUser.userName, [...names]))
  return new Map(
    rows.map(({ userName, functionId, ...rights }) => [authorisationTarget(userName, functionId), rights]),
  )
}

/**
 * Creates a user, who cannot log in until a password is set, or gives an existing one these names, role and queues. A
 * change of queues ends their personal tokens.
 */
export async function writeUser(context: TransactionAt, userName: string, rights: UserRights): Promise<void> {
  const { tx, now } = context
  const { queues, ...fields } = rights
  const [user] = await tx
    .insert(appUser)
    .values({ userName, ...fields, createdAt: now })
    .onConflictDoUpdate({ target: appUser.userName, set: fields })
    .returning({ id: appUser.id })
  if (!user) throw new Error('The user was not stored')
  const held = await tx.delete(userQueue).where(eq(userQueue.userId, user.id)).returning()
  const isSame = String(held.map(({ queue }) => queue).sort()) === String([...queues].sort())
  if (!isSame) await endTokensFor(context, user.id)
  if (queues.length > 0)
    await tx.insert(userQueue).values(queues.map((queue) => ({ userId: user.id, queue })))
}

/** Gives a user these permissions for a function; their personal tokens end. */
export async function writeAuthorisation(
  context: TransactionAt,
  { userName, functionId }: { userName: string; functionId: string },
  rights: FunctionRights,
): Promise<void> {
  const { tx } = context
  const userId = await userIdOf(tx, userName)
  if (userId === null)
    throw new DomainError(
      'refused',
      `There is no user ${userName} yet. Approve the new user first, then this authorisation.`,
    )
  await tx
    .insert(authorisation)
    .values({ userId, functionId, ...rights })
    .onConflictDoUpdate({ target: [authorisation.userId, authorisation.functionId], set: rights })
  await endTokensFor(context, userId)
}

/**
 * Takes a user's authorisation for a function away, and ends their personal tokens; nothing happens where there is
 * none.
 */
export async function deleteAuthorisation(
  context: TransactionAt,
  { userName, functionId }: { userName: string; functionId: string },
): Promise<void> {
  const { tx } = context
  const userId = await userIdOf(tx, userName)
  if (userId === null) return
  await tx
    .delete(authorisation)
    .where(and(eq(authorisation.userId, userId), eq(authorisation.functionId, functionId)))
  await endTokensFor(context, userId)
}

/** A token may do what its owner may: with other rights the owner must create another token. */
async function endTokensFor(context: TransactionAt, userId: number): Promise<void> {
  const { tx, now } = context
  const ended = await revokeTokensOf(context, userId)
  if (ended === 0) return
  const tokens = ended === 1 ? 'Your personal token was' : `Your ${ended} personal tokens were`
  await notifyUser(
    tx,
    userId,
    `${tokens} revoked, as your rights changed. Create new ones if you need them.`,
    now,
  )
}
