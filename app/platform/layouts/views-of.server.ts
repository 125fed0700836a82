import type { Read } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq, ne } from 'drizzle-orm'
import { compareText } from '~/platform/lists/text-order'
import { layoutKey } from './layout-names'

/** A user's own views of a grid, by name. @throws see layoutKey */
export async function viewsOf(
  read: Read,
  userId: number,
  key: string,
): Promise<{ id: number; name: string }[]> {
  const views = await read
    .select({ id: savedLayout.id, name: savedLayout.name })
    .from(savedLayout)
    .where(and(eq(savedLayout.userId, userId), eq(savedLayout.key, layoutKey(key)), ne(savedLayout.name, '')))
  return views.sort((a, b) => compareText(a.name, b.name))
}
