import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { savedLayout } from 'db/schema/layouts'
import { and, eq, ne } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { LayoutState } from './layout-state'
import type { SavedLayout } from './saved-layout'
import { layoutColumns } from './saved-layouts.server'

export const MOST_VIEWS = 50
export const MOST_LAYOUTS = 500

interface ToStore {
  userId: number
  key: string
  /** '' for what the grid opens with. */
  name: string
  state: LayoutState
}

/**
 * Stores what was checked before; what has the same key and name is replaced.
 * @throws DomainError 'invalid' when it is new, and the user has 50 views of the grid, or layouts of 500 grids
 */
export async function storeLayout(tx: Transaction, given: ToStore, now: Date): Promise<SavedLayout> {
  const { userId, key, name, state } = given
  const change = { state, updatedAt: now }
  const same = and(eq(savedLayout.userId, userId), eq(savedLayout.key, key), eq(savedLayout.name, name))
  const [replaced] = await tx.update(savedLayout).set(change).where(same).returning(layoutColumns)
  if (replaced) return replaced
  // The owner's row is the lock: many requests at once make no more than the limit.
  await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('no key update')
  await (name === '' ? checkLayouts(tx, userId) : checkViews(tx, userId, key))
  const [made] = await tx
    .insert(savedLayout)
    .values({ userId, key, name, ...change })
    .onConflictDoUpdate({ target: [savedLayout.userId, savedLayout.key, savedLayout.name], set: change })
    .returning(layoutColumns)
  if (!made) throw new Error('The layout was not stored')
  return made
}

async function checkViews(tx: Transaction, userId: number, key: string): Promise<void> {
  const views = and(eq(savedLayout.userId, userId), eq(savedLayout.key, key), ne(savedLayout.name, ''))
  if ((await tx.$count(savedLayout, views)) < MOST_VIEWS) return
  const message = `You have ${MOST_VIEWS} views of this list. Delete one that you do not use any more, then save the new one.`
  throw new DomainError('invalid', message, { fields: { name: message } })
}

async function checkLayouts(tx: Transaction, userId: number): Promise<void> {
  const layouts = and(eq(savedLayout.userId, userId), eq(savedLayout.name, ''))
  if ((await tx.$count(savedLayout, layouts)) < MOST_LAYOUTS) return
  const message = `You have saved ${MOST_LAYOUTS} layouts. Delete one that you do not use any more, then save the new one.`
  throw new DomainError('invalid', message, { fields: { key: message } })
}
