import type { Read } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { asc, eq } from 'drizzle-orm'
import type { SavedLayout } from './saved-layout'

export const layoutColumns = {
  id: savedLayout.id,
  key: savedLayout.key,
  name: savedLayout.name,
  updatedAt: savedLayout.updatedAt,
}

/** All layouts and views that a user saved, by key and name. */
export function savedLayouts(read: Read, userId: number): Promise<SavedLayout[]> {
  return read
    .select(layoutColumns)
    .from(savedLayout)
    .where(eq(savedLayout.userId, userId))
    .orderBy(asc(savedLayout.key), asc(savedLayout.name))
}
