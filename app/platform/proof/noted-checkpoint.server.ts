import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Read, Transaction } from 'db/database'
import { auditCheckpoint } from 'db/schema/workflow'
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sealedNotes } from './notes.server'

/**
 * The newest checkpoint that this machine has seen, in a file beside the keys: a database that misses it is an older
 * copy, or its end was removed.
 */
export interface NotedCheckpoint {
  id: number
  hash: string
  /** ISO 8601, in UTC. */
  at: string
}

const Kept = z.object({ id: z.number(), hash: z.string(), at: z.string() })

/**
 * The file in the folder of the keys: "newest-checkpoint", or "newest-checkpoint-db.example-5432-fundesk" for a database
 * elsewhere, as a machine may serve several.
 * @param databaseUrl null for the database that Fundesk runs itself
 */
export function notedCheckpointFile(folder: string, databaseUrl: string | null = null): string {
  if (databaseUrl === null) return join(folder, 'newest-checkpoint')
  const { hostname, port, pathname } = new URL(databaseUrl)
  const place = [hostname, port || '5432', decodeURIComponent(pathname.slice(1))].join('-')
  return join(folder, `newest-checkpoint-${place.replace(/[^\w.-]/g, '_')}`)
}

/** What the file holds; null before the first checkpoint. */
export function readNotedCheckpoint(file: string): NotedCheckpoint | null {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Another process of this machine may write it at the same time. */
function writeNotedCheckpoint(file: string, head: NotedCheckpoint): void {
  const half = `${file}.${process.pid}`
  writeFileSync(half, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  renameSync(half, file)
}

async function newestCheckpoint(read: Read): Promise<NotedCheckpoint | null> {
  const [newest] = await read
    .select({ id: auditCheckpoint.id, hash: auditCheckpoint.hash, at: auditCheckpoint.at })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  return newest ? { ...newest, at: newest.at.toISOString() } : null
}

/** Whether a database has a checkpoint. */
export async function hasCheckpoint(read: Read, { id, hash }: NotedCheckpoint): Promise<boolean> {
  return (
    (await read.$count(auditCheckpoint, and(eq(auditCheckpoint.id, id), eq(auditCheckpoint.hash, hash)))) > 0
  )
}

/**
 * Keeps the newest checkpoint in the file, unless the database misses the one that is there.
 * @returns the missing one, which stays in the file; null if all is well
 */
export async function noteCheckpoint(
  transaction: Database['transaction'],
  file: string,
): Promise<NotedCheckpoint | null> {
  const kept = readNotedCheckpoint(file)
  const { newest, isThere } = await transaction(async (tx) => ({
    newest: await newestCheckpoint(tx),
    isThere: kept === null || (await hasCheckpoint(tx, kept)),
  }))
  if (!isThere) return kept
  if (newest && newest.hash !== kept?.hash) writeNotedCheckpoint(file, newest)
  return null
}

/** That an older copy of the database was put in place on purpose. */
const Restore = z.object({ reason: z.string(), missing: Kept.nullable() })

/**
 * Records that an older copy of the database was put in place on purpose, sealed with the transaction. Its checkpoint
 * can be kept afterwards.
 */
export async function recordRestore(
  tx: Transaction,
  { reason, missing }: { reason: string; missing: NotedCheckpoint | null },
): Promise<void> {
  await tx.execute(sql`select seal_of_transaction()`)
  await tx.execute(sql`select id from record_note('restore', ${JSON.stringify({ reason, missing })})`)
}

/** Keeps the newest checkpoint in place of one that an older copy of the database misses. */
export async function replaceNotedCheckpoint(
  transaction: Database['transaction'],
  file: string,
): Promise<void> {
  const newest = await transaction(newestCheckpoint)
  if (newest) writeNotedCheckpoint(file, newest)
}

/** The restores that were recorded, oldest first. */
export async function restoreActs(read: Read) {
  const notes = await sealedNotes(read, 'restore', Restore)
  return notes.map(({ at, content }) => ({ at, ...content }))
}
