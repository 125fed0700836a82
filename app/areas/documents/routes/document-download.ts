import { downloadAnswer } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import { readContent } from '~/platform/files/read-content.server'
import { DomainError } from '~/platform/values/domain-error'
import { documentById, type StoredDocument } from '../documents-of.server'

/** Who may read a document. */
export type MayRead = (document: StoredDocument) => boolean | Promise<boolean>

/**
 * A stored document that the user may read.
 * @param documentId as the address has it; text that is not an id counts as a document that does not exist
 * @throws DomainError 'not-found', or 'forbidden' when `mayRead` is false
 */
export async function readableDocument(
  { read }: Pick<Guarded, 'read'>,
  documentId: string | number | undefined,
  mayRead: MayRead,
): Promise<StoredDocument> {
  const document = await documentById(read, idOf(documentId))
  if (await mayRead(document)) return document
  throw new DomainError(
    'forbidden',
    'You are not authorised to read this document. Ask an administrator for access.',
  )
}

/** Sends a stored document to a user who may read it. @throws DomainError as readableDocument */
export async function documentDownload(
  { read, signal }: Pick<Guarded, 'read' | 'signal'>,
  request: Request,
  documentId: string | number | undefined,
  mayRead: MayRead,
  options: { inline?: boolean } = {},
): Promise<Response> {
  return storedAnswer(
    { read, signal },
    request,
    await readableDocument({ read }, documentId, mayRead),
    options,
  )
}

/** Sends a stored document. The caller has decided that it may be read. */
export function storedAnswer(
  { read, signal }: Pick<Guarded, 'read' | 'signal'>,
  request: Request,
  document: StoredDocument,
  options: { inline?: boolean } = {},
): Response {
  const { fileName, mediaType, size, sha256 } = document
  const chunks = (from: number, to: number) => readContent(read, document, from, to)
  return downloadAnswer({ fileName, mediaType, size, etag: sha256, chunks }, { request, signal }, options)
}

export function idOf(given: string | number | undefined): number {
  return /^[1-9]\d{0,15}$/.test(String(given)) ? Number(given) : Number.NaN
}
