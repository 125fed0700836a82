import { DomainError } from '~/platform/values/domain-error'

/** Everything wrong with an upload, so that the user can mend it in one go. */
export interface Faults {
  /** `cell` null for a fault of a whole sheet. */
  add(file: string, sheet: string, cell: string | null, what: string): void
  count(): number
  /** Throws the refusal when there is any fault. */
  refuseIfAny(): void
}

const LISTED = 20

/** Collects faults; the refusal lists the first 20 as `file, sheet!cell: what` and counts the others. */
export function collectFaults(): Faults {
  const list: string[] = []
  let count = 0
  return {
    add(file, sheet, cell, what) {
      count++
      if (list.length < LISTED) list.push(`${file}, ${sheet}${cell === null ? '' : `!${cell}`}: ${what}`)
    },
    count: () => count,
    refuseIfAny() {
      if (count === 0) return
      const more = count - list.length
      throw new DomainError(
        'invalid',
        `${count === 1 ? 'One fault' : `${count} faults`} found; nothing was stored. Correct ${count === 1 ? 'it' : 'them'} in the workbook and upload again.`,
        { list: more > 0 ? [...list, `and ${more} more`] : list },
      )
    },
  }
}
