import type { Read } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq } from 'drizzle-orm'
import { layoutKey } from './layout-names'

/** The id and state of what a grid opens with for a user; null when nothing was saved. @throws see layoutKey */
export async function layoutOf(
  read: Read,
  userId: number,
  key: string,
): Promise<{ id: number; state: unknown } | null> {
  const [row] = await read
    .select({ id: savedLayout.id, state: savedLayout.state })
    .from(savedLayout)
    .where(and(eq(savedLayout.userId, userId), eq(savedLayout.key, layoutKey(key)), eq(savedLayout.name, '')))
  return row ?? null
}
