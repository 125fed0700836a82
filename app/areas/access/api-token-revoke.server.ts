import type { Transaction } from 'db/database'
import { apiToken } from 'db/schema/access'
import { and, eq, sql } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/stored-integer'
import type { Actor } from './actor'
import type { ApiToken } from './api-token-hash.server'
import { tokenInForce } from './api-token-in-force.server'
import { apiTokenColumns } from './api-token-list.server'

/** Ends one of the actor's own tokens at once and for good; one that has ended stays as it is. */
export async function revokeApiToken(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  tokenId: number,
  now: Date,
): Promise<ApiToken> {
  const [row] =
    tokenId > LARGEST_INTEGER
      ? []
      : await tx
          .update(apiToken)
          .set({ revokedAt: sql`coalesce(${apiToken.revokedAt}, ${now.toISOString()})` })
          .where(and(eq(apiToken.id, tokenId), eq(apiToken.userId, actor.id)))
          .returning(apiTokenColumns)
  if (!row) throw new DomainError('not-found', 'You have no such token. Reload the list.')
  return row
}

/** Ends all tokens of a user at once and for good; answers how many were in force. */
export async function revokeTokensOf(tx: Transaction, userId: number, now: Date): Promise<number> {
  const ended = await tx
    .update(apiToken)
    .set({ revokedAt: now })
    .where(and(eq(apiToken.userId, userId), tokenInForce(now)))
    .returning({ id: apiToken.id })
  return ended.length
}
