import type { Transaction } from 'db/database'
import { preparedQuery } from 'db/prepared-query'
import { appUser, session } from 'db/schema/access'
import { and, desc, eq, gt, isNull, lte, ne, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ReadAt, TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import type { Actor } from './actor'
import { actorColumns, actorOf } from './actor-by-id.server'

/**
 * For the code that opens a session: a password check takes a tenth of a second, and the user may be disabled or given
 * another password meanwhile. Their row is locked until the transaction ends, so that a later disabling or password
 * change finds the session and ends it.
 * @param passwordHash the hash that the password was checked against; null for a login without one
 * @throws DomainError refused
 */
async function admitUser(tx: Transaction, userId: number, passwordHash: string | null): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: appUser.passwordHash, disabledAt: appUser.disabledAt })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('share')
  if (user && !user.disabledAt && (passwordHash === null || user.passwordHash === passwordHash)) return
  throw new DomainError(
    'refused',
    'Your user or your password was changed while you were logging in. Log in again, or ask an administrator.',
    { title: 'Not logged in' },
  )
}

/** Sessions end after an hour without a request, and twelve hours after login in any case. */
const IDLE_MS = 60 * 60_000
export const LIFETIME_MS = 12 * 60 * 60_000
/** How long an ended session still identifies its user, so that a form sent late is kept for them. */
export const REMEMBERED_MS = 7 * 24 * 60 * 60_000
/** How stale last_seen_at may get: at most one write a minute, not one per click. */
export const TOUCH_MS = 60_000

export interface SessionRow {
  data: Record<string, unknown>
  lastSeenAt: Date
  /** Its user, who is not disabled; null also for a visitor. */
  actor: Actor | null
}

/** How far a clock may be set back without ending the earlier sessions. */
const CLOCK_MS = 60_000

/**
 * Sessions that have not expired, by last request and by age. One dated in the future was opened under a wrong clock,
 * and would never expire.
 */
export const livingAt = (now: Instant) =>
  and(
    gt(session.expiresAt, now),
    gt(session.createdAt, shifted(now, -LIFETIME_MS)),
    gt(session.lastSeenAt, shifted(now, -IDLE_MS)),
    not(isAhead(now)),
  )

const isAhead = (now: Instant) => {
  const latest = shifted(now, CLOCK_MS)
  return or(gt(session.createdAt, latest), gt(session.lastSeenAt, latest)) as SQL
}

/** An instant, or its placeholder in a prepared query. */
type Instant = Date | Placeholder

const shifted = (instant: Instant, ms: number) =>
  sql`${instant}::timestamptz + make_interval(secs => ${ms / 1_000}::float8)`

const livingSession = preparedQuery((read) =>
  read
    .select({ data: session.data, lastSeenAt: session.lastSeenAt, user: actorColumns })
    .from(session)
    .leftJoin(appUser, and(eq(appUser.id, session.userId), isNull(appUser.disabledAt)))
    .where(and(eq(session.idHash, sql.placeholder('idHash')), livingAt(sql.placeholder('now'))))
    .prepare('living session'),
)

/** The unexpired session with this id hash, with its user, or null; every request starts with this statement. */
export async function readSession(context: ReadAt, idHash: string): Promise<SessionRow | null> {
  const { read, now } = context
  const [row] = await livingSession(read).execute({ idHash, now })
  if (!row) return null
  const { data, lastSeenAt, user } = row
  return {
    data: data as Record<string, unknown>,
    lastSeenAt,
    actor: user && (await actorOf(context, user)),
  }
}

/**
 * The user of an expired session; null when there is none, when it is still active, or when it was ended on purpose or
 * long ago.
 */
export async function endedUser({ read, now }: ReadAt, idHash: string): Promise<number | null> {
  const [row] = await read
    .select({ userId: session.userId })
    .from(session)
    .where(
      and(
        eq(session.idHash, idHash),
        sql`not (${livingAt(now)})`,
        gt(session.expiresAt, rememberedSince(now)),
      ),
    )
  return row?.userId ?? null
}

const rememberedSince = (now: Date) => new Date(now.getTime() - REMEMBERED_MS)

/** Where a session was opened, so that its owner recognises it. */
interface SessionOrigin {
  /** The browser's description of itself. */
  agent: string
  address: string
}

const MAX_AGENT_LENGTH = 300
const MAX_ADDRESS_LENGTH = 60

const userOf = (data: Record<string, unknown>) => (typeof data.userId === 'number' ? data.userId : null)

/** Set when a session is first stored, in separate columns or not at all. */
export interface SessionOpening {
  origin?: SessionOrigin
  /** The stored hash that the password was checked against; missing for a login without one. */
  passwordHash?: string
}

/**
 * Stores a session: one of a visitor, or of a user who may still log in.
 * @throws DomainError refused for a user who was disabled, or whose password was changed, while they logged in
 */
export async function createSession(
  { tx, now }: TransactionAt,
  idHash: string,
  { origin, passwordHash, ...data }: Record<string, unknown> & SessionOpening,
) {
  const userId = userOf(data)
  if (userId !== null) await admitUser(tx, userId, passwordHash ?? null)
  await tx.insert(session).values({
    idHash,
    userId,
    data,
    agent: (origin?.agent ?? '').slice(0, MAX_AGENT_LENGTH),
    address: (origin?.address ?? '').slice(0, MAX_ADDRESS_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
}

export async function updateSession(
  { tx, now }: TransactionAt,
  idHash: string,
  data: Record<string, unknown>,
) {
  await tx
    .update(session)
    .set({ data, userId: userOf(data), lastSeenAt: now })
    .where(and(eq(session.idHash, idHash), livingAt(now)))
}

export async function touchSession({ tx, now }: TransactionAt, idHash: string) {
  await tx
    .update(session)
    .set({ lastSeenAt: now })
    .where(and(eq(session.idHash, idHash), livingAt(now)))
}

export async function deleteSession(tx: Transaction, idHash: string) {
  await tx.delete(session).where(eq(session.idHash, idHash))
}

/** Logs a user out everywhere; returns how many sessions were still open. */
export async function deleteSessionsOf({ tx, now }: TransactionAt, userId: number): Promise<number> {
  const ended = await tx
    .delete(session)
    .where(eq(session.userId, userId))
    .returning({ living: sql<boolean>`${livingAt(now)}` })
  return ended.filter(({ living }) => living).length
}

/**
 * Deletes sessions that no request can use any more; a user's ended sessions once they need no longer identify the
 * user.
 */
export async function sweepSessions({ tx, now }: TransactionAt) {
  await tx
    .delete(session)
    .where(
      and(
        sql`not (${livingAt(now)})`,
        or(isNull(session.userId), lte(session.expiresAt, rememberedSince(now)), isAhead(now)),
      ),
    )
}

/** A session as its owner sees it. */
export interface OwnSession {
  /** SHA-256 of the id in its cookie: it identifies the session but gives no access. */
  idHash: string
  /** The description of the browser that logged in. */
  agent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
}

/** A user's active sessions, most recently used first. */
export function sessionsOf({ read, now }: ReadAt, userId: number): Promise<OwnSession[]> {
  return read
    .select({
      idHash: session.idHash,
      agent: session.agent,
      address: session.address,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
    })
    .from(session)
    .where(and(eq(session.userId, userId), livingAt(now)))
    .orderBy(desc(session.lastSeenAt), desc(session.createdAt))
}

/** Ends one of the user's own sessions; does nothing when it has already ended. */
export async function endOwnSession(tx: Transaction, userId: number, idHash: string): Promise<void> {
  await tx.delete(session).where(and(eq(session.userId, userId), eq(session.idHash, idHash)))
}

/** Ends all of the user's other sessions; returns how many were still active. */
export async function endOtherSessions(
  { tx, now }: TransactionAt,
  userId: number,
  but: string,
): Promise<number> {
  const ended = await tx
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.idHash, but)))
    .returning({ living: sql<boolean>`${livingAt(now)}` })
  return ended.filter(({ living }) => living).length
}
