import type { Transaction } from 'db/database'
import { apiToken, appUser } from 'db/schema/access'
import { and, eq, isNull } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Actor } from './actor'
import { type ApiToken, apiTokenHash, TOKEN_PREFIX } from './api-token-hash.server'
import { tokenInForce } from './api-token-in-force.server'
import { apiTokenColumns } from './api-token-list.server'

export const TOKEN_DAYS = 365
export const MOST_TOKENS = 50
const DAY_MS = 24 * 60 * 60_000

export interface WantedToken {
  /** Tells its owner what it is for. */
  name: string
  readOnly: boolean
  /** Days until it expires, 1 to 365. */
  days: number
}

/**
 * Makes a personal token of the actor. Answers it together with the token's text, which nobody can see again.
 * @param random not guessable, 32 bytes, from the site's ids
 */
export async function createApiToken(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  { name, readOnly, days }: WantedToken,
  { random, now }: { random: string; now: Date },
): Promise<ApiToken & { token: string }> {
  if (name.trim() === '')
    throw new DomainError('invalid', 'Give the token a name that says what it is for.', {
      fields: { name: 'Give the token a name' },
    })
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS)
    throw new DomainError('invalid', `A token is valid for 1 to ${TOKEN_DAYS} days.`, {
      fields: { days: `Choose 1 to ${TOKEN_DAYS} days` },
    })
  // The owner's row is the lock: many requests at once make no more than the limit, and none outlives a reset.
  const owners = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.id, actor.id), isNull(appUser.disabledAt), eq(appUser.mustChangePassword, false)))
    .for('update')
  if (owners.length === 0)
    throw new DomainError(
      'forbidden',
      'Your user was disabled or got a one-time password meanwhile: no token was made.',
    )
  const own = and(eq(apiToken.userId, actor.id), tokenInForce(now))
  if ((await tx.$count(apiToken, own)) >= MOST_TOKENS)
    throw new DomainError(
      'refused',
      `You have ${MOST_TOKENS} tokens. Revoke one that is not used any more, then make the new one.`,
    )
  const token = `${TOKEN_PREFIX}${random}`
  const [row] = await tx
    .insert(apiToken)
    .values({
      userId: actor.id,
      name: name.trim(),
      tokenHash: apiTokenHash(token),
      readOnly,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * DAY_MS),
    })
    .returning(apiTokenColumns)
  if (!row) throw new Error('The token was not stored')
  return { ...row, token }
}
