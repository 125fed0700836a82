import { createRequire } from 'node:module'

/** A font of the document, ready to write with. */
export interface Typeface {
  /** The glyphs of a text as the document writes them, with their width at size 1. */
  glyphs(text: string): { hex: string; width: number }
  /** Makes the font known to a page's or a form's resources; answers the name to select it by. */
  registerIn(fonts: Record<string, unknown>): string
}

/** What pdfkit keeps of an embedded font; its types leave it out. */
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
 * Opens one of our fonts in a document. Characters are looked up one by one and kept: shaping whole texts as pdfkit
 * does takes many times as long, and it keeps every word that it ever saw. What the font lacks is an empty box.
 */
export function openTypeface(doc: PDFKit.PDFDocument, weight: keyof typeof FILES): Typeface {
  const file = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FILES[weight]}`)
  const font = (doc.font(file) as unknown as { _font: EmbeddedFont })._font
  const known = new Map<string, { hex: string; width: number }>()

  const glyphOf = (character: string) => {
    let glyph = known.get(character)
    if (!glyph) {
      const [codes, positions] = font.encode(character)
      const width = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / 1000
      glyph = { hex: codes.join(''), width }
      known.set(character, glyph)
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
