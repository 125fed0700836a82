import type { Transaction } from 'db/database'
import { document } from 'db/schema/documents'
import { and, eq, isNull } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'

/**
 * Takes a document out of its object's list; row and content stay for the audit.
 * @throws DomainError 'not-found' when it is not there, or was deleted before
 */
export async function deleteDocument(tx: Transaction, id: number, now: Date): Promise<void> {
  const deleted = await tx
    .update(document)
    .set({ deletedAt: now })
    .where(and(eq(document.id, id), isNull(document.deletedAt)))
    .returning({ id: document.id })
  if (deleted.length === 0)
    throw new DomainError(
      'not-found',
      'There is no such document, or it was deleted before. Reload the list.',
      {
        title: 'Delete Error',
      },
    )
}
