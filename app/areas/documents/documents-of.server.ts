import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

/** A document in a list (specification section 7). */
export interface ListedDocument {
  id: number
  fileName: string
  creationDate: Date
  /** Full name of who stored it, or SYSTEM. */
  createdBy: string
  file_type: string
  /** The virus scanner that found nothing in it when it was uploaded; null when nobody looked. */
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
