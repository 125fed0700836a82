import { createHash } from 'node:crypto'
import type { Cover } from 'db/evidence/covered'

export type Row = Record<string, unknown>

/** The key of a row, as findings name it. */
export const keyOf = (cover: Cover, row: Row) => cover.key.map((column) => String(row[column])).join(' ')

export const textHash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The fields of a recorded row; none if its text was changed. */
export function fieldsOf(line: string): Row {
  try {
    return JSON.parse(line) as Row
  } catch {
    return {}
  }
}
