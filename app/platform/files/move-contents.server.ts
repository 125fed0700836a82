import { createHash } from 'node:crypto'
import type { Database, Read } from 'db/database'
import { documentChunk, documentContent } from 'db/schema/documents'
import { and, asc, eq, exists, gt, inArray, notExists } from 'drizzle-orm'
import type { ContentStore } from './content-store.server'
import { type Content, contentBytes, insertChunks } from './read-content.server'

type Stores = Pick<Database, 'read' | 'transaction'> & { store: ContentStore }

export interface Moved {
  contents: number
  bytes: number
}

/**
 * Moves all contents out of the database or back into it, each in its own transaction: after an interruption it
 * continues where it stopped. Moved back, they also remain in the store, for readers in progress.
 * @throws Error naming a content whose bytes differ from those stored; DomainError 'unavailable'
 */
export async function moveContents(
  { read, transaction, store }: Stores,
  to: 'store' | 'database',
  onMoved: (moved: Moved) => void = () => {},
): Promise<Moved> {
  const moved = { contents: 0, bytes: 0 }
  for await (const content of contentsWith(read, to === 'store')) {
    const bytes = await checkedBytes(read, content)
    if (to === 'store') await store.put(content.sha256, bytes)
    await transaction(async (tx) => {
      // Another run of this command may have been faster.
      await tx.select().from(documentContent).where(eq(documentContent.sha256, content.sha256)).for('update')
      const chunks = eq(documentChunk.sha256, content.sha256)
      if (to === 'store') await tx.delete(documentChunk).where(chunks)
      else if ((await tx.$count(documentChunk, chunks)) === 0) await insertChunks(tx, content.sha256, bytes)
    })
    moved.contents += 1
    moved.bytes += content.size
    onMoved(moved)
  }
  return moved
}

/** Reads every content, and reports those that are lost or have changed: "ab12… (12,033 bytes): reason". */
export async function* faultyContents(read: Read): AsyncGenerator<string, number, void> {
  let contents = 0
  for await (const content of contentsWith(read)) {
    contents += 1
    const fault = await checkedBytes(read, content).then(
      () => null,
      (error: Error) => error.message,
    )
    if (fault !== null) yield fault
  }
  return contents
}

async function checkedBytes(read: Read, content: Content): Promise<Uint8Array> {
  const bytes = await contentBytes(read, content)
  if (createHash('sha256').update(bytes).digest('hex') === content.sha256) return bytes
  throw new Error(`Content ${content.sha256} is not what was stored: its bytes have another SHA-256`)
}

const AT_ONCE = 200

/** @param chunks whether they are in the database; missing: all */
async function* contentsWith(read: Read, chunks?: boolean): AsyncGenerator<Content, void, void> {
  const inDatabase = read.select().from(documentChunk).where(eq(documentChunk.sha256, documentContent.sha256))
  const where = chunks === undefined ? undefined : chunks ? exists(inDatabase) : notExists(inDatabase)
  for (let last = ''; ; ) {
    const found = await read
      .select({ sha256: documentContent.sha256, size: documentContent.size })
      .from(documentContent)
      .where(and(gt(documentContent.sha256, last), gt(documentContent.size, 0), where))
      .orderBy(asc(documentContent.sha256))
      .limit(AT_ONCE)
    yield* found
    last = found.at(-1)?.sha256 ?? ''
    if (found.length < AT_ONCE) return
  }
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Removes contents that have been in the store for more than a day without a row in the database: their transaction was
 * rolled back.
 * @returns how many were removed
 */
export async function sweepContents({ read, transaction, store }: Stores, now: Date): Promise<number> {
  let swept = 0
  let old: string[] = []
  async function sweep(): Promise<void> {
    const known = await read
      .select({ sha256: documentContent.sha256 })
      .from(documentContent)
      .where(inArray(documentContent.sha256, old))
    const kept = new Set(known.map(({ sha256 }) => sha256))
    for (const sha256 of old)
      if (!kept.has(sha256) && (await removeOrphan({ transaction, store }, sha256, now))) swept += 1
    old = []
  }
  for await (const { sha256, putAt } of store.list()) {
    if (putAt.getTime() < now.getTime() - DAY_MS) old.push(sha256)
    if (old.length === AT_ONCE) await sweep()
  }
  if (old.length > 0) await sweep()
  return swept
}

/** A concurrent upload of the same content waits for the row, and stores the content again. */
function removeOrphan(
  { transaction, store }: Omit<Stores, 'read'>,
  sha256: string,
  now: Date,
): Promise<boolean> {
  return transaction(async (tx) => {
    const claimed = await tx
      .insert(documentContent)
      .values({ sha256, size: 0, mediaType: '', createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (claimed.length === 0) return false
    await store.remove(sha256)
    await tx.delete(documentContent).where(eq(documentContent.sha256, sha256))
    return true
  })
}
