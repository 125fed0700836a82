import type { Read } from 'db/database'
import { appUser, authorisation } from 'db/schema/access'
import { and, asc, eq, exists, inArray, isNull } from 'drizzle-orm'
import { type Actor, type FunctionId, isAllowed } from '~/areas/access/actor'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { DomainError } from '~/platform/values/domain-error'
import { formatList } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { objectKind } from './object-kinds.server'

/** A user who can be mentioned. */
export interface Reader {
  id: number
  userName: string
  name: string
}

/** The object, for those who may open it. @throws DomainError not-found, forbidden */
export async function objectToComment({ read, actor }: UserContext, objectId: number): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (!functionsOf(instance.kind).some((each) => isAllowed(actor, each)))
    throw new DomainError('forbidden', 'You are not authorised to open this object. Ask an administrator.')
  return instance
}

const functionsOf = (kind: string): readonly FunctionId[] => objectKind(kind)?.functions ?? []

/** The users who may open objects of a kind, but for the one who asks. */
export async function readersOf(read: Read, kind: string, actor: Pick<Actor, 'id'>): Promise<Reader[]> {
  const functions = functionsOf(kind)
  if (functions.length === 0) return []
  const allowed = read
    .select({ userId: authorisation.userId })
    .from(authorisation)
    .where(and(eq(authorisation.userId, appUser.id), inArray(authorisation.functionId, [...functions])))
  const rows = await read
    .select({ id: appUser.id, userName: appUser.userName, name: fullName })
    .from(appUser)
    .where(and(isNull(appUser.disabledAt), exists(allowed)))
    .orderBy(asc(appUser.lastName), asc(appUser.firstName))
  return rows.flatMap(({ name, ...row }) =>
    row.id === actor.id ? [] : [{ ...row, name: name ?? row.userName }],
  )
}

/** "@ann.lee" at the beginning of a word. */
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*[\p{L}\p{N}]|[\p{L}\p{N}])/gu

/** The user names that a text mentions. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, name = '']) => name)),
]

export interface Comment {
  objectId: number
  text: string
  /** User name of a further person to notify; '' for none. */
  notify: string
}

/**
 * Adds a comment to the history of an object: it stays where it is. Those who are mentioned find it among their notices.
 * @returns what was done, in a line
 * @throws DomainError not-found, forbidden, invalid: a mention of no user who may open it
 */
export async function commentOn(
  context: UserWriteContext,
  { objectId, text, notify }: Comment,
): Promise<string> {
  const { tx, actor, now } = context
  const instance = await objectToComment(context, objectId)
  const readers = await readersOf(tx, instance.kind, actor)
  const named = [...new Set([...mentionsIn(text), ...(notify === '' ? [] : [notify])])]
  const found = named.map((name) => ({ name, reader: readers.find(({ userName }) => userName === name) }))
  const unknown = found.filter(({ name, reader }) => !reader && name !== actor.userName)
  if (unknown.length > 0)
    throw new DomainError(
      'invalid',
      `${formatList(unknown.map(({ name }) => `@${name}`))}: no user of this name may open this object.`,
      { fields: { text: 'Correct the name after @, or remove it.' } },
    )
  const mentioned = found.flatMap(({ reader }) => reader ?? [])
  return withIdempotencyKey(context, `comment ${objectId}`, async () => {
    await recordAct(tx, instance, {
      name: 'comment',
      to: instance,
      // Comments are one's own, also while one substitutes someone.
      who: { ...actor, actsFor: null },
      log: text,
      data: { mentions: mentioned.map(({ id }) => String(id)) },
      now,
    })
    const names = formatList(mentioned.map(({ name }) => name))
    return names === '' ? 'Comment added' : `Comment added, ${names} notified`
  })
}
