import { cleanText } from '../clean-text'
import type { TypedValue } from '../typed-value'

/** A spreadsheet runs a text that begins so as a formula; Japanese ones take the wide signs, too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same within a text. Where lists are separated by semicolons, or when a file is split at tabs, a quote that does
 * not begin a cell is a letter: semicolons, tabs and line ends of a quoted text begin cells of their own.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** A field of a line (RFC 4180): figures exact, days and instants as ISO 8601 writes them, texts that nothing runs. */
export function csvField(value: TypedValue): string {
  switch (value.kind) {
    case 'empty':
      return ''
    case 'number':
      return value.number
    case 'day':
      return value.day
    case 'instant':
      return `${value.day} ${value.time}`
    case 'boolean':
      return String(value.truth)
    case 'text':
      return csvText(value.text)
  }
}

/** A text as a field: quoted where a reader could split it, with an apostrophe before what a spreadsheet would run. */
export function csvText(text: string): string {
  const clean = cleanText(text).replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(clean) ? `'${clean}` : clean
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
