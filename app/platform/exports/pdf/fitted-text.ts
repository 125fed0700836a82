import { cleanText } from '../clean-text'
import type { Typeface } from './typeface'

/** A text on one line, accents joined to their letters. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').normalize('NFC')
}

/** A text cut so that it fits, with an ellipsis where something is missing. `width` is in units of the font's size. */
export function fitted(typeface: Typeface, text: string, width: number): string {
  if (typeface.glyphs(text).width <= width) return text
  const room = width - typeface.glyphs('…').width
  let used = 0
  let kept = ''
  for (const character of text) {
    used += typeface.glyphs(character).width
    if (used > room) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/**
 * A text broken between words into lines that fit, so many at most; what is left over is cut. A word that is wider than
 * a line is broken where the line ends.
 */
export function wrapped(typeface: Typeface, text: string, width: number, most: number): string[] {
  const fits = (part: string) => typeface.glyphs(part).width <= width
  if (fits(text)) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const isLast = lines.length >= most - 1
    if (isLast || fits(longer)) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
      while (lines.length < most - 1 && !fits(line)) {
        const start = fittingStart(typeface, line, width)
        lines.push(start)
        line = line.slice(start.length)
      }
    }
  }
  return [...lines, fitted(typeface, line, width)]
}

/** As much of a text as fits, one character at least. */
function fittingStart(typeface: Typeface, text: string, width: number): string {
  let used = 0
  let start = ''
  for (const character of text) {
    used += typeface.glyphs(character).width
    if (used > width && start !== '') break
    start += character
  }
  return start
}
