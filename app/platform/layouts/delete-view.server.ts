import type { Transaction } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq, ne } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { isLayoutId, type SavedLayout } from './saved-layout'
import { layoutColumns } from './saved-layouts.server'

/** Deletes one of a user's own views and answers what is gone. @throws DomainError 'not-found' */
export async function deleteView(tx: Transaction, userId: number, id: number): Promise<SavedLayout> {
  const own = and(eq(savedLayout.id, id), eq(savedLayout.userId, userId), ne(savedLayout.name, ''))
  const [row] = isLayoutId(id) ? await tx.delete(savedLayout).where(own).returning(layoutColumns) : []
  if (!row) throw new DomainError('not-found', 'You have no such view. Reload the list.')
  return row
}
