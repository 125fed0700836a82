import { createHash } from 'node:crypto'
import type { Database } from 'db/database'
import { apiToken, appUser } from 'db/schema/access'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import type { UserContext, UserWriteContext } from './user-context'

/** A personal token as its owner sees it; the token itself is shown only once, when it is created. */
export interface ApiToken {
  id: number
  name: string
  /** Read-only: every change is refused. */
  readOnly: boolean
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Makes a leaked token recognisable in a log or a scan of sources. */
const TOKEN_PREFIX = 'fundesk_'

/** The stored form of a token: SHA-256 in hex. Tokens are 256 random bits, so no slow hash is needed. */
export function apiTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Personal tokens that are valid now: neither revoked nor expired. `tokenState` applies the same test to a loaded one.
 */
export function tokenInForce(now: Date) {
  return and(isNull(apiToken.revokedAt), or(isNull(apiToken.expiresAt), gt(apiToken.expiresAt, now)))
}

const apiTokenColumns = {
  id: apiToken.id,
  name: apiToken.name,
  readOnly: apiToken.readOnly,
  createdAt: apiToken.createdAt,
  expiresAt: apiToken.expiresAt,
  lastUsedAt: apiToken.lastUsedAt,
  revokedAt: apiToken.revokedAt,
}

/** The actor's own tokens, newest first, including revoked and expired ones. */
export function tokensOf({ read, actor }: Pick<UserContext, 'read' | 'actor'>): Promise<ApiToken[]> {
  return read
    .select(apiTokenColumns)
    .from(apiToken)
    .where(eq(apiToken.userId, actor.id))
    .orderBy(desc(apiToken.createdAt), desc(apiToken.id))
}

/**
 * Ends one of the actor's own tokens, at once and permanently; one that has already ended is left as it is.
 */
export async function revokeApiToken(
  { tx, now, actor }: UserWriteContext,
  tokenId: number,
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

/** Ends all tokens of a user, at once and permanently; returns how many were active. */
export async function revokeTokensOf({ tx, now }: TransactionAt, userId: number): Promise<number> {
  const ended = await tx
    .update(apiToken)
    .set({ revokedAt: now })
    .where(and(eq(apiToken.userId, userId), tokenInForce(now)))
    .returning({ id: apiToken.id })
  return ended.length
}

export const TOKEN_DAYS = 365
const MAX_TOKENS = 50
const DAY_MS = 24 * 60 * 60_000

export interface TokenRequest {
  /** Reminds its owner what it is for. */
  name: string
  readOnly: boolean
  /** Days until it expires, 1 to 365. */
  days: number
}

/**
 * Creates a personal token for the actor. Returns it together with the token's text, which is never shown again.
 * @param random not guessable, 32 bytes, from the site's ids
 */
export async function createApiToken(
  { tx, now, actor }: UserWriteContext,
  { name, readOnly, days }: TokenRequest,
  random: string,
): Promise<ApiToken & { token: string }> {
  if (name.trim() === '')
    throw new DomainError('invalid', 'Give the token a name that says what it is for.', {
      fields: { name: 'Give the token a name' },
    })
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS)
    throw new DomainError('invalid', `A token is valid for 1 to ${TOKEN_DAYS} days.`, {
      fields: { days: `Choose 1 to ${TOKEN_DAYS} days` },
    })
  // The owner's row is the lock: simultaneous requests cannot exceed the limit, and no token outlives a reset.
  const owners = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.id, actor.id), isNull(appUser.disabledAt), eq(appUser.mustChangePassword, false)))
    .for('update')
  if (owners.length === 0)
    throw new DomainError(
      'forbidden',
      'No token was created: your user was disabled or given a one-time password in the meantime.',
    )
  const own = and(eq(apiToken.userId, actor.id), tokenInForce(now))
  if ((await tx.$count(apiToken, own)) >= MAX_TOKENS)
    throw new DomainError(
      'refused',
      `You already have ${MAX_TOKENS} tokens. Revoke one that you no longer use, then create the new one.`,
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

/** An active token and its owner. */
export interface UsedToken {
  id: number
  userId: number
  readOnly: boolean
  /** Another user set the owner's password: the token gives no access until they choose their own. */
  mustChangePassword: boolean
}

/** How stale last_used_at may get: at most one write a minute, not one per call. */
const TOUCH_MS = 60_000

/** The token with this text when it is neither expired nor revoked, recording its use; null otherwise. */
export async function acceptApiToken(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
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
      // A call must not fail because its time of use was not recorded: what the call stores shows it too.
    })
  return used
}
