import { createHash } from 'node:crypto'
import type { Transaction } from 'db/database'
import { document, documentChunk, documentContent } from 'db/schema/documents'
import { kindOf } from './file-kind'
import { contentTypeOf } from './kinds'

/** Readers find a byte by it: what is stored was cut at this size. Never change it. */
export const CHUNK_BYTES = 256 * 1024
const CHUNKS_AT_ONCE = 4

export interface NewDocument {
  /** The object it belongs to: "nav", "draft", ... and its id. */
  objectKind: string
  objectId: number
  fileType: string
  /** As it came. */
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when nobody looked. */
  scannedBy?: string | null
  /** Null for SYSTEM. */
  createdBy: number | null
  now: Date
}

/** Stores one document and answers its id; content that is there already is not stored again. */
export async function storeDocument(tx: Transaction, given: NewDocument): Promise<number> {
  const [id] = await storeDocuments(tx, [given])
  if (id === undefined) throw new Error('The document was not stored')
  return id
}

/**
 * Stores several documents; their ids come in the order given. Contents are stored in the order of their hashes, so
 * that two uploads with the same files wait for each other instead of blocking each other.
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
  // Waits while another transaction stores the same content; afterwards it is either there or ours to store.
  const claimed = await tx
    .insert(documentContent)
    .values({ sha256, size: bytes.byteLength, mediaType, createdAt: now })
    .onConflictDoNothing()
    .returning({ sha256: documentContent.sha256 })
  if (claimed.length === 0) return
  const chunks = []
  for (let seq = 0; seq * CHUNK_BYTES < bytes.byteLength; seq++)
    chunks.push({ sha256, seq, bytes: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES) })
  for (let at = 0; at < chunks.length; at += CHUNKS_AT_ONCE)
    await tx.insert(documentChunk).values(chunks.slice(at, at + CHUNKS_AT_ONCE))
}
