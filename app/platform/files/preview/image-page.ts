import { inflateSync } from 'node:zlib'
import { Pages } from './pages'

/** An image on one page, as large as it fits. @throws when the image is damaged */
export function imagePage(bytes: Uint8Array, isPng: boolean): Promise<Uint8Array> {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPng) refuseBrokenPng(image)
  const pages = new Pages({ landscape: isPng && image.readUInt32BE(16) > image.readUInt32BE(20) })
  pages.turn()
  const { left, top, width, bottom } = pages.room
  pages.doc.image(image, left, top, { fit: [width, bottom - top], align: 'center', valign: 'center' })
  return pages.whole()
}

/** Pixels that are decoded at most, 8 bytes each. */
const MOST_PIXELS = 25_000_000
const WITH_ALPHA = [4, 6]

/** What a PDF cannot hold as it is, pdfkit unpacks where nobody catches its errors, however large it becomes. */
function refuseBrokenPng(image: Buffer): void {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  if (width * height === 0) throw new Error('an image without pixels')
  const packed: Buffer[] = []
  let transparent = false
  for (let at = 8; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at)
    const type = image.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > image.length) throw new Error('an image that ends too early')
    if (type === 'IDAT') packed.push(image.subarray(at + 8, at + 8 + length))
    if (type === 'tRNS') transparent = true
    if (type === 'IEND') break
    at += 12 + length
  }
  if (packed.length === 0) throw new Error('an image without content')
  const [colours = 0, interlaced] = [image[25], image[28]]
  if (!transparent && !interlaced && !WITH_ALPHA.includes(colours)) return
  if (width * height > MOST_PIXELS) throw new Error('an image that is too large to be unpacked')
  inflateSync(Buffer.concat(packed), { maxOutputLength: width * height * 8 + height + 1024 })
}
