import type { Read } from 'db/database'
import { apiToken } from 'db/schema/access'
import { desc, eq } from 'drizzle-orm'
import type { Actor } from './actor'
import type { ApiToken } from './api-token-hash.server'

export const apiTokenColumns = {
  id: apiToken.id,
  name: apiToken.name,
  readOnly: apiToken.readOnly,
  createdAt: apiToken.createdAt,
  expiresAt: apiToken.expiresAt,
  lastUsedAt: apiToken.lastUsedAt,
  revokedAt: apiToken.revokedAt,
}

/** The actor's own tokens, newest first, revoked and expired ones too. */
export function tokensOf(read: Read, actor: Pick<Actor, 'id'>): Promise<ApiToken[]> {
  return read
    .select(apiTokenColumns)
    .from(apiToken)
    .where(eq(apiToken.userId, actor.id))
    .orderBy(desc(apiToken.createdAt), desc(apiToken.id))
}
