import { openTypeface, type Typeface } from '~/platform/exports/pdf/canvas'
import { openPdf, Sheets, wholePdf } from '~/platform/exports/pdf/sheets'

/** How a document is previewed. */
export type Shown =
  /** A PDF that browsers may open: its own bytes. */
  | { as: 'itself' }
  /** A PDF generated from it. */
  | { as: 'pdf'; bytes: Uint8Array }
  /** Not shown: the reason, as a sentence for the reader. */
  | { as: 'note'; message: string }

/** Most pages of a generated preview; its last line says how much is left out. */
const MAX_PAGES = 200

export const note = (message: string): Shown => ({ as: 'note', message })

/** The note for a file whose content cannot be read as its kind. */
export function damaged(label: string): Shown {
  return note(`It is ${label}, but its content is damaged or incomplete, so it cannot be previewed.`)
}

interface PagesOptions {
  landscape?: boolean
  most?: number
}

/** The pages of a preview, up to the limit. */
export class Pages extends Sheets {
  readonly mono: Typeface
  readonly #most: number

  constructor({ landscape, most = MAX_PAGES }: PagesOptions = {}) {
    super(openPdf({ landscape, createdAt: new Date(0) }), { margin: 28, foot: 14, small: 6, numbersBelow: 0 })
    this.mono = openTypeface(this.doc, 'mono')
    this.#most = most
  }

  /** True when no further page may follow. */
  get isLast(): boolean {
    return this.count >= this.#most
  }

  /** A line in small print at the foot of the page, saying how much is left out. */
  foot(text: string): void {
    const { left, width, bottom } = this.room
    this.canvas.text(this.bold, 7, text, bottom + 8, { x: left, width })
  }

  /** Finishes and returns the whole document. */
  whole(): Promise<Uint8Array> {
    if (this.count === 0) this.turn()
    this.end()
    return wholePdf(this.doc)
  }
}
