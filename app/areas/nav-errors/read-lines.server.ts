import type { Read } from 'db/database'
import { navErrorLine } from 'db/schema/nav-errors'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { LineEntry, LineKind, StoredLine } from './lines'

/** The lines of a case that are not withdrawn. */
export async function linesOf(read: Read, navErrorId: number): Promise<StoredLine[]> {
  const { id, kind, entry, rule, documentId, withdrawnAt } = navErrorLine
  const rows = await read
    .select({ id, kind, entry, rule, documentId })
    .from(navErrorLine)
    .where(and(eq(navErrorLine.navErrorId, navErrorId), isNull(withdrawnAt)))
    .orderBy(asc(id))
  return rows.map((row) => ({
    ...(row.entry as LineEntry),
    id: row.id,
    kind: row.kind as LineKind,
    rule: row.rule,
    documentId: row.documentId,
  }))
}
