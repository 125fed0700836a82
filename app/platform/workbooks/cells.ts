import { cellNumber } from '~/platform/values/numerals'
import type { Cell } from './workbook'

/** True for no cell, and for a text of blanks only. */
export function isBlank(cell: Cell | undefined): cell is undefined {
  return cell === undefined || (cell.kind === 'text' && cell.text.trim() === '')
}

/** Names of columns and labels are short; longer texts are not compared with them. */
const LONGEST_NAME = 200

/** The text of a cell that may be a header or a label; null for any other cell. */
export function nameIn(cell: Cell): string | null {
  return cell.kind === 'text' && cell.text.length <= LONGEST_NAME && !isBlank(cell) ? cell.text : null
}

/** A cell as a person sees it, for messages and texts: a number in plain digits. */
export function shownText(cell: Cell): string {
  return cell.kind === 'number' ? cellNumber(cell.text) : cell.text.trim()
}

/** What keeps a cell from counting as any value; null when it is sound. */
export function unsound(cell: Cell): string | null {
  if (cell.kind === 'error') return `"${cell.text}" is an error value`
  if (cell.kind === 'unresolved') {
    return 'the formula has no stored result; open the workbook in Excel, save it and upload it again'
  }
  return null
}
