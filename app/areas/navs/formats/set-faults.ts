import type { Fault } from '~/platform/formats/faults'
import type { Format } from '~/platform/formats/format'
import type { TableRead } from '~/platform/formats/read-tables'

/** A fault of one file, or of the files together. */
export type SetFault = Omit<Fault, 'file'> & { file: string | null }

/** So many faults are listed. */
export const MAX_FAULTS = 20

/** Each kind of table stands in one file. */
export function setFaults({ tables: wanted }: Format, tables: readonly TableRead[]): SetFault[] {
  return wanted.flatMap(({ kind }): SetFault[] => {
    const [first, ...others] = tables.filter((table) => table.kind === kind)
    if (!first) return [{ file: null, sheet: null, cell: null, what: `No file has the table ${kind}` }]
    return others.map(({ file }) => ({
      file,
      sheet: null,
      cell: null,
      what: `The table ${kind} stands in ${first.file} as well: send it once`,
    }))
  })
}
