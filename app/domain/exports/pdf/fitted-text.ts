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

/** A text broken between words into lines that fit, so many at most; what is left over is cut. */
export function wrapped(typeface: Typeface, text: string, width: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const isLast = lines.length === most - 1
    if (line === '' || isLast || typeface.glyphs(longer).width <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map((each) => fitted(typeface, each, width))
}
