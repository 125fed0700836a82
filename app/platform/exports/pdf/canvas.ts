import type { Typeface } from './typeface'

export type Align = 'left' | 'right' | 'centre'

export interface Box {
  x: number
  width: number
  align?: Align
}

const n = (value: number) => String(Math.round(value * 100) / 100)

/** What is drawn on one page, in the operators of PDF (ISO 32000-1, annex A). Measures in points from the top left. */
export class Canvas {
  readonly #height: number
  readonly #fonts: Record<string, unknown>
  readonly #operators: string[] = []

  /** @param fonts of the page's resources: those that are used are put there */
  constructor(height: number, fonts: Record<string, unknown>) {
    this.#height = height
    this.#fonts = fonts
  }

  /** A text on its base line; one that is wider than its box is squeezed into it. */
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

  /** A grey ground, for what is drawn on it afterwards. */
  band(x: number, width: number, y: number, height: number): void {
    this.#operators.push(`0.92 g ${n(x)} ${n(this.#height - y - height)} ${n(width)} ${n(height)} re f 0 g`)
  }

  /** As a page's content: pdfkit has turned it upside down. */
  toString(): string {
    return `q 1 0 0 -1 0 ${n(this.#height)} cm\n${this.#operators.join('\n')}\nQ`
  }
}
