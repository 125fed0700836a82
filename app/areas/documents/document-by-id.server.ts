import type { Read } from 'db/database'
import { document, documentContent } from 'db/schema/documents'
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'

/** A document with what decides who may read it. */
export interface StoredDocument {
  id: number
  objectKind: string
  objectId: number
  fileType: string
  fileName: string
  sha256: string
  /** In bytes. */
  size: number
  /** By content, with the charset of a text: "text/csv; charset=utf-8". */
  mediaType: string
  createdAt: Date
  createdBy: number | null
}

/** The largest id that JavaScript counts exactly; PostgreSQL's own is larger. */
const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** One document that is not deleted. Whoever calls decides who may see it. @throws DomainError 'not-found' */
export async function documentById(read: Read, id: number): Promise<StoredDocument> {
  const found = await oneDocument(read, id, isNull(document.deletedAt))
  if (found) return found
  throw new DomainError('not-found', 'There is no such document, or it was deleted. Reload the list.')
}

/** A document that was deleted: its row stays. Null when there is none. */
export async function deletedDocumentById(read: Read, id: number): Promise<StoredDocument | null> {
  return oneDocument(read, id, isNotNull(document.deletedAt))
}

async function oneDocument(read: Read, id: number, where: SQL): Promise<StoredDocument | null> {
  const [row] = isId(id)
    ? await read
        .select({
          id: document.id,
          objectKind: document.objectKind,
          objectId: document.objectId,
          fileType: document.fileType,
          fileName: document.fileName,
          sha256: document.sha256,
          size: documentContent.size,
          mediaType: documentContent.mediaType,
          createdAt: document.createdAt,
          createdBy: document.createdBy,
        })
        .from(document)
        .innerJoin(documentContent, eq(documentContent.sha256, document.sha256))
        .where(and(eq(document.id, id), where))
    : []
  return row ?? null
}
