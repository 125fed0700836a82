import { createHash } from 'node:crypto'

/** Merkle trees as in RFC 9162, section 2.1: the hash of a leaf cannot be that of a node. */

const hash = (...parts: readonly (string | Uint8Array)[]) => {
  const all = createHash('sha256')
  for (const part of parts) all.update(part)
  return all.digest()
}
const leafOf = (text: string) => hash(Uint8Array.of(0), text)
const nodeOf = (left: Uint8Array, right: Uint8Array) => hash(Uint8Array.of(1), left, right)

/** The largest power of two below a count. */
const splitOf = (count: number) => 2 ** Math.ceil(Math.log2(count) - 1)

function rootOver(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hash()
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  const at = splitOf(leaves.length)
  return nodeOf(rootOver(leaves.slice(0, at)), rootOver(leaves.slice(at)))
}

/** The root over these texts, in hex. */
export const merkleRoot = (texts: readonly string[]) =>
  Buffer.from(rootOver(texts.map(leafOf))).toString('hex')

/** What shows that the text at an index is among these: the hashes beside its way to the root, in hex, from its end up. */
export function inclusionProof(texts: readonly string[], index: number): string[] {
  const along = (leaves: readonly Uint8Array[], at: number): Uint8Array[] => {
    if (leaves.length <= 1) return []
    const split = splitOf(leaves.length)
    return at < split
      ? [...along(leaves.slice(0, split), at), rootOver(leaves.slice(split))]
      : [...along(leaves.slice(split), at - split), rootOver(leaves.slice(0, split))]
  }
  return along(texts.map(leafOf), index).map((each) => Buffer.from(each).toString('hex'))
}

/** Whether a proof leads from a text at an index of so many to a root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  text: string,
  { index, count, path, root }: { index: number; count: number; path: readonly string[]; root: string },
): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= count) return false
  let [place, last, node] = [index, count - 1, leafOf(text) as Uint8Array]
  for (const each of path) {
    if (last === 0) return false
    const beside = Buffer.from(each, 'hex')
    if (place % 2 === 1 || place === last) {
      node = nodeOf(beside, node)
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else node = nodeOf(node, beside)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && Buffer.from(node).toString('hex') === root
}
