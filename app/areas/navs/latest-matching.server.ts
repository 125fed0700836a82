import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { navMatching } from 'db/schema/nav-checks'
import { desc, eq } from 'drizzle-orm'

export interface LatestMatching {
  id: number
  at: Date
  who: string
  controlId: number
  resultDocumentId: number
}

/** The newest matching of a NAV; null when there is none. */
export async function latestMatching(read: Read, fundNavId: number): Promise<LatestMatching | null> {
  const [row] = await read
    .select({
      id: navMatching.id,
      at: navMatching.at,
      who: appUser.userName,
      controlId: navMatching.controlId,
      resultDocumentId: navMatching.resultDocumentId,
    })
    .from(navMatching)
    .innerJoin(appUser, eq(appUser.id, navMatching.userId))
    .where(eq(navMatching.fundNavId, fundNavId))
    .orderBy(desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  return row ?? null
}
