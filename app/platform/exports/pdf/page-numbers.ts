import { Canvas } from './canvas'
import type { Typeface } from './typeface'

interface Footer {
  content: PDFKit.PDFKitReference
  canvas: Canvas
}

/**
 * "3 of 12" in the middle of each page's foot. Rows come and go while a file is written, so how many pages there are
 * is known at the end: until then each page waits for a small second piece of content.
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
    // What a page needs is told before it is done with.
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
