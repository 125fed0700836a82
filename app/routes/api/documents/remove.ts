import { z } from 'zod'
import { removeDocument } from '~/areas/documents/remove-document.server'
import { anId, aText } from '~/http/calls/answers'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { idOf } from '~/http/calls/values'
import { once } from '~/platform/workflow/once.server'

/** Deletes a document, where its kind, its object and the caller's permissions allow it, and answers what is gone. */
export const remove: Call = {
  may: 'any user',
  tells:
    'Deletes a document, where its kind, its object and your permissions allow it; answers what is gone.',
  answers: { 200: z.object({ id: anId, objectId: anId, fileName: aText, file_type: aText }) },
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
