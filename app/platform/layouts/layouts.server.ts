import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { savedLayout } from 'db/schema/layouts'
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { compareText } from '~/platform/lists/row-values'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import {
  isLayoutId,
  type LayoutState,
  layoutKey,
  layoutState,
  type SavedLayout,
  viewName,
} from './layout-state'

const layoutColumns = {
  id: savedLayout.id,
  key: savedLayout.key,
  name: savedLayout.name,
  updatedAt: savedLayout.updatedAt,
}

/** All layouts and views of a user, by key and name. */
export function savedLayouts(read: Read, userId: number): Promise<SavedLayout[]> {
  return read
    .select(layoutColumns)
    .from(savedLayout)
    .where(eq(savedLayout.userId, userId))
    .orderBy(asc(savedLayout.key), asc(savedLayout.name))
}

const MAX_VIEWS = 50
const MAX_LAYOUTS = 500

interface ToStore {
  userId: number
  key: string
  /** '' for the state that the grid opens with. */
  name: string
  state: LayoutState
  /** The queue that a view is shared with. */
  queue?: string | null
}

/**
 * Stores a checked state; replaces the layout with the same key and name.
 * @throws DomainError 'invalid' when it is new, and the user has 50 views of the grid, or layouts of 500 grids
 */
async function storeLayout({ tx, now }: TransactionAt, given: ToStore): Promise<SavedLayout> {
  const { userId, key, name, state, queue = null } = given
  const change = { state, queue, updatedAt: now }
  const same = and(eq(savedLayout.userId, userId), eq(savedLayout.key, key), eq(savedLayout.name, name))
  const [replaced] = await tx.update(savedLayout).set(change).where(same).returning(layoutColumns)
  if (replaced) return replaced
  // The owner's row is the lock: concurrent requests cannot exceed the limit.
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
  if ((await tx.$count(savedLayout, views)) < MAX_VIEWS) return
  const message = `You have ${MAX_VIEWS} views of this list. Delete one that you no longer use, then save the new one.`
  throw new DomainError('invalid', message, { fields: { name: message } })
}

async function checkLayouts(tx: Transaction, userId: number): Promise<void> {
  const layouts = and(eq(savedLayout.userId, userId), eq(savedLayout.name, ''))
  if ((await tx.$count(savedLayout, layouts)) < MAX_LAYOUTS) return
  const message = `You have saved ${MAX_LAYOUTS} layouts. Delete one that you no longer use, then save the new one.`
  throw new DomainError('invalid', message, { fields: { key: message } })
}

/** Saves the state that a grid opens with for a user, replacing the previous one. @throws see layoutKey, layoutState */
export async function saveLayout(
  context: TransactionAt,
  userId: number,
  key: string,
  state: unknown,
): Promise<SavedLayout> {
  return storeLayout(context, { userId, key: layoutKey(key), name: '', state: layoutState(state) })
}

/**
 * Deletes a user's own layout or view: the layout of a key, or the layout or view of an id (a number). Returns what was
 * deleted; null when there was none.
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

/** The id and state that a grid opens with for a user; null when none was saved. @throws see layoutKey */
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

/** A state of a grid saved under a name. */
export interface View {
  id: number
  key: string
  name: string
  state: unknown
  /** The owner. */
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

/** A user's saved state and views of a grid. */
export interface GridViews {
  /** The state that it opens with; undefined when none was saved. */
  saved: { state: unknown } | undefined
  /** Their own views, by name, each with the queue that it is shared with. */
  views: { id: number; name: string; queue: string | null }[]
  /** The views that others share with their queues, by name. */
  shared: { id: number; name: string; owner: string }[]
}

/** The saved state and the views of a grid: each list begins with them. @throws see layoutKey */
export async function gridViews(
  read: Read,
  { id, queues }: Pick<Actor, 'id' | 'queues'>,
  key: string,
): Promise<GridViews> {
  const { userId, name, queue } = savedLayout
  const others = and(inArray(queue, [...queues]), ne(name, ''))
  const rows = await read
    .select({
      id: savedLayout.id,
      userId,
      name,
      queue,
      state: sql<unknown>`case when ${name} = '' then ${savedLayout.state} end`,
      owner: sql<string>`concat(${appUser.firstName}, ' ', ${appUser.lastName})`,
    })
    .from(savedLayout)
    .innerJoin(appUser, eq(appUser.id, userId))
    .where(
      and(eq(savedLayout.key, layoutKey(key)), or(eq(userId, id), queues.length > 0 ? others : undefined)),
    )
  const named = rows.filter((row) => row.name !== '').sort((a, b) => compareText(a.name, b.name))
  const own = named.filter((row) => row.userId === id)
  const shared = named.filter((row) => row.userId !== id)
  return {
    saved: rows.find((row) => row.name === ''),
    views: own.map((row) => ({ id: row.id, name: row.name, queue: row.queue })),
    shared: shared.map((row) => ({ id: row.id, name: row.name, owner: row.owner })),
  }
}

/** What the owner enters about a view. */
export interface ViewEntry {
  name: string
  /** A queue of theirs whose members also see it; null if it is not shared. */
  queue: string | null
}

/**
 * Saves a state of a grid under a name, replacing the user's view of the same name.
 * @throws DomainError 'invalid', see layoutKey, viewName, layoutState and storeLayout; or for a queue of others
 */
export async function saveView(
  context: TransactionAt,
  { id: userId, queues }: Pick<Actor, 'id' | 'queues'>,
  key: string,
  { name, queue }: ViewEntry,
  state: unknown,
): Promise<SavedLayout> {
  if (queue !== null && !queues.includes(queue)) {
    const message = 'Choose one of your own queues, or “Only me”.'
    throw new DomainError('invalid', message, { fields: { queue: message } })
  }
  const view = { userId, key: layoutKey(key), name: viewName(name), state: layoutState(state), queue }
  return storeLayout(context, view)
}

/** Deletes one of a user's own views and returns it. @throws DomainError 'not-found' */
export async function deleteView(tx: Transaction, userId: number, id: number): Promise<SavedLayout> {
  const own = and(eq(savedLayout.id, id), eq(savedLayout.userId, userId), ne(savedLayout.name, ''))
  const [row] = isLayoutId(id) ? await tx.delete(savedLayout).where(own).returning(layoutColumns) : []
  if (!row) throw new DomainError('not-found', 'You have no such view. Reload the list.')
  return row
}
