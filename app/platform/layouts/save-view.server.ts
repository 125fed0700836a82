import type { Transaction } from 'db/database'
import { layoutKey, viewName } from './layout-names'
import { layoutState } from './layout-state'
import type { SavedLayout } from './saved-layout'
import { storeLayout } from './store-layout.server'

/**
 * Keeps a state of a grid under a name, in the place of the user's view of the same name.
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
