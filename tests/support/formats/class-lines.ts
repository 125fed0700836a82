import { CLASS_TYPES } from '~/platform/formats/nav-types'

/** What reading a line of a file must give. */
export interface ExpectedLine<Row extends number | null = number> {
  row: Row
  values: Record<string, string | null>
  cells: Record<string, string>
}

/** A line for each figure of a share class, in the order of the contract. */
export function classLines<Row extends number | null>({
  row,
  values,
  cells,
}: ExpectedLine<Row>): ExpectedLine<Row>[] {
  return CLASS_TYPES.flatMap((type) => {
    const value = values[type]
    if (value === null || value === undefined) return []
    const from = { Code: cells['Class code'], Currency: cells['Class currency'], Value: cells[type] }
    return {
      row,
      values: {
        Type: type,
        Code: values['Class code'] ?? null,
        Currency: values['Class currency'] ?? null,
        Value: value,
        Name: null,
      },
      cells: Object.fromEntries(Object.entries(from).flatMap(([name, cell]) => (cell ? [[name, cell]] : []))),
    }
  })
}
