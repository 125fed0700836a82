import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'
import { wholePdf } from '~/platform/exports/pdf/whole-pdf'
import type { Day } from '~/platform/values/day'

interface About {
  title: string
  author: string
  day: Day
  /** zlib's bytes differ between versions of Node: files that are compared byte by byte are not deflated. */
  packed?: boolean
}

const FONTS = { plain: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' }

/** A page of A4 with the fonts "plain" and "bold", the same bytes whenever it is made. */
export function paperPdf(
  { title, author, day, packed = true }: About,
  draw: (doc: PDFKit.PDFDocument, made: Date) => void,
): Promise<Uint8Array> {
  const made = new Date(`${day}T09:00:00Z`)
  const info = { Title: title, Author: author, CreationDate: made }
  const doc = new PdfDocument({ size: 'A4', margin: 60, info, compress: packed })
  const files = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(FONTS))
    doc.registerFont(name, files.resolve(`dejavu-fonts-ttf/ttf/${file}`))
  draw(doc, made)
  return wholePdf(doc)
}
