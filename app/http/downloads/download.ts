import { byteRange } from './byte-range'
import { fileHeaders } from './file-headers'
import { streamOf } from './stream-of'

export interface Download {
  fileName: string
  /** By content, with the charset of a text. */
  mediaType: string
  /** In bytes. */
  size: number
  /** SHA-256 of the content. */
  etag: string
  /** The bytes from `from` to `to`, both inclusive. */
  chunks: (from: number, to: number) => AsyncIterable<Uint8Array>
}

/**
 * Sends a file: whole, one range of it (206), nothing when the browser has it (304) or when the range lies outside
 * (416). Streams as fast as it is read; the iteration ends when the reader goes.
 */
export function downloadAnswer(
  file: Download,
  request: Request,
  { inline = false }: { inline?: boolean } = {},
): Response {
  const { fileName, mediaType, size, chunks } = file
  const etag = `"${file.etag}"`
  const headers = fileHeaders(fileName, mediaType, inline)
  headers.set('ETag', etag)
  headers.set('Accept-Ranges', 'bytes')
  if (matches(request.headers.get('If-None-Match'), etag)) {
    headers.delete('Content-Type')
    return new Response(null, { status: 304, headers })
  }
  const range = wantedRange(request, etag, size)
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${size}`)
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    headers.delete('Content-Disposition')
    return new Response('The file has no such range of bytes.\n', { status: 416, headers })
  }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  headers.set('Content-Length', String(to - from + 1))
  if (range) headers.set('Content-Range', `bytes ${from}-${to}/${size}`)
  const body = request.method === 'HEAD' ? null : streamOf(chunks(from, to), request.signal)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** Sends bytes that were just made, such as a workbook, to be saved; or to be shown, where that is safe. */
export function bytesAnswer(
  bytes: Uint8Array,
  fileName: string,
  mediaType: string,
  { inline = false }: { inline?: boolean } = {},
): Response {
  const headers = fileHeaders(fileName, mediaType, inline)
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

/** True when one of the listed tags is this content (RFC 9110, section 13.1.2: weak comparison). */
function matches(listed: string | null, etag: string): boolean {
  if (listed === null) return false
  return listed.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

function wantedRange(request: Request, etag: string, size: number) {
  const condition = request.headers.get('If-Range')
  if (request.method !== 'GET' || (condition !== null && condition.trim() !== etag)) return null
  return byteRange(request.headers.get('Range'), size)
}
