import type { Transaction } from 'db/database'
import { document } from 'db/schema/documents'
import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { FileType } from '~/platform/files/file-types'

interface ObjectKey {
  objectKind: string
  objectId: number
}

/**
 * Gives an object the documents that another one has: same names, dates and content, nothing is copied but the rows.
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
