import { removeDocument } from '~/domain/documents/remove-document.server'
import { once } from '~/domain/workflow/once.server'
import type { Call } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { idOf } from '~/http/calls/values'

/** Deletes a document, where its kind, its object and the caller's permissions allow it, and answers what is gone. */
export const remove: Call = {
  may: 'any user',
  title: 'Delete Error',
  async answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const id = idOf(params.documentId, 'document')
    const now = services.clock()
    const key = { key: callKey(guarded, request), userId: actor.id, action: `delete document ${id}`, now }
    return transaction((tx) =>
      once(tx, key, async () => {
        const { objectId, fileName, fileType } = await removeDocument(tx, actor, id, now)
        return { id, objectId, fileName, file_type: fileType }
      }),
    )
  },
}
