import PDFDocument from 'pdfkit'
import { Canvas, openTypeface, type Typeface } from './canvas'

export interface AboutPdf {
  /** Shown by readers instead of the file's name. */
  title?: string
  author?: string
  /** Passed in: with the current time, every copy would be a different file. */
  createdAt: Date
  landscape?: boolean
}

/** An A4 PDF without pages; pdfkit adds none automatically. */
export function openPdf({ title, author, createdAt, landscape = false }: AboutPdf): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: title !== undefined,
    info: {
      ...(title !== undefined && { Title: title }),
      ...(author !== undefined && { Author: author }),
      Creator: 'Fundesk',
      Producer: 'Fundesk',
      CreationDate: createdAt,
    },
  })
}

/** Ends a PDF that is not being read yet and returns its bytes. */
export function wholePdf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    const parts: Uint8Array[] = []
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    doc.on('error', reject)
  })
  doc.end()
  return whole
}

interface Footer {
  content: PDFKit.PDFKitReference
  canvas: Canvas
}

/**
 * "3 of 12" in the centre of each page's foot. Rows are read and discarded while a file is written, so the number of
 * pages is known only at the end: until then each page waits for a small second content stream.
 */
export class PageNumbers {
  readonly #typeface: Typeface
  readonly #size: number
  readonly #footers: Footer[] = []

  constructor(typeface: Typeface, size: number) {
    this.#typeface = typeface
    this.#size = size
  }

  /** Reserves room for the page number. */
  add(doc: PDFKit.PDFDocument): void {
    const { page } = doc
    const content = doc.ref({})
    Object.assign(page.dictionary.data, { Contents: [page.content, content] })
    // The page's resources must be complete before the page is finished.
    this.#typeface.registerIn(page.fonts)
    this.#footers.push({ content, canvas: new Canvas(page.height, page.fonts) })
  }

  /** Numbers all pages; no more may follow. */
  end({ width, baseline }: { width: number; baseline: number }): void {
    for (const [at, { content, canvas }] of this.#footers.entries()) {
      const text = `${at + 1} of ${this.#footers.length}`
      canvas.text(this.#typeface, this.#size, text, baseline, { x: 0, width, align: 'centre' })
      content.end(canvas.toString())
    }
  }
}

/** In points. */
export interface SheetStyle {
  /** On all sides. */
  margin: number
  /** Left free above the lower margin. */
  foot: number
  /** Size of small print, including the page numbers. */
  small: number
  /** Distance of the page numbers below the lower margin's line. */
  numbersBelow: number
}

/** Where lines may be drawn on a page, in points from its top left. */
export interface Room {
  left: number
  top: number
  width: number
  bottom: number
}

/** The pages of a PDF, drawn in order and numbered "n of total". */
export class Sheets {
  readonly doc: PDFKit.PDFDocument
  readonly regular: Typeface
  readonly bold: Typeface
  readonly style: SheetStyle
  readonly #numbers: PageNumbers
  #canvas: Canvas | null = null
  #count = 0

  constructor(doc: PDFKit.PDFDocument, style: SheetStyle) {
    this.doc = doc
    this.style = style
    this.regular = openTypeface(doc, 'regular')
    this.bold = openTypeface(doc, 'bold')
    this.#numbers = new PageNumbers(this.regular, style.small)
  }

  /** Number of pages. */
  get count(): number {
    return this.#count
  }

  /** The current page. */
  get canvas(): Canvas {
    if (!this.#canvas) throw new Error('There is no page yet')
    return this.#canvas
  }

  get room(): Room {
    const { margin, foot } = this.style
    const { width, height } = this.doc.page
    return { left: margin, top: margin, width: width - 2 * margin, bottom: height - margin - foot }
  }

  /** Starts a new page. */
  turn(): void {
    this.#finish()
    const { page } = this.doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.doc)
    this.#count++
  }

  /** Finishes the pages; the document stays open. */
  end(): void {
    this.#finish()
    const { width, height } = this.doc.page
    this.#numbers.end({ width, baseline: height - this.style.margin + this.style.numbersBelow })
  }

  #finish(): void {
    if (this.#canvas) this.doc.addContent(this.#canvas.toString())
  }
}
