import { cleanText } from '../clean-text'
import type { TypedValue } from '../typed-value'

/** A spreadsheet runs a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/
const QUOTED = /[",\r\n]|^\s|\s$/

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

/** A text as a field: quoted where it must be, with an apostrophe before what a spreadsheet would run. */
export function csvText(text: string): string {
  const clean = cleanText(text)
  const safe = FORMULA.test(clean) ? `'${clean}` : clean
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
