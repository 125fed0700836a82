import { decides, isAmbiguous, type Mark, readNumeral } from '~/platform/values/numerals'
import type { Sheet } from '~/platform/workbooks/workbook'
import type { FoundFaults } from './faults'

/** The decimal marks of text numbers, one a sheet. */
export interface SheetMarks {
  /** A text number that a line reads. */
  add(sheet: Sheet, address: string, text: string): void
  /** Null while the sheet has none that decides. */
  of(sheet: Sheet): Mark | null
  /**
   * Decides by the numbers so far; a sheet whose numbers disagree or decide nothing has faults.
   * @returns whether there are any such numbers
   */
  decide(file: string, faults: FoundFaults): boolean
}

/** A text number with its cell. */
type Place = readonly [address: string, text: string]

const WORDS: Readonly<Record<Mark, string>> = { '.': 'point', ',': 'comma' }

/** @param given the mark that the format states; null if the text numbers that can be read in one way only decide */
export function sheetMarks(given: Mark | null): SheetMarks {
  const numerals = new Map<Sheet, Map<string, Place>>()
  const marks = new Map<Sheet, Mark>()
  return {
    add(sheet, address, text) {
      if (given !== null) return
      const ofSheet = numerals.get(sheet) ?? new Map<string, Place>()
      // Two columns may take a number each out of one cell.
      numerals.set(sheet, ofSheet.set(`${address} ${text}`, [address, text]))
    },
    of: (sheet) => given ?? marks.get(sheet) ?? null,
    decide(file, faults) {
      for (const [sheet, ofSheet] of numerals) {
        const refuse = (cell: string, what: string) =>
          faults.add({ file, sheet: sheet.name, cell, what, column: null })
        const mark = decided([...ofSheet.values()], refuse)
        if (mark) marks.set(sheet, mark)
      }
      return numerals.size > 0
    },
  }
}

function decided(numerals: readonly Place[], refuse: (cell: string, what: string) => void): Mark | null {
  const deciding: Record<Mark, Place[]> = { '.': [], ',': [] }
  const ambiguous: Place[] = []
  for (const [address, text] of numerals) {
    const numeral = readNumeral(text)
    if (!numeral) continue
    const mark = decides(numeral)
    if (mark) deciding[mark].push([address, text])
    else if (isAmbiguous(numeral)) ambiguous.push([address, text])
  }
  const [points, commas] = [deciding['.'].length, deciding[','].length]
  if (points > 0 && commas > 0) {
    // The rarer mark first: the mistake is most likely there.
    for (const mark of points < commas ? (['.', ','] as const) : ([',', '.'] as const))
      for (const [address, text] of deciding[mark]) {
        const other = WORDS[mark === '.' ? ',' : '.']
        refuse(
          address,
          `"${text}" has a decimal ${WORDS[mark]}, other numbers of this sheet have a decimal ${other}`,
        )
      }
  } else if (points === 0 && commas === 0) {
    for (const [address, text] of ambiguous)
      refuse(
        address,
        `"${text}" can be read two ways: no other number of this sheet tells whether its mark groups or is the decimal mark`,
      )
  }
  return points > 0 ? '.' : commas > 0 ? ',' : null
}
