import type { Transaction } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq } from 'drizzle-orm'
import { layoutKey } from './layout-names'
import { isLayoutId, type SavedLayout } from './saved-layout'
import { layoutColumns } from './saved-layouts.server'

/**
 * Deletes one of a user's own: the layout of a key, or the layout or view of an id (a number). Answers what is gone;
 * null when there was none.
 */
export async function deleteLayout(
  tx: Transaction,
  userId: number,
  idOrKey: number | string,
): Promise<SavedLayout | null> {
  if (typeof idOrKey === 'number' && !isLayoutId(idOrKey)) return null
  const which =
    typeof idOrKey === 'number'
      ? eq(savedLayout.id, idOrKey)
      : and(eq(savedLayout.key, layoutKey(idOrKey)), eq(savedLayout.name, ''))
  const [row] = await tx
    .delete(savedLayout)
    .where(and(eq(savedLayout.userId, userId), which))
    .returning(layoutColumns)
  return row ?? null
}
