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
  /** The fund of its line, null for one without a code; missing for a fault of the whole file. */
  fund?: string | null
}

export interface FoundFaults {
  add(fault: FaultOf): void
  /** All of them. */
  list(): Fault[]
  /** Those of the lines of one fund, and those of the whole file. */
  ofFund(code: string | null): Fault[]
}

interface Counted {
  fault: FaultOf
  count: number
}

const keyOf = ({ file, sheet, cell, what, column }: FaultOf) =>
  JSON.stringify([file, sheet, column ?? cell, what])

/** Collects faults; the same text in one column of a file is one fault, with its first cell and their number. */
export function foundFaults(): FoundFaults {
  const found = new Map<string, Counted>()
  const count = (counted: Map<string, Counted>, key: string, fault: FaultOf, more: number) => {
    const before = counted.get(key)
    if (before) before.count += more
    else counted.set(key, { fault, count: more })
  }
  const listed = (wanted: (fault: FaultOf) => boolean) => {
    const together = new Map<string, Counted>()
    for (const { fault, count: cells } of found.values())
      if (wanted(fault)) count(together, keyOf(fault), fault, cells)
    return [...together.values()].map(asFault)
  }
  return {
    add: (fault) =>
      count(found, JSON.stringify([fault.fund === undefined ? [] : fault.fund, keyOf(fault)]), fault, 1),
    list: () => listed(() => true),
    ofFund: (code) => listed(({ fund }) => fund === undefined || fund === code),
  }
}

const asFault = ({ fault: { file, sheet, cell, what }, count }: Counted): Fault => ({
  file,
  sheet,
  cell,
  what: count === 1 ? what : `${what} (${count} cells, first ${cell})`,
})
