import { decides, isAmbiguous, type Mark, readNumeral } from '~/platform/values/numerals'
import type { Faults } from './cells'
import type { DataRow, RowSource } from './table-rows'
import { columnLetters } from './workbook'

const WORDS: Record<Mark, string> = { '.': 'point', ',': 'comma' }

/**
 * The decimal mark of a sheet's text numbers, determined by those with only one reading. Null if none is needed. Adds a
 * fault for each cell when they disagree, or when a number has two readings and no cell determines the mark.
 */
export function decimalMark(
  source: RowSource,
  rows: readonly DataRow[],
  numberFields: readonly string[],
  faults: Pick<Faults, 'add'>,
): Mark | null {
  const deciding: Record<Mark, { address: string; text: string }[]> = { '.': [], ',': [] }
  const ambiguous: { address: string; text: string }[] = []
  for (const row of rows) {
    for (const field of numberFields) {
      const cell = row.cells.get(field)
      if (cell?.kind !== 'text') continue
      const numeral = readNumeral(cell.text)
      if (!numeral) continue
      const place = { address: `${columnLetters(cell.column)}${row.row}`, text: cell.text.trim() }
      const mark = decides(numeral)
      if (mark) deciding[mark].push(place)
      else if (isAmbiguous(numeral)) ambiguous.push(place)
    }
  }
  const points = deciding['.'].length
  const commas = deciding[','].length
  if (points > 0 && commas > 0) {
    // The rarer mark first: the mistake is most likely there.
    const marks: Mark[] = points < commas ? ['.', ','] : [',', '.']
    for (const mark of marks) {
      const other = WORDS[mark === '.' ? ',' : '.']
      for (const { address, text } of deciding[mark]) {
        const what = `"${text}" has a decimal ${WORDS[mark]}, other numbers of this sheet have a decimal ${other}`
        faults.add(source.file, source.sheet.name, address, what)
      }
    }
  } else if (points === 0 && commas === 0) {
    for (const { address, text } of ambiguous) {
      const what = `"${text}" can be read two ways: no other number of this sheet tells whether its mark groups or is the decimal mark`
      faults.add(source.file, source.sheet.name, address, what)
    }
  }
  return points > 0 ? '.' : commas > 0 ? ',' : null
}
