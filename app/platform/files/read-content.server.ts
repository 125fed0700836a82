import { createHash } from 'node:crypto'
import type { Read, Transaction } from 'db/database'
import { document, documentChunk, documentContent, stagedFile } from 'db/schema/documents'
import { importTrial } from 'db/schema/lookups'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { contentStore } from './content-store.server'
import { kindOf } from './file-kind'
import { contentTypeOf } from './file-types'

/** Stored content was cut at this size, and readers use it to locate bytes. Never change it. */
export const CHUNK_BYTES = 256 * 1024
const CHUNKS_AT_ONCE = 4

export interface NewDocument {
  /** The object it belongs to: "nav", "draft", ... and its id. */
  objectKind: string
  objectId: number
  fileType: string
  /** As received. */
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when it was not scanned. */
  scannedBy?: string | null
  /** Null for SYSTEM. */
  createdBy: number | null
  now: Date
}

/** Stores one document and returns its id; content that is already stored is not stored again. */
export async function storeDocument(tx: Transaction, given: NewDocument): Promise<number> {
  const [id] = await storeDocuments(tx, [given])
  if (id === undefined) throw new Error('The document was not stored')
  return id
}

/**
 * Stores several documents; returns their ids in the given order. Contents are stored in the order of their hashes, so
 * that two uploads with the same files wait for each other instead of deadlocking.
 */
export async function storeDocuments(tx: Transaction, given: readonly NewDocument[]): Promise<number[]> {
  const hashed = given.map((one) => ({
    ...one,
    sha256: createHash('sha256').update(one.bytes).digest('hex'),
  }))
  for (const one of hashed.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) await storeContent(tx, one)
  const ids: number[] = []
  for (const { bytes: _, now, ...row } of hashed) {
    const [stored] = await tx
      .insert(document)
      .values({ ...row, createdAt: now })
      .returning({ id: document.id })
    if (stored) ids.push(stored.id)
  }
  return ids
}

async function storeContent(
  tx: Transaction,
  { sha256, bytes, now }: Pick<NewDocument, 'bytes' | 'now'> & { sha256: string },
): Promise<void> {
  const mediaType = contentTypeOf(await kindOf(bytes))
  // Waits while another transaction stores the same content; afterwards it is either stored or ours to store.
  const claimed = await tx
    .insert(documentContent)
    .values({ sha256, size: bytes.byteLength, mediaType, createdAt: now })
    .onConflictDoNothing()
    .returning({ sha256: documentContent.sha256 })
  if (claimed.length === 0) return
  const store = contentStore()
  if (store) return store.put(sha256, bytes)
  await insertChunks(tx, sha256, bytes)
}

/** Stores a content in chunks in the database. */
export async function insertChunks(tx: Transaction, sha256: string, bytes: Uint8Array): Promise<void> {
  const chunks = []
  for (let seq = 0; seq * CHUNK_BYTES < bytes.byteLength; seq++)
    chunks.push({ sha256, seq, bytes: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES) })
  for (let at = 0; at < chunks.length; at += CHUNKS_AT_ONCE)
    await tx.insert(documentChunk).values(chunks.slice(at, at + CHUNKS_AT_ONCE))
}

export interface Content {
  sha256: string
  /** In bytes. */
  size: number
}

/**
 * The bytes `from` to `to`, both inclusive, piece by piece. Every piece is a separate statement, or request to the
 * content store: a slow reader holds no connection.
 * @throws DomainError 'unavailable' when the content store does not answer
 */
export async function* readContent(
  read: Read,
  { sha256, size }: Content,
  from = 0,
  to = size - 1,
): AsyncGenerator<Uint8Array, void, void> {
  for (let seq = Math.floor(from / CHUNK_BYTES); seq * CHUNK_BYTES <= Math.min(to, size - 1); seq++) {
    const [chunk] = await read
      .select({ bytes: documentChunk.bytes })
      .from(documentChunk)
      .where(and(eq(documentChunk.sha256, sha256), eq(documentChunk.seq, seq)))
    const start = seq * CHUNK_BYTES
    if (!chunk) {
      yield* readOutside({ sha256, size }, Math.max(from, start), to)
      return
    }
    yield chunk.bytes.subarray(Math.max(0, from - start), Math.min(chunk.bytes.byteLength, to + 1 - start))
  }
}

/** Size of one request to the content store. */
const PIECE_BYTES = 1024 * 1024

async function* readOutside(
  { sha256, size }: Content,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, void> {
  const last = Math.min(to, size - 1)
  for (let at = from; at <= last; at += PIECE_BYTES) {
    const piece = await contentStore()?.bytes(sha256, at, Math.min(last, at + PIECE_BYTES - 1))
    if (!piece)
      throw new Error(
        `Content ${sha256} is neither in the database nor in ${contentStore()?.address ?? 'a store'}`,
      )
    yield piece
  }
}

/** The whole content in memory; for small content. */
export async function contentBytes(read: Read, content: Content): Promise<Uint8Array> {
  const bytes = new Uint8Array(content.size)
  let at = 0
  for await (const chunk of readContent(read, content)) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/**
 * Bytes of the documents that a user has stored since the start of a day in the site's time zone. Content stored twice,
 * or shared by several objects, counts once; documents deleted since then still count. The workbook of the user's last
 * dry run also counts.
 */
export async function storedSince(
  read: Read,
  userId: number,
  { day, timeZone }: { day: Day; timeZone: string },
): Promise<number> {
  const theirs = read
    .select({ sha256: document.sha256 })
    .from(document)
    .where(
      and(
        eq(document.createdBy, userId),
        gte(document.createdAt, sql`(${day}::timestamp at time zone ${timeZone})`),
      ),
    )
  const [row] = await read
    .select({ bytes: sql<string>`coalesce(sum(${documentContent.size}), 0)` })
    .from(documentContent)
    .where(inArray(documentContent.sha256, theirs))
  // The workbook of a dry run is kept for an hour.
  const [trial] = await read
    .select({ size: importTrial.size })
    .from(importTrial)
    .where(
      and(
        eq(importTrial.userId, userId),
        gte(importTrial.expiresAt, sql`(${day}::timestamp at time zone ${timeZone})`),
      ),
    )
  // So are the files of a refused upload.
  const [staged] = await read
    .select({ bytes: sql<string>`coalesce(sum(${stagedFile.size}), 0)` })
    .from(stagedFile)
    .where(
      and(
        eq(stagedFile.userId, userId),
        gte(stagedFile.expiresAt, sql`(${day}::timestamp at time zone ${timeZone})`),
      ),
    )
  return Number(row?.bytes ?? 0) + (trial?.size ?? 0) + Number(staged?.bytes ?? 0)
}
