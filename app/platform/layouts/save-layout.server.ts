import type { Transaction } from 'db/database'
import { layoutKey } from './layout-names'
import { layoutState } from './layout-state'
import type { SavedLayout } from './saved-layout'
import { storeLayout } from './store-layout.server'

/** Keeps what a grid opens with for a user, in the place of what was kept before. @throws see layoutKey, layoutState */
export async function saveLayout(
  tx: Transaction,
  userId: number,
  key: string,
  state: unknown,
  now: Date,
): Promise<SavedLayout> {
  return storeLayout(tx, { userId, key: layoutKey(key), name: '', state: layoutState(state) }, now)
}
