import { DomainError } from '~/platform/values/domain-error'
import { cellNumber } from '~/platform/values/numerals'
import type { Cell } from './workbook'

/** True for a missing cell, and for text of only blanks. */
export function isBlank(cell: Cell | undefined): cell is undefined {
  return cell === undefined || (cell.kind === 'text' && cell.text.trim() === '')
}

/** Names of columns and labels are short; longer texts are not compared with them. */
const MAX_NAME_LENGTH = 200

/** The text of a cell that may be a header or a label; null for any other cell. */
export function nameIn(cell: Cell): string | null {
  return cell.kind === 'text' && cell.text.length <= MAX_NAME_LENGTH && !isBlank(cell) ? cell.text : null
}

/** A cell as users see it, for messages and texts: numbers in plain digits. */
export function shownText(cell: Cell): string {
  return cell.kind === 'number' ? cellNumber(cell.text) : cell.text.trim()
}

/** Why a cell has no usable value; null if it has one. */
export function unsound(cell: Cell): string | null {
  if (cell.kind === 'error') return `"${cell.text}" is an error value`
  if (cell.kind === 'unresolved') {
    return 'the formula has no stored result; open the workbook in Excel, save it and upload it again'
  }
  return null
}

/** Every fault of an upload, so that the user can correct them all at once. */
export interface Faults {
  /** `cell` null for a fault of a whole sheet. */
  add(file: string, sheet: string, cell: string | null, what: string): void
  count(): number
  /** All faults so far: plain data, also for another thread. */
  found(): FoundFaults
  /** Throws the refusal if there is any fault. */
  refuseIfAny(): void
}

export interface FoundFaults {
  count: number
  /** The first of them, as sentences. */
  list: readonly string[]
}

const LISTED = 20

/**
 * Collects faults; the refusal lists the first 20 as `file, sheet!cell: what` and counts the rest.
 * @param before faults found elsewhere, table by table
 */
export function collectFaults(before: readonly FoundFaults[] = []): Faults {
  const list = before.flatMap((each) => each.list).slice(0, LISTED)
  let count = before.reduce((sum, each) => sum + each.count, 0)
  return {
    add(file, sheet, cell, what) {
      count++
      if (list.length < LISTED) list.push(`${file}, ${sheet}${cell === null ? '' : `!${cell}`}: ${what}`)
    },
    count: () => count,
    found: () => ({ count, list }),
    refuseIfAny() {
      if (count === 0) return
      const more = count - list.length
      throw new DomainError(
        'invalid',
        `${count === 1 ? 'One error' : `${count} errors`} found; nothing was saved. Correct ${count === 1 ? 'it' : 'them'} in the workbook and upload again.`,
        { list: more > 0 ? [...list, `and ${more} more`] : list },
      )
    },
  }
}
