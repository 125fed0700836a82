/** A fault of a file, for the person who has to mend it. */
export interface Fault {
  file: string
  /** Null for a fault of the whole file. */
  sheet: string | null
  /** "Portfolio!F12"; null for a fault of a whole sheet or file. */
  cell: string | null
  what: string
}

/** What a fault is about: those of one column with the same text are counted together. */
interface FaultOf extends Fault {
  column: string | null
}

export interface FoundFaults {
  add(fault: FaultOf): void
  list(): Fault[]
}

/** Collects faults; the same text in one column of a file is one fault, with its first cell and their number. */
export function foundFaults(): FoundFaults {
  const found = new Map<string, { fault: FaultOf; count: number }>()
  return {
    add(fault) {
      const key = JSON.stringify([fault.file, fault.sheet, fault.column ?? fault.cell, fault.what])
      const before = found.get(key)
      if (before) before.count += 1
      else found.set(key, { fault, count: 1 })
    },
    list: () =>
      [...found.values()].map(({ fault: { file, sheet, cell, what }, count }) => ({
        file,
        sheet,
        cell,
        what: count === 1 ? what : `${what} (${count} cells, first ${cell})`,
      })),
  }
}
