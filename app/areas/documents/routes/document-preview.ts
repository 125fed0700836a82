import escapeHtml from 'escape-html'
import type { Download } from '~/http/downloads/download'
import { downloadAnswer } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import type { Services } from '~/http/server/services'
import { displayName, KINDS } from '~/platform/files/file-types'
import { PreviewCache, previewOf } from '~/platform/files/preview/preview-of.server'
import { DomainError } from '~/platform/values/domain-error'
import { servicesOfProcess } from '../../../http/services-of-request'
import type { MayRead } from './document-download'
import { readableDocument, storedAnswer } from './document-download'

/**
 * The page in the frame of a preview when there is nothing to show: the reason, and the download. The page contains no
 * byte of the document, and its policy lets nothing run.
 */
export function previewNote(
  { id, fileName }: { id: number; fileName: string },
  message: string,
  status = 200,
): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>No preview – Fundesk</title>
</head>
<body style="font:14px/20px system-ui,sans-serif;color-scheme:light dark;max-width:36rem;margin:2rem auto;padding:0 1rem">
<main>
<h1 style="font-size:16px">No preview</h1>
<p style="overflow-wrap:anywhere"><bdi>${escapeHtml(displayName(fileName))}</bdi></p>
<p>${escapeHtml(message)}</p>
<p><a href="/documents/${id}" download>Download it</a> to open it in another program.</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, no-store',
    },
  })
}

const caches = new WeakMap<Services, PreviewCache>()

function cacheOf(given: Services): PreviewCache {
  const services = servicesOfProcess(given)
  const cache = caches.get(services) ?? new PreviewCache()
  caches.set(services, cache)
  return cache
}

/**
 * A stored document as a PDF for a frame of our pages, for those who may read it; where nothing may be shown, a page
 * that gives the reason and offers the download.
 * @throws DomainError 'not-found', or 'forbidden' when `mayRead` is false
 */
export async function documentPreview(
  { read, services, signal }: Guarded,
  request: Request,
  documentId: string | undefined,
  mayRead: MayRead,
): Promise<Response> {
  const document = await readableDocument({ read }, documentId, mayRead)
  const { files, office = null } = services
  const site = { read, files, office, cache: cacheOf(services) }
  const shown = await previewOf(site, document).catch((error: unknown) => {
    if (error instanceof DomainError) return { as: 'refused', error } as const
    throw error
  })
  if (shown.as === 'refused')
    return previewNote(document, shown.error.message, shown.error.code === 'busy' ? 429 : 200)
  if (shown.as === 'itself') return storedAnswer({ read, signal }, request, document, { inline: true })
  if (shown.as === 'note') return previewNote(document, shown.message)
  return downloadAnswer(madePdf(document, shown.bytes), { request, signal }, { inline: true })
}

/**
 * A stored document as a PDF to be saved: itself, or the PDF that its preview shows.
 * @throws DomainError 'not-found', 'forbidden' when `mayRead` is false, 'refused' when no PDF can be made of it
 */
export async function documentAsPdf(
  { read, services, signal }: Guarded,
  request: Request,
  documentId: string | number,
  mayRead: MayRead,
): Promise<Response> {
  const document = await readableDocument({ read }, documentId, mayRead)
  if (document.mediaType === KINDS.pdf.mediaType) return storedAnswer({ read, signal }, request, document)
  const { files, office = null } = services
  const shown = await previewOf({ read, files, office, cache: cacheOf(services) }, document)
  if (shown.as === 'pdf') return downloadAnswer(madePdf(document, shown.bytes), { request, signal })
  throw new DomainError(
    'refused',
    shown.as === 'note' ? shown.message : 'This document cannot be shown as a PDF.',
  )
}

function madePdf({ fileName, sha256 }: { fileName: string; sha256: string }, bytes: Uint8Array): Download {
  return {
    fileName: `${fileName}.pdf`,
    mediaType: 'application/pdf',
    size: bytes.byteLength,
    etag: `${sha256}-pdf`,
    chunks: (from: number, to: number) => pieces(bytes.subarray(from, to + 1)),
  }
}

const PIECE = 256 * 1024

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
