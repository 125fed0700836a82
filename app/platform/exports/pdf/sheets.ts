import PDFDocument from 'pdfkit'
import { Canvas, openTypeface, type Typeface } from './canvas'

export interface AboutPdf {
  /** Shown by readers in place of the file's name. */
  title?: string
  author?: string
  /** A clock here would make every copy a different file. */
  made: Date
  landscape?: boolean
}

/** An A4 PDF without pages yet; pdfkit adds none by itself. */
export function openPdf({ title, author, made, landscape = false }: AboutPdf): PDFKit.PDFDocument {
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
      CreationDate: made,
    },
  })
}

/** Ends a PDF that has no reader yet and returns all its bytes. */
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
 * "3 of 12" in the middle of each page's foot. Rows are read and dropped while a file is written, so the number of
 * pages is known only at the end: until then each page waits for a small second piece of content.
 */
export class PageNumbers {
  readonly #typeface: Typeface
  readonly #size: number
  readonly #footers: Footer[] = []

  constructor(typeface: Typeface, size: number) {
    this.#typeface = typeface
    this.#size = size
  }

  /** Leaves room for the number of the document's page. */
  add(doc: PDFKit.PDFDocument): void {
    const { page } = doc
    const content = doc.ref({})
    Object.assign(page.dictionary.data, { Contents: [page.content, content] })
    // The page's resources must be complete before the page is finished.
    this.#typeface.registerIn(page.fonts)
    this.#footers.push({ content, canvas: new Canvas(page.height, page.fonts) })
  }

  /** No more pages: numbers all of them. */
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
  /** Kept free above the lower margin. */
  foot: number
  /** Size of small print: the numbers of the pages, at least. */
  small: number
  /** Distance of the numbers below the lower margin's line. */
  numbersBelow: number
}

/** Where lines may be drawn on a page, in points from its top left. */
export interface Room {
  left: number
  top: number
  width: number
  bottom: number
}

/** The pages of a PDF, drawn one after the other and numbered "n of total". */
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

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /** The page that is drawn on. */
  get canvas(): Canvas {
    if (!this.#canvas) throw new Error('There is no page yet')
    return this.#canvas
  }

  get room(): Room {
    const { margin, foot } = this.style
    const { width, height } = this.doc.page
    return { left: margin, top: margin, width: width - 2 * margin, bottom: height - margin - foot }
  }

  /** Goes on to a new page. */
  turn(): void {
    this.#finish()
    const { page } = this.doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.doc)
    this.#count++
  }

  /** No more pages; the document is left open. */
  end(): void {
    this.#finish()
    const { width, height } = this.doc.page
    this.#numbers.end({ width, baseline: height - this.style.margin + this.style.numbersBelow })
  }

  #finish(): void {
    if (this.#canvas) this.doc.addContent(this.#canvas.toString())
  }
}
