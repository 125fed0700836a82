export const TOKEN_STATES = ['IN FORCE', 'EXPIRED', 'REVOKED'] as const
/** Whether a personal token opens anything. */
export type TokenState = (typeof TOKEN_STATES)[number]

/** How a token stands at a moment; `tokenInForce` asks the database the same. */
export function tokenState(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): TokenState {
  if (revokedAt !== null) return 'REVOKED'
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'IN FORCE'
}
