import type { Read, Transaction } from 'db/database'
import { session } from 'db/schema/access'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { livingAt } from './session-rows.server'

/** A session as its owner sees it. */
export interface OwnSession {
  /** SHA-256 of the id in its cookie: it names the session and opens nothing. */
  idHash: string
  /** What the browser that logged in calls itself. */
  agent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
}

/** A user's sessions that are not over, the last used first. */
export function sessionsOf(read: Read, userId: number, now: Date): Promise<OwnSession[]> {
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

/** Ends one of the user's own sessions; nothing happens when it is over already. */
export async function endOwnSession(tx: Transaction, userId: number, idHash: string): Promise<void> {
  await tx.delete(session).where(and(eq(session.userId, userId), eq(session.idHash, idHash)))
}

/** Ends all of the user's own sessions but this one; answers how many were not over. */
export async function endOtherSessions(
  tx: Transaction,
  userId: number,
  but: string,
  now: Date,
): Promise<number> {
  const ended = await tx
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.idHash, but)))
    .returning({ living: sql<boolean>`${livingAt(now)}` })
  return ended.filter(({ living }) => living).length
}
