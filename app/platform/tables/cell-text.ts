import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { cellNumber, type Mark, readNumeral } from '~/platform/values/numerals'
import { shownText, unsound } from '~/platform/workbooks/cells'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import type { Cell } from '~/platform/workbooks/workbook'

/** A filled cell as the columns of reference data read it. */
export interface CellText {
  /** As a person sees it, for messages. */
  shown: string
  /** Why it holds no value at all, as a whole sentence: an error value, a formula without a result. */
  unsound: string | null
  /** Its text without surrounding blanks; a number as plain digits. */
  code(): string
  day(): Day | null
  decimal(): Decimal | null
}

/** `mark` is the decimal mark of the sheet's text numbers, null where none decides. */
export function cellText(cell: Cell, date1904: boolean, mark: Mark | null): CellText {
  return {
    shown: shownText(cell),
    unsound: unsound(cell),
    code: () => shownText(cell),
    day: () => dayOfCell(cell, date1904),
    decimal() {
      if (cell.kind === 'number') return cell.format === 'date' ? null : cellNumber(cell.text)
      const numeral = cell.kind === 'text' ? readNumeral(cell.text) : null
      if (!numeral) return null
      return (mark === ',' ? numeral.comma : numeral.point) ?? numeral.point ?? numeral.comma
    },
  }
}
