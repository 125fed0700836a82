import { inflatedSize } from './inflate'
import type { PdfObject } from './object'
import type { PdfObjects } from './objects'
import { filtersOf } from './stream-content'

const MB = 1024 * 1024
/** Shorter streams inflate to a few MB at most. */
const SHORT = 8 * 1024
/** More than this is too much when it is so many times the length. */
const MOST = 64 * MB
const MOST_TIMES = 40
/** Packed twice, which no program has reason to, a few KB can be gigabytes: what the first unpacking may give. */
const MOST_TWICE = 100 * 1024
const MOST_TOGETHER = 512 * MB
const PACKING = /^\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)$/

/**
 * True when a file holds streams that unpack to far more than any document needs, so that opening it would take the
 * memory of the machine. Pictures are left out: a blank page unpacks likewise, and nothing here draws it.
 */
export async function isDeflateBomb(bytes: Uint8Array, { all }: PdfObjects): Promise<boolean> {
  let together = 0
  for (const { text, stream } of all) {
    if (!stream || /\/Subtype\s*\/Image\b/.test(text)) continue
    const packed = filtersOf(text).filter((each) => PACKING.test(each))
    const length = stream.to - stream.from
    if (packed.length > 2) return true
    const most = packed.length === 2 ? MOST_TWICE : Math.max(MOST, MOST_TIMES * length)
    if (packed.length === 0 || (packed.length === 1 && length < SHORT)) continue
    const size = await inflatedSize(bytes.subarray(stream.from, stream.to), most)
    together += size
    if (size > most || together > MOST_TOGETHER) return true
  }
  return false
}

/** True when a reader may unpack this stream as it is: it cannot become much larger than it lies there. */
export function unpacksSafely({ text, stream }: PdfObject): boolean {
  const packed = filtersOf(text).filter((each) => PACKING.test(each))
  const length = stream ? stream.to - stream.from : 0
  return packed.length === 0 || (packed.length === 1 && length < SHORT)
}
