import { document } from 'db/schema/documents'
import { and, eq, isNull } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { documentLabel } from './add-documents.server'
import { deletionRefusal, mayOnKind } from './document-rights.server'
import { documentById, type StoredDocument } from './documents-of.server'

/**
 * Removes a document from its object's list; row and content stay for the audit.
 * @throws DomainError 'not-found' when it does not exist, or was deleted before
 */
export async function deleteDocument({ tx, now }: TransactionAt, id: number): Promise<void> {
  const deleted = await tx
    .update(document)
    .set({ deletedAt: now })
    .where(and(eq(document.id, id), isNull(document.deletedAt)))
    .returning({ id: document.id })
  if (deleted.length === 0)
    throw new DomainError(
      'not-found',
      'This document does not exist or was already deleted. Reload the list.',
      {
        title: 'Delete Error',
      },
    )
}

const TITLE = 'Delete Error'

/**
 * Deletes a document of an object: it leaves the list, its row and content stay for the audit, and an event of the
 * object's chain records who deleted what. Returns what was deleted.
 * @throws DomainError 'Delete Error': not there any more, not the user's to delete, or kept by the rules
 */
export async function removeDocument(context: UserWriteContext, documentId: number): Promise<StoredDocument> {
  const { tx, actor, now } = context
  const gone = await documentById(tx, documentId).catch((error: unknown) => {
    throw error instanceof DomainError ? titled(error) : error
  })
  if (!mayOnKind(actor, gone.objectKind))
    throw new DomainError(
      'forbidden',
      'You are not authorised for the page of this document. Ask an administrator for access.',
      { title: TITLE },
    )
  const instance = await lockInstance(tx, gone.objectId)
  const refusal = deletionRefusal(actor, instance, gone.fileType)
  if (refusal) throw titled(refusal)
  await deleteDocument(context, documentId)
  const { fileName, fileType, sha256, size } = gone
  await recordAct(tx, instance, {
    name: 'delete document',
    to: instance,
    who: actor,
    log: documentLabel(gone),
    data: { documentId, fileName, fileType, sha256, size },
    now,
  })
  return gone
}

/**
 * The same from a form or a call, which takes effect once however often it is sent. A document that a user saw and
 * that was deleted meanwhile is gone as well.
 */
export const removeDocumentWithKey = (
  context: UserWriteContext,
  { id, gone = null }: { id: number; gone?: StoredDocument | null },
) =>
  withIdempotencyKey(context, `delete document ${id}`, async () => {
    const { objectId, fileName, fileType } = gone ?? (await removeDocument(context, id))
    return { id, objectId, fileName, file_type: fileType }
  })

const titled = ({ code, message }: DomainError) => new DomainError(code, message, { title: TITLE })
