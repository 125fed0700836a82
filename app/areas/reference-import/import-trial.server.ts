import { createHash } from 'node:crypto'
import type { Read, Transaction } from 'db/database'
import { importTrial, importTrialChunk } from 'db/schema/lookups'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import type { ImportReport, Trial } from './report'

/** How long the workbook of a dry run is kept, in ms. */
const KEPT_MS = 60 * 60_000
const CHUNK_BYTES = 256 * 1024

/** Hash of the changes of a report: another one, where the same workbook would do something else by now. */
export function planHash({ changes, sheets }: Pick<ImportReport, 'changes' | 'sheets'>): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify({ changes, sheets }))))
    .digest('hex')
}

/** Keeps the workbook of a user's dry run for an hour, in the place of the one before. */
export async function keepTrial(
  tx: Transaction,
  userId: number,
  { name, bytes }: { name: string; bytes: Uint8Array },
  report: ImportReport,
  now: Date,
): Promise<Trial> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kept = {
    ...{ fileName: name, sha256, size: bytes.byteLength },
    expiresAt: new Date(now.getTime() + KEPT_MS),
  }
  await tx
    .insert(importTrial)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: importTrial.userId, set: kept })
  await tx.delete(importTrialChunk).where(eq(importTrialChunk.userId, userId))
  for (let seq = 0; seq * CHUNK_BYTES < bytes.byteLength; seq++)
    await tx.insert(importTrialChunk).values({
      ...{ userId, seq },
      bytes: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES),
    })
  return { sha256, plan: planHash(report) }
}

/**
 * The workbook of this user's dry run.
 * @throws DomainError refused when it is kept no more, or is another one than was shown
 */
export async function keptTrial(
  read: Read,
  userId: number,
  sha256: string,
  now: Date,
): Promise<{ name: string; bytes: Uint8Array }> {
  const own = and(
    eq(importTrial.userId, userId),
    eq(importTrial.sha256, sha256),
    gt(importTrial.expiresAt, now),
  )
  const chunks = await read
    .select({ name: importTrial.fileName, bytes: importTrialChunk.bytes })
    .from(importTrial)
    .innerJoin(importTrialChunk, eq(importTrialChunk.userId, importTrial.userId))
    .where(own)
    .orderBy(asc(importTrialChunk.seq))
  const [first] = chunks
  const bytes = new Uint8Array(Buffer.concat(chunks.map((chunk) => chunk.bytes)))
  if (!first || createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new DomainError(
      'refused',
      'The workbook of this dry run is no longer kept: it is for one hour, and a newer dry run takes its place. Nothing was imported. Choose the file again.',
      { title: 'File cannot be integrated, see error.' },
    )
  return { name: first.name, bytes }
}

/** Lets go of workbooks whose hour is over. */
export async function sweepTrials(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(importTrial).where(lte(importTrial.expiresAt, now))
}
