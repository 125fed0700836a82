import { apiToken } from 'db/schema/access'
import { and, gt, isNull, or } from 'drizzle-orm'

/** Personal tokens that open something now: neither revoked nor expired. `tokenState` says the same of one at hand. */
export function tokenInForce(now: Date) {
  return and(isNull(apiToken.revokedAt), or(isNull(apiToken.expiresAt), gt(apiToken.expiresAt, now)))
}
