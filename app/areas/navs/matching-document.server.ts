import type { Read } from 'db/database'
import { navMatching } from 'db/schema/nav-checks'
import { desc, eq, or } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'

/** The document of matching.xlsx: of a matching, or of the newest matching of a NAV. Ids of objects are never equal. */
export async function matchingDocument(read: Read, matchingOrNavId: number): Promise<number> {
  const [row] = await read
    .select({ documentId: navMatching.resultDocumentId })
    .from(navMatching)
    .where(or(eq(navMatching.id, matchingOrNavId), eq(navMatching.fundNavId, matchingOrNavId)))
    .orderBy(desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  if (!row)
    throw new DomainError('not-found', 'There is no matching yet. Upload one from the page of the NAV.')
  return row.documentId
}
