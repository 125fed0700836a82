import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { merkleTree } from '~/platform/workflow/merkle'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 9162, 2.1.1, literally. */
function rootOf(texts: readonly string[]): Buffer {
  const [only] = texts
  if (only === undefined) return sha256()
  if (texts.length === 1) return sha256(Uint8Array.of(0), Buffer.from(only))
  const split = 2 ** Math.ceil(Math.log2(texts.length) - 1)
  return sha256(Uint8Array.of(1), rootOf(texts.slice(0, split)), rootOf(texts.slice(split)))
}

/** RFC 9162, 2.1.3.1, literally. */
function pathOf(texts: readonly string[], index: number): string[] {
  if (texts.length === 1) return []
  const split = 2 ** Math.ceil(Math.log2(texts.length) - 1)
  const [left, right] = [texts.slice(0, split), texts.slice(split)]
  return index < split
    ? [...pathOf(left, index), rootOf(right).toString('hex')]
    : [...pathOf(right, index - split), rootOf(left).toString('hex')]
}

test('a tree of any size has the root and the paths of RFC 9162', () => {
  for (let count = 0; count <= 40; count++) {
    const texts = Array.from({ length: count }, (_, index) => `chain ${index} – ${count}`)
    const tree = merkleTree(texts)
    expect(tree.root, `${count}`).toBe(rootOf(texts).toString('hex'))
    for (const index of texts.keys())
      expect(tree.pathOf(index), `${index} of ${count}`).toEqual(pathOf(texts, index))
  }
})
