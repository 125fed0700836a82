import type { Read } from 'db/database'
import { document } from 'db/schema/documents'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { NAV_ERROR } from './nav-error'

const ofCase = (id: number) =>
  and(eq(document.objectKind, NAV_ERROR), eq(document.objectId, id), isNull(document.deletedAt))

export async function isDocumentOf(read: Read, id: number, documentId: number): Promise<boolean> {
  return (await read.$count(document, and(ofCase(id), eq(document.id, documentId)))) > 0
}

/** The documents of a case, as forms offer them. */
export async function documentsToChoose(read: Read, id: number): Promise<{ value: string; label: string }[]> {
  const rows = await read
    .select({ id: document.id, name: document.fileName })
    .from(document)
    .where(ofCase(id))
    .orderBy(asc(document.id))
  return rows.map((row) => ({ value: String(row.id), label: `${row.id}: ${row.name}` }))
}
