import { hash } from 'node:crypto'

/** Merkle trees as in RFC 9162, section 2.1: the hash of a leaf cannot equal that of a node. */

const BYTES = 32
/** Bytes as text, one character each: avoids an object for each of many hashes. */
const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'binary')
const leafOf = (text: string) => sha256(`\0${text}`)

const pair = Buffer.alloc(1 + 2 * BYTES, 1)
const nodeOf = (left: Uint8Array, right: Uint8Array) => {
  pair.set(left, 1)
  pair.set(right, 1 + BYTES)
  return sha256(pair)
}

export interface MerkleTree {
  count: number
  /** In hex. */
  root: string
  /**
   * The proof that the text at an index is in the tree: the sibling hashes up to the root, in hex, starting at the
   * leaf.
   */
  pathOf(index: number): string[]
}

/** The tree over these texts; it stores 64 bytes for each text, but not the texts. */
export function merkleTree(texts: readonly string[]): MerkleTree {
  const leaves = Buffer.alloc(texts.length * BYTES)
  for (const [at, text] of texts.entries()) leaves.write(leafOf(text), at * BYTES, 'latin1')
  const levels: Buffer[] = [leaves]
  for (let below: Buffer = leaves; below.length > BYTES; ) {
    below = levelOver(below)
    levels.push(below)
  }
  const hashAt = (level: Buffer, index: number) => level.toString('hex', index * BYTES, (index + 1) * BYTES)
  return {
    count: texts.length,
    root: texts.length === 0 ? hash('sha256', '') : hashAt(levels.at(-1) ?? leaves, 0),
    pathOf: (index) =>
      levels.flatMap((level, height) => {
        const beside = Math.floor(index / 2 ** height) ^ 1
        return beside * BYTES < level.length ? hashAt(level, beside) : []
      }),
  }
}

/** The parents of pairs; an unpaired last node moves up unchanged, so the left half is the largest power of two. */
function levelOver(below: Buffer): Buffer {
  const count = below.length / BYTES
  const level = Buffer.alloc(Math.ceil(count / 2) * BYTES)
  const childAt = (index: number) => below.subarray(index * BYTES, (index + 1) * BYTES)
  for (let at = 0; at < count; at += 2) {
    const to = (at / 2) * BYTES
    if (at + 1 < count) level.write(nodeOf(childAt(at), childAt(at + 1)), to, 'latin1')
    else level.set(childAt(at), to)
  }
  return level
}

/** The root over these texts, in hex. */
export const merkleRoot = (texts: readonly string[]) => merkleTree(texts).root
