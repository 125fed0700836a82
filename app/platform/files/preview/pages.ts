import { openPdf } from '~/platform/exports/pdf/open-pdf'
import { Sheets } from '~/platform/exports/pdf/sheets'
import { openTypeface, type Typeface } from '~/platform/exports/pdf/typeface'
import { wholePdf } from '~/platform/exports/pdf/whole-pdf'
import { MOST_PAGES } from './shown'

interface PagesOptions {
  landscape?: boolean
  most?: number
}

/** The pages of a preview; not more than there may be. */
export class Pages extends Sheets {
  readonly mono: Typeface
  readonly #most: number

  constructor({ landscape, most = MOST_PAGES }: PagesOptions = {}) {
    super(openPdf({ landscape, made: new Date(0) }), { margin: 28, foot: 14, small: 6, numbersBelow: 0 })
    this.mono = openTypeface(this.doc, 'mono')
    this.#most = most
  }

  /** True when the next page would be one too many. */
  get isLast(): boolean {
    return this.count >= this.#most
  }

  /** A line in small print at the foot of the page: what is left out. */
  foot(text: string): void {
    const { left, width, bottom } = this.room
    this.canvas.text(this.bold, 7, text, bottom + 8, { x: left, width })
  }

  /** No more pages: the whole document. */
  whole(): Promise<Uint8Array> {
    if (this.count === 0) this.turn()
    this.end()
    return wholePdf(this.doc)
  }
}
