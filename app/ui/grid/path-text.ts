import type { GridPath } from './query'

/** A group's path as one text: values parted by |, which itself is written \|. */
export function textOfPath(path: GridPath): string {
  return path.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')
}

export function pathOfText(text: string): GridPath {
  const path = ['']
  for (const [piece, escaped] of text.matchAll(/\\([\s\S]?)|[\s\S]/gu)) {
    if (piece === '|') path.push('')
    else path[path.length - 1] += escaped ?? piece
  }
  return path
}
