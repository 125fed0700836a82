import type { Read } from 'db/database'
import { documentChunk } from 'db/schema/documents'
import { and, eq } from 'drizzle-orm'
import { CHUNK_BYTES } from './store-document.server'

export interface Content {
  sha256: string
  /** In bytes. */
  size: number
}

/**
 * The bytes `from` to `to`, both inclusive, piece by piece. Every piece is a statement of its own: a slow reader holds
 * no connection.
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
    if (!chunk) throw new Error(`Chunk ${seq} of content ${sha256} is missing`)
    const start = seq * CHUNK_BYTES
    yield chunk.bytes.subarray(Math.max(0, from - start), Math.min(chunk.bytes.byteLength, to + 1 - start))
  }
}

/** The whole content in memory, for what is small. */
export async function contentBytes(read: Read, content: Content): Promise<Uint8Array> {
  const bytes = new Uint8Array(content.size)
  let at = 0
  for await (const chunk of readContent(read, content)) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
