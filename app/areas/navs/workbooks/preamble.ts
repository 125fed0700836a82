import { isBlank, nameIn, shownText, unsound } from '~/platform/workbooks/cells'
import type { Faults } from '~/platform/workbooks/faults'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import { type Cell, columnLetters, type Sheet } from '~/platform/workbooks/workbook'
import type { Preamble, Sourced } from './control-data'
import { folded } from './headers'

/**
 * The fund code, NAV date and fund currency above a table's header: each label in any column, its value the next filled
 * cell to the right. What is missing or no date is added to the faults; null then.
 */
export function readPreamble(file: string, sheet: Sheet, headerRow: number, faults: Faults): Preamble | null {
  const before = faults.count()
  const labelled = (label: string, optional = false) => {
    const found = valueBeside(sheet, headerRow, label)
    if (!found) {
      if (!optional) {
        faults.add(
          file,
          sheet.name,
          null,
          `"${label}" with a value to its right is missing above the header row ${headerRow}`,
        )
      }
      return null
    }
    const what = unsound(found.cell)
    if (what === null) return found
    faults.add(file, sheet.name, found.address, what)
    return null
  }
  const text = (found: Found | null): Sourced<string> | null =>
    found && { value: shownText(found.cell), cell: found.address }

  const fundCode = text(labelled('Fund code'))
  const dateCell = labelled('NAV date')
  const fundCurrency = text(labelled('Fund currency'))
  const fundName = text(labelled('Fund name', true))
  const day = dateCell && dayOfCell(dateCell.cell, sheet.date1904)
  if (dateCell && !day)
    faults.add(file, sheet.name, dateCell.address, `"${shownText(dateCell.cell)}" is not a date`)
  if (!fundCode || !dateCell || !day || !fundCurrency || faults.count() > before) return null
  return { fundCode, navDate: { value: day, cell: dateCell.address }, fundCurrency, fundName }
}

interface Found {
  cell: Cell
  address: string
}

function valueBeside(sheet: Sheet, headerRow: number, label: string): Found | null {
  const wanted = folded(label)
  for (const { row, cells } of sheet.rows) {
    if (row >= headerRow) break
    for (const [i, cell] of cells.entries()) {
      // A colon after a label is common and changes nothing.
      const name = nameIn(cell)
      if (name === null || folded(name).replace(/ ?:$/, '') !== wanted) continue
      const value = cells.slice(i + 1).find((each) => !isBlank(each))
      if (value) return { cell: value, address: `${columnLetters(value.column)}${row}` }
    }
  }
  return null
}
