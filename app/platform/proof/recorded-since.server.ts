import type { Read } from 'db/database'
import { changeSeal } from 'db/schema/evidence'
import { min } from 'drizzle-orm'

/** The instant from which changes of business data are recorded; null where there is none yet. */
export async function recordedSince(read: Read): Promise<Date | null> {
  const [first] = await read.select({ at: min(changeSeal.at) }).from(changeSeal)
  return first?.at ?? null
}
