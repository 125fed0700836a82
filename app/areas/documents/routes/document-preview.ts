import { type Download, downloadAnswer } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import { lenderOf } from '~/http/lent-services'
import type { Services } from '~/http/server/services'
import { KINDS } from '~/platform/files/kinds'
import { PreviewCache } from '~/platform/files/preview/preview-cache'
import { previewOf } from '~/platform/files/preview/preview-of.server'
import { DomainError } from '~/platform/values/domain-error'
import { type MayRead, readableDocument, storedAnswer } from './document-download'
import { previewNote } from './preview-note'

const caches = new WeakMap<Services, PreviewCache>()

function cacheOf(given: Services): PreviewCache {
  const services = lenderOf(given)
  const known = caches.get(services) ?? new PreviewCache()
  caches.set(services, known)
  return known
}

/**
 * A stored document as a PDF for a frame of our pages, for those who may read it; where there is nothing that may be
 * shown, a page that says why and offers the download.
 * @throws DomainError 'not-found', or 'forbidden' when `mayRead` says no
 */
export async function documentPreview(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
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
  if (shown.as === 'itself') return storedAnswer(read, request, document, { inline: true })
  if (shown.as === 'note') return previewNote(document, shown.message)
  return downloadAnswer(madePdf(document, shown.bytes), request, { inline: true })
}

/**
 * A stored document as a PDF to be saved: itself, or the PDF that its preview shows.
 * @throws DomainError 'not-found', 'forbidden' when `mayRead` says no, 'refused' when no PDF can be made of it
 */
export async function documentAsPdf(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  request: Request,
  documentId: string | number,
  mayRead: MayRead,
): Promise<Response> {
  const document = await readableDocument({ read }, documentId, mayRead)
  if (document.mediaType === KINDS.pdf.mediaType) return storedAnswer(read, request, document)
  const { files, office = null } = services
  const shown = await previewOf({ read, files, office, cache: cacheOf(services) }, document)
  if (shown.as === 'pdf') return downloadAnswer(madePdf(document, shown.bytes), request)
  throw new DomainError(
    'refused',
    shown.as === 'note' ? shown.message : 'No PDF can be made of this document.',
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
