import { downloadAnswer } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import { readContent } from '~/platform/files/read-content.server'
import { DomainError } from '~/platform/values/domain-error'
import { documentById, type StoredDocument } from '../documents-of.server'

/** Who may read a document. */
export type MayRead = (document: StoredDocument) => boolean | Promise<boolean>

/**
 * A stored document that somebody may read.
 * @param documentId as the address says it; text that is no id is a document that does not exist
 * @throws DomainError 'not-found', or 'forbidden' when `mayRead` says no
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

/** Sends a stored document to somebody who may read it. @throws DomainError as readableDocument */
export async function documentDownload(
  { read }: Pick<Guarded, 'read'>,
  request: Request,
  documentId: string | number | undefined,
  mayRead: MayRead,
  options: { inline?: boolean } = {},
): Promise<Response> {
  return storedAnswer(read, request, await readableDocument({ read }, documentId, mayRead), options)
}

/** Sends a stored document. Whoever calls has decided that it may be read. */
export function storedAnswer(
  read: Guarded['read'],
  request: Request,
  document: StoredDocument,
  options: { inline?: boolean } = {},
): Response {
  const { fileName, mediaType, size, sha256 } = document
  const chunks = (from: number, to: number) => readContent(read, document, from, to)
  return downloadAnswer({ fileName, mediaType, size, etag: sha256, chunks }, request, options)
}

export function idOf(given: string | number | undefined): number {
  return /^[1-9]\d{0,15}$/.test(String(given)) ? Number(given) : Number.NaN
}
