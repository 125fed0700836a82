import type { Doors } from 'db/database'
import { apiToken, appUser } from 'db/schema/access'
import { and, eq } from 'drizzle-orm'
import { apiTokenHash } from './api-token-hash.server'
import { tokenInForce } from './api-token-in-force.server'

/** A token that is in force, and whose it is. */
export interface UsedToken {
  id: number
  userId: number
  readOnly: boolean
  /** Their password is one that somebody else gave: a token opens nothing before they choose their own. */
  mustChangePassword: boolean
}

/** How stale last_used_at may get: a write a minute, not a write a call. */
const TOUCH_MS = 60_000

/** The token of this text when it is neither expired nor revoked, noting that it was used; null otherwise. */
export async function acceptApiToken(
  { read, transaction }: Pick<Doors, 'read' | 'transaction'>,
  token: string,
  now: Date,
): Promise<UsedToken | null> {
  const [row] = await read
    .select({
      id: apiToken.id,
      userId: apiToken.userId,
      readOnly: apiToken.readOnly,
      lastUsedAt: apiToken.lastUsedAt,
      mustChangePassword: appUser.mustChangePassword,
    })
    .from(apiToken)
    .innerJoin(appUser, eq(appUser.id, apiToken.userId))
    .where(and(eq(apiToken.tokenHash, apiTokenHash(token)), tokenInForce(now)))
  if (!row) return null
  const { lastUsedAt, ...used } = row
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_MS)
    await transaction((tx) =>
      tx.update(apiToken).set({ lastUsedAt: now }).where(eq(apiToken.id, row.id)),
    ).catch(() => {
      // When it was used is no reason to refuse its work: what the call itself stores says so.
    })
  return used
}
