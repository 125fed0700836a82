import { type Inflated, inflate } from './inflate'
import type { PdfObject } from './object'

/** The filters that a stream was written through, the outermost first. */
export function filtersOf(text: string): string[] {
  return /\/Filter\s*(\[[^[\]]{0,200}\]|\/\w+)/.exec(text)?.[1]?.match(/\/\w+/g) ?? []
}

/** The content of an object's stream: as it lies there, or inflated. Null when it is written in another way. */
export function contentOf(bytes: Uint8Array, { text, stream }: PdfObject, most: number): Inflated | null {
  if (!stream) return null
  const data = bytes.subarray(stream.from, stream.to)
  const [filter, ...more] = filtersOf(text)
  if (more.length > 0 || /\/Predictor\s*(?!1\b)\d/.test(text)) return null
  if (filter === '/FlateDecode' || filter === '/Fl') return inflate(data, most)
  if (filter !== undefined) return null
  return data.length > most ? 'too large' : { bytes: data }
}
