import type { LoaderFunctionArgs } from '@remix-run/node'
import { jsonAnswer } from '../calls/answers'
import type { Guarded } from '../guard'
import { logUnexpected, refusalOf, setRetryAfter, statusOf } from '../refusal'
import { type Refusal, refusalPage, UNEXPECTED } from '../server/refuse'
import { throttleFile } from '../throttle'

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * The single range in a request (RFC 9110, section 14). Null means the whole content, because the request has no range,
 * several, or an unreadable one; 'outside' means that none of its bytes exist.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'outside' | null {
  const [, first, last] = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  if (from >= size) return 'outside'
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Longer names are cut before the extension: file systems do not accept more. */
const MAX_BYTES = 255
// Characters that could end a header, name another folder, or reverse text. Browsers handle what their own system
// forbids.
const UNSAFE = /[\p{Cc}\p{Surrogate}\\/\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * The header Content-Disposition (RFC 6266): a plain ASCII name for old programs and the full name in RFC 8187 form. No
 * name can break out of the header, its quotes or the download folder.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', fileName: string): string {
  const name = savedName(fileName)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%;\\/]/gu, '_')
  return `${disposition}; filename="${ascii || 'download'}"; filename*=UTF-8''${extended(name)}`
}

function savedName(fileName: string): string {
  const safe = fileName.replace(UNSAFE, '_').trim()
  if (/^\.*$/.test(safe)) return 'download'
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(safe)?.[0] ?? ''
  let stem = ''
  let bytes = Buffer.byteLength(extension)
  for (const character of extension === '' ? safe : safe.slice(0, -extension.length)) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_BYTES) break
    stem += character
  }
  return `${stem}${extension}`
}

/** encodeURIComponent leaves four characters that RFC 8187 does not allow. */
function extended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Types that a browser can show without running anything from the file in our origin; all others are saved, even if
 * they were to be shown.
 */
const INERT = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
  'text/csv',
])

/** The headers of every file: nothing in it can act in our origin, and it is never cached. */
export function fileHeaders(fileName: string, mediaType: string, inline = false): Headers {
  const essence = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const shown = inline && INERT.has(essence)
  return new Headers({
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', fileName),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': shown
      ? shownPolicy(essence)
      : "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': shown ? 'SAMEORIGIN' : 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // no-transform: compression on the way would remove its length and its ranges.
    'Cache-Control': 'private, no-store, no-transform',
  })
}

/** Safari shows no PDF in a sandbox; browsers isolate a PDF's scripts from the site anyway. */
function shownPolicy(essence: string): string {
  const sandbox = essence === 'application/pdf' ? '' : 'sandbox; '
  return `${sandbox}default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'`
}

/**
 * Streams bytes as the body of a response: they are read only as fast as they are taken, and no longer after the reader
 * leaves.
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // The adapter continues to read after the browser has left; this ends the reading.
        if (signal.aborted) await iterator.return?.()
        const next = signal.aborted ? undefined : await iterator.next()
        if (next && !next.done) return controller.enqueue(next.value)
        controller.close()
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

export interface Download {
  fileName: string
  /** Determined by content, with the charset of a text. */
  mediaType: string
  /** In bytes. */
  size: number
  /** SHA-256 of the content. */
  etag: string
  /** The bytes from `from` to `to`, both inclusive. */
  chunks: (from: number, to: number) => AsyncIterable<Uint8Array>
}

/** The source of a download; the signal aborts when its reader leaves. */
export interface DownloadSource {
  request: Request
  signal: AbortSignal
}

/**
 * Sends a file: whole, one range (206), nothing if the browser already has it (304) or if the range lies outside (416).
 * Streams at the reader's speed; the iteration ends when `signal` says that the reader has left.
 */
export function downloadAnswer(
  file: Download,
  { request, signal }: DownloadSource,
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
  const body = request.method === 'HEAD' ? null : streamOf(chunks(from, to), signal)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** Sends generated bytes, such as a workbook, to be saved, or shown where that is safe. */
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

/** True when one of the listed tags matches this content (RFC 9110, section 13.1.2: weak comparison). */
function matches(listed: string | null, etag: string): boolean {
  if (listed === null) return false
  return listed.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

function wantedRange(request: Request, etag: string, size: number) {
  const condition = request.headers.get('If-Range')
  if (request.method !== 'GET' || (condition !== null && condition.trim() !== etag)) return null
  return byteRange(request.headers.get('Range'), size)
}

/** A file generated on request. */
export interface GeneratedFile {
  bytes: Uint8Array
  fileName: string
  mediaType: string
  /** Shown in the browser, where that is safe; otherwise saved. */
  inline?: boolean
}

/** Generates a file and sends it. @throws Throttled after too many in a minute, and errors of `make` */
export async function generatedFile(guarded: Guarded, make: () => Promise<GeneratedFile>): Promise<Response> {
  await throttleFile(guarded)
  const { bytes, fileName, mediaType, inline } = await make()
  return bytesAnswer(bytes, fileName, mediaType, { inline })
}

const TITLES: Record<number, string> = { 403: 'Not authorised', 404: 'Page not found' }

/**
 * The loader of an address that returns a file. There is no page around it, so a refusal is shown on a plain page with
 * the request's id; a script that fetches the file gets JSON.
 */
export function fileLoader(answer: (args: LoaderFunctionArgs) => Promise<Response>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await answer(args)
    } catch (error) {
      if (error instanceof Response) return error
      const refusal = expectedRefusal(error)
      if (!refusal) logUnexpected(args, error)
      setRetryAfter(args.context, error)
      const shown = refusal ?? UNEXPECTED
      if (wantsJson(args.request)) return asJson(shown, args.context.requestId)
      return new Response(refusalPage(shown, args.context.requestId), {
        status: shown.status,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    }
  }
}

function wantsJson(request: Request): boolean {
  return request.headers.get('Accept')?.split(',', 1)[0]?.trim() === 'application/json'
}

function asJson({ status, title, message, code }: Refusal, requestId: string): Response {
  return jsonAnswer({ errorMessage: message, title, code, fields: {}, requestId }, status)
}

/** A refusal by the guard or a read, in either form that routes use; null for an unexpected error. */
function expectedRefusal(error: unknown): Refusal | null {
  const refusal = refusalOf(error)
  if (refusal) return page(statusOf(refusal), refusal.message)
  const { data, init } = (error ?? {}) as { data?: { message?: unknown }; init?: ResponseInit | null }
  if (typeof data?.message !== 'string') return null
  return page(init?.status ?? 500, data.message)
}

function page(status: number, message: string): Refusal {
  return { status, title: TITLES[status] ?? 'Not possible', message, code: 'refused' }
}
