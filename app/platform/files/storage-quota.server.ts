import type { Read } from 'db/database'
import { document, documentContent } from 'db/schema/documents'
import { importTrial } from 'db/schema/lookups'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'

/**
 * Bytes that the documents take which a user stored since the beginning of a day of the site's time zone. What was stored
 * twice, or is shared by several objects, takes its room once; what was deleted meanwhile still takes it. The workbook of
 * their last dry run counts, too.
 */
export async function storedSince(
  read: Read,
  userId: number,
  { day, timeZone }: { day: Day; timeZone: string },
): Promise<number> {
  const theirs = read
    .select({ sha256: document.sha256 })
    .from(document)
    .where(
      and(
        eq(document.createdBy, userId),
        gte(document.createdAt, sql`(${day}::timestamp at time zone ${timeZone})`),
      ),
    )
  const [row] = await read
    .select({ bytes: sql<string>`coalesce(sum(${documentContent.size}), 0)` })
    .from(documentContent)
    .where(inArray(documentContent.sha256, theirs))
  // The workbook of a dry run is kept for an hour after it came.
  const [trial] = await read
    .select({ size: importTrial.size })
    .from(importTrial)
    .where(
      and(
        eq(importTrial.userId, userId),
        gte(importTrial.expiresAt, sql`(${day}::timestamp at time zone ${timeZone})`),
      ),
    )
  return Number(row?.bytes ?? 0) + (trial?.size ?? 0)
}
