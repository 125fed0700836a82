import { inflate } from './inflate'
import type { PdfObjects } from './objects'

const MB = 1024 * 1024
/** Shorter streams cannot inflate to more than MOST; in longer ones MOST is no sign of anything. */
const SHORT = 64 * 1024
const LONG = 1.6 * MB
const MOST = 64 * MB
const MOST_TOGETHER = 512 * MB

/**
 * True when a file holds streams that inflate to far more than any document needs, so that opening it would take the
 * memory of the machine. Pictures are left out: a blank page inflates likewise, and nothing here draws it.
 */
export function isDeflateBomb(bytes: Uint8Array, { all }: PdfObjects): boolean {
  let together = 0
  for (const { text, stream } of all) {
    if (!stream || !/\/(FlateDecode|Fl)\b/.test(text) || /\/Subtype\s*\/Image\b/.test(text)) continue
    const length = stream.to - stream.from
    if (length < SHORT || length > LONG) continue
    const inflated = inflate(bytes.subarray(stream.from, stream.to), MOST)
    if (inflated === 'too large') return true
    if (inflated !== 'broken') together += inflated.bytes.length
    if (together > MOST_TOGETHER) return true
  }
  return false
}
