import { cleanText } from '~/platform/exports/table'
import { Pages } from './pages'

/** In points; every character of a typewriter font is 0.602 of its size wide. */
const SIZE = 8
const LINE = 10.5
const COLUMNS = 108
const TAB = 4

/** A text as it is, in a typewriter font on A4 pages; long lines go on below. */
export function textPages(text: string, most?: number): Promise<Uint8Array> {
  const pages = new Pages({ most })
  let y = Number.POSITIVE_INFINITY
  let left = 0
  for (const line of linesOf(text)) {
    if (left > 0) {
      left++
      continue
    }
    if (y === Number.POSITIVE_INFINITY || y + LINE > pages.room.bottom) {
      if (pages.isLast) {
        left = 1
        continue
      }
      pages.turn()
      y = pages.room.top
    }
    y += LINE
    pages.canvas.text(pages.mono, SIZE, line, y - 3, { x: pages.room.left, width: pages.room.width })
  }
  if (left > 0)
    pages.foot(
      `${left.toLocaleString('en-GB')} more lines are left out here: download the file to read them.`,
    )
  return pages.whole()
}

/** The lines as they are printed, each no longer than the page is wide. */
function* linesOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length || at === 0) {
    const end = lineEnd(text, at)
    const line = withBlanks(cleanText(text.slice(at, end)))
    yield* parts(line)
    if (end >= text.length) return
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    if (at === text.length) return
  }
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13 || code === 12) return at
  }
  return text.length
}

function* parts(line: string): Generator<string> {
  let part = ''
  let length = 0
  let any = false
  for (const character of line) {
    if (length === COLUMNS) {
      yield part
      any = true
      part = ''
      length = 0
    }
    part += character
    length++
  }
  if (part !== '' || !any) yield part
}

/** Tabs as blanks up to the next stop. */
function withBlanks(line: string): string {
  if (!line.includes('\t')) return line
  let spread = ''
  for (const character of line)
    spread += character === '\t' ? ' '.repeat(TAB - (spread.length % TAB)) : character
  return spread
}
