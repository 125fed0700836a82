import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { document, documentContent } from 'db/schema/documents'
import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import type { FileType } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { deletionRefusal, mayOnKind } from './document-rights.server'

/** A document in a list (specification section 7). */
export interface ListedDocument {
  id: number
  fileName: string
  creationDate: Date
  /** Full name of who stored it, or SYSTEM. */
  createdBy: string
  file_type: string
  /** The virus scanner that found nothing in it when it was uploaded; null when it was not scanned. */
  scannedBy: string | null
}

/** The documents of an object, newest first; only of some file types where they are named. */
export async function documentsOf(
  read: Read,
  { objectKind, objectId, fileTypes }: { objectKind: string; objectId: number; fileTypes?: string[] },
): Promise<ListedDocument[]> {
  return read
    .select({
      id: document.id,
      fileName: document.fileName,
      creationDate: document.createdAt,
      createdBy: sql<string>`coalesce(${appUser.firstName} || ' ' || ${appUser.lastName}, 'SYSTEM')`,
      file_type: document.fileType,
      scannedBy: document.scannedBy,
    })
    .from(document)
    .leftJoin(appUser, eq(appUser.id, document.createdBy))
    .where(
      and(
        eq(document.objectKind, objectKind),
        eq(document.objectId, objectId),
        isNull(document.deletedAt),
        fileTypes && inArray(document.fileType, fileTypes),
      ),
    )
    .orderBy(desc(document.createdAt), desc(document.id))
}

/** A document in a list, with what the reader may do with it. */
export interface DocumentRow extends ListedDocument {
  canDelete: boolean
}

/** The documents of an object that a user may see, newest first; only of some file types where these are named. */
export async function documentsFor(
  { read, actor }: Pick<UserContext, 'read' | 'actor'>,
  at: Pick<Instance, 'objectId' | 'kind' | 'queue' | 'status'>,
  fileTypes?: string[],
): Promise<DocumentRow[]> {
  const listed = await documentsOf(read, { objectKind: at.kind, objectId: at.objectId, fileTypes })
  return listed.map((each) => ({ ...each, canDelete: deletionRefusal(actor, at, each.file_type) === null }))
}

/** A document with the facts that decide who may read it. */
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

/** One document that is not deleted. The caller decides who may see it. @throws DomainError 'not-found' */
export async function documentById(read: Read, id: number): Promise<StoredDocument> {
  const found = await oneDocument(read, id, isNull(document.deletedAt))
  if (found) return found
  throw new DomainError('not-found', 'This document does not exist or was deleted. Reload the list.')
}

/** A deleted document: its row is kept. Null when there is none. */
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

/** The object with a workflow that an id names, for users who may open its kind. */
export async function objectFor(
  { read, actor }: UserContext,
  objectId: number,
  permission: Permission = 'open',
): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (!mayOnKind(actor, instance.kind, permission))
    throw new DomainError(
      'forbidden',
      'You are not authorised for the page of this object. Ask an administrator for access.',
    )
  return instance
}

interface ObjectKey {
  objectKind: string
  objectId: number
}

/**
 * Gives an object the documents of another one: same names, dates and content; only the rows are copied.
 * @param but types of files that it does not get
 */
export async function shareDocuments(
  tx: Transaction,
  from: ObjectKey,
  to: ObjectKey,
  but: readonly FileType[] = [],
): Promise<void> {
  const rows = await tx
    .select({
      fileType: document.fileType,
      fileName: document.fileName,
      sha256: document.sha256,
      createdAt: document.createdAt,
      createdBy: document.createdBy,
      scannedBy: document.scannedBy,
    })
    .from(document)
    .where(
      and(
        eq(document.objectKind, from.objectKind),
        eq(document.objectId, from.objectId),
        isNull(document.deletedAt),
        but.length > 0 ? notInArray(document.fileType, [...but]) : undefined,
      ),
    )
    .orderBy(document.id)
  if (rows.length > 0) await tx.insert(document).values(rows.map((row) => ({ ...row, ...to })))
}

/** The documents of an object as its report lists them, oldest first. */
export function documentsWithHashes(read: Read, objectKind: string, objectId: number) {
  return read
    .select({
      fileName: document.fileName,
      fileType: document.fileType,
      createdAt: document.createdAt,
      size: documentContent.size,
      sha256: document.sha256,
    })
    .from(document)
    .innerJoin(documentContent, eq(documentContent.sha256, document.sha256))
    .where(
      and(eq(document.objectKind, objectKind), eq(document.objectId, objectId), isNull(document.deletedAt)),
    )
    .orderBy(asc(document.id))
}
