import type { CellValue } from 'exceljs'
import { cleanText } from '../clean-text'

/** Characters that a cell takes. */
const MOST = 32_767

/**
 * A text as a cell holds it: line ends as LF, cut to what fits, never half of a character. What looks like Excel's own
 * escapes (_x0041_) is escaped, so that it stays what it is.
 */
export function sheetText(text: string): CellValue {
  const whole = cleanText(text).replace(/\r\n?/g, '\n')
  const cut = cleanText(whole.slice(0, MOST))
  const safe = cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  if (safe === '') return null
  // exceljs says that spaces and line ends at the edges count in texts of this shape only.
  return /^\s|\n|\s$/.test(safe) ? { richText: [{ text: safe }] } : safe
}
