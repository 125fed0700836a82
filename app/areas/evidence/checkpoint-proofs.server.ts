import type { Read } from 'db/database'
import { auditCheckpoint } from 'db/schema/workflow'
import { eq, sql } from 'drizzle-orm'
import { bareCheckpoint } from '~/platform/proof/outside-proof.server'
import { type Head, headLeaf } from '~/platform/workflow/checkpoint.server'
import { merkleTree } from '~/platform/workflow/merkle'

/** The newest event of an object. */
interface Newest {
  id: number
  objectId: number
  seq: number
}

interface Proof {
  proof: { index: number; count: number; path: string[] } | null
  checkpoint: ReturnType<typeof bareCheckpoint> | null
}

/**
 * Finds the checkpoint that first covered an event, and proves that the event is in its tree; nulls before there is
 * one.
 */
export type CheckpointProofs = (newest: Newest | undefined) => Promise<Proof>

const NONE: Proof = { proof: null, checkpoint: null }

/**
 * For one pack or for those of a month: the last checkpoint's tree is cached, as a site's first one has the heads of
 * all its objects and proves many of them.
 */
export function checkpointProofs(read: Read): CheckpointProofs {
  let cached: Awaited<ReturnType<typeof treeOf>> | undefined
  return async (newest) => {
    if (!newest) return NONE
    const found: unknown = await read.execute(sql`
      select id from ${auditCheckpoint} where root is not null and last_event_id >= ${newest.id} order by id limit 1`)
    const [first] = found as { id: number }[]
    if (!first) return NONE
    if (cached?.id !== first.id) cached = await treeOf(read, first.id)
    const index = cached?.places.get(newest.objectId)
    if (!cached || index === undefined || cached.seqs[index] !== newest.seq) return NONE
    const { tree, checkpoint } = cached
    return { proof: { index, count: tree.count, path: tree.pathOf(index) }, checkpoint }
  }
}

async function treeOf(read: Read, id: number) {
  const [row] = await read.select().from(auditCheckpoint).where(eq(auditCheckpoint.id, id))
  if (!row) return
  const heads = row.heads as Head[]
  return {
    id,
    tree: merkleTree(heads.map(headLeaf)),
    /** The leaf of each object's event; `seqs` says which event it is. */
    places: new Map(heads.map(([objectId], index) => [objectId, index])),
    seqs: heads.map(([, seq]) => seq),
    checkpoint: bareCheckpoint(row),
  }
}
