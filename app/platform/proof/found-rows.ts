import { createHash } from 'node:crypto'

/** What a statement found before it changed rows: their number, and the hash of the hashes of their images. */
export interface FoundRows {
  count: number
  hash: string
}

/** What a change says that its statement found; null for other changes, and those of earlier versions. */
export function foundRows(act: string): FoundRows | null {
  const [kind, count, hash] = act.split(' ')
  return kind === '~' && hash ? { count: Number(count), hash } : null
}

/** The hash of an image. */
export const imageHash = (line: string) => createHash('sha256').update(line).digest('base64')

/** Whether a statement found just these images. @param hashes of all that it changed, in any order */
export const areFound = ({ hash }: FoundRows, hashes: readonly string[]) =>
  createHash('sha256').update(hashes.toSorted().join('\n')).digest('base64') === hash
