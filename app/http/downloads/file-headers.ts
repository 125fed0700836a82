import { contentDisposition } from './content-disposition'

/** What a browser shows without running anything of it in our origin; the rest is saved, whatever was asked for. */
const INERT = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
  'text/csv',
])

/** The headers of every file that is sent: nothing in it acts in our origin, and nobody keeps it. */
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
    // no-transform: compressed on its way, a file would lose its length and its ranges.
    'Cache-Control': 'private, no-store, no-transform',
  })
}

/** Safari shows no PDF in a sandbox; browsers run what a PDF holds apart from the site that sent it anyway. */
function shownPolicy(essence: string): string {
  const sandbox = essence === 'application/pdf' ? '' : 'sandbox; '
  return `${sandbox}default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'`
}
