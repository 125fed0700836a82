import type { Read } from 'db/doors'
import { documentsOf } from '~/domain/documents/documents-of.server'
import { FILE_TYPES } from '~/domain/documents/file-types'
import { draftById } from '~/domain/drafts/draft-by-id.server'

/**
 * One draft by the fields of the specification (section 3: draft transaction, detail); references are ids. `revision`,
 * sent back with a change, makes sure that nobody else changed it in between.
 */
export async function draftShape(read: Read, draftId: number) {
  const { createdBy, recreatedFrom, ...draft } = await draftById(read, draftId)
  const [file] = await documentsOf(read, {
    objectKind: 'draft',
    objectId: draftId,
    fileTypes: [FILE_TYPES.invoice],
  })
  return { ...draft, draft_transaction_id: draftId, recreatedFrom, file_name: file?.fileName ?? null }
}
