import { createHash } from 'node:crypto'

/** A personal token as its owner sees it; the token itself is shown once, when it is made. */
export interface ApiToken {
  id: number
  name: string
  /** Reads only: whatever changes something is refused. */
  readOnly: boolean
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Says in a log or a scan of sources what has leaked. */
export const TOKEN_PREFIX = 'fundesk_'

/** What is stored of a token: SHA-256 in hex. Tokens are 256 random bits, so that no slow hash is needed. */
export function apiTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
