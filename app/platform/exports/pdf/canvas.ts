import { createRequire } from 'node:module'
import { cleanText } from '../table'

/** A font of the document, ready for use. */
export interface Typeface {
  /** The glyphs of a text in the document's encoding, with their width at size 1. */
  glyphs(text: string): { hex: string; width: number }
  /** Adds the font to a page's or a form's resources; returns the name to select it by. */
  registerIn(fonts: Record<string, unknown>): string
}

/** pdfkit's data of an embedded font, missing from its types. */
interface EmbeddedFont {
  id: string
  encode(text: string): [glyphs: string[], positions: { advanceWidth: number }[]]
  ref(): unknown
}

const FILES = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
}

/**
 * Opens one of our fonts in a document. Characters are looked up one by one and cached: shaping whole texts, as pdfkit
 * does, takes many times as long, and pdfkit caches every word. A character that the font lacks becomes an empty box.
 */
export function openTypeface(doc: PDFKit.PDFDocument, weight: keyof typeof FILES): Typeface {
  const file = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FILES[weight]}`)
  const font = (doc.font(file) as unknown as { _font: EmbeddedFont })._font
  const cache = new Map<string, { hex: string; width: number }>()

  const glyphOf = (character: string) => {
    let glyph = cache.get(character)
    if (!glyph) {
      const [codes, positions] = font.encode(character)
      const width = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / 1000
      glyph = { hex: codes.join(''), width }
      cache.set(character, glyph)
    }
    return glyph
  }

  return {
    glyphs(text) {
      let hex = ''
      let width = 0
      for (const character of text) {
        const glyph = glyphOf(character)
        hex += glyph.hex
        width += glyph.width
      }
      return { hex, width }
    },
    registerIn(fonts) {
      fonts[font.id] = font.ref()
      return font.id
    },
  }
}

/** A text on one line, with accents combined with their letters. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').normalize('NFC')
}

/** A text cut to fit, with an ellipsis if cut. `width` is in units of the font's size. */
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
 * Breaks a text between words into lines that fit, up to a maximum; the rest is cut. A word wider than a line is
 * broken.
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

/** As much of a text as fits, at least one character. */
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

export type Align = 'left' | 'right' | 'centre'

export interface Box {
  x: number
  width: number
  align?: Align
}

const n = (value: number) => String(Math.round(value * 100) / 100)

/** The drawing on one page, in PDF operators (ISO 32000-1, annex A). Measured in points from the top left. */
export class Canvas {
  readonly #height: number
  readonly #fonts: Record<string, unknown>
  readonly #operators: string[] = []

  /** @param fonts of the page's resources: the fonts used are added there */
  constructor(height: number, fonts: Record<string, unknown>) {
    this.#height = height
    this.#fonts = fonts
  }

  /** A text on its baseline, squeezed if it is wider than its box. */
  text(typeface: Typeface, size: number, text: string, baseline: number, box: Box): void {
    if (text === '') return
    const { hex, width } = typeface.glyphs(text)
    const needed = width * size
    const squeezed = Math.min(1, box.width / needed)
    const left = box.width - needed * squeezed
    const x = box.x + (box.align === 'right' ? left : box.align === 'centre' ? left / 2 : 0)
    const scaled = squeezed < 1 ? `${n(squeezed * 100)} Tz ` : ''
    const font = `/${typeface.registerIn(this.#fonts)} ${n(size)} Tf`
    const place = `1 0 0 1 ${n(x)} ${n(this.#height - baseline)} Tm`
    this.#operators.push(`BT ${font} ${scaled}${place} <${hex}> Tj${scaled && ' 100 Tz'} ET`)
  }

  /** A thin line across. `grey` from 0 (black) to 1. */
  rule(x: number, width: number, y: number, grey: number): void {
    const at = n(this.#height - y)
    this.#operators.push(`${grey} G 0.3 w ${n(x)} ${at} m ${n(x + width)} ${at} l S`)
  }

  /** A grey background, or a bar; call before drawing on it. `grey` from 0 (black) to 1. */
  band(x: number, width: number, y: number, height: number, grey = 0.92): void {
    this.#operators.push(
      `${grey} g ${n(x)} ${n(this.#height - y - height)} ${n(width)} ${n(height)} re f 0 g`,
    )
  }

  /** The content of the page: pdfkit has turned it upside down. */
  toString(): string {
    return `q 1 0 0 -1 0 ${n(this.#height)} cm\n${this.#operators.join('\n')}\nQ`
  }
}
