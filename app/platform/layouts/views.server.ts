import type { Read, Transaction } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq, ne } from 'drizzle-orm'
import { compareText } from '~/platform/lists/row-values'
import { DomainError } from '~/platform/values/domain-error'
import { isLayoutId, layoutKey, layoutState, type SavedLayout, viewName } from './layout-state'
import { layoutColumns, storeLayout } from './layouts.server'

/** A state of a grid that its owner keeps under a name. */
export interface View {
  id: number
  key: string
  name: string
  state: unknown
  /** Of its owner. */
  userId: number
}

/** A view of any user by its id: views are shared by link. Null when there is none. */
export async function viewById(read: Read, id: number): Promise<View | null> {
  if (!isLayoutId(id)) return null
  const [row] = await read
    .select({
      id: savedLayout.id,
      key: savedLayout.key,
      name: savedLayout.name,
      state: savedLayout.state,
      userId: savedLayout.userId,
    })
    .from(savedLayout)
    .where(and(eq(savedLayout.id, id), ne(savedLayout.name, '')))
  return row ?? null
}

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

/**
 * Saves a state of a grid under a name; it replaces the user's view of the same name.
 * @throws DomainError 'invalid', see layoutKey, viewName, layoutState and storeLayout
 */
export async function saveView(
  tx: Transaction,
  userId: number,
  key: string,
  name: string,
  state: unknown,
  now: Date,
): Promise<SavedLayout> {
  const view = { userId, key: layoutKey(key), name: viewName(name), state: layoutState(state) }
  return storeLayout(tx, view, now)
}

/** Deletes one of a user's own views and returns what was deleted. @throws DomainError 'not-found' */
export async function deleteView(tx: Transaction, userId: number, id: number): Promise<SavedLayout> {
  const own = and(eq(savedLayout.id, id), eq(savedLayout.userId, userId), ne(savedLayout.name, ''))
  const [row] = isLayoutId(id) ? await tx.delete(savedLayout).where(own).returning(layoutColumns) : []
  if (!row) throw new DomainError('not-found', 'You have no such view. Reload the list.')
  return row
}
