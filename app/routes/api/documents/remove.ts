import { removeDocument } from '~/domain/documents/remove-document.server'
import type { Call } from '~/http/call'
import { idOf } from '~/http/call-values'

/** Deletes a document, where its kind, its object and the caller's permissions allow it, and answers what is gone. */
export const remove: Call = {
  may: 'any user',
  title: 'Delete Error',
  async answer({ actor, transaction, services }, { params }) {
    const id = idOf(params.documentId, 'document')
    const gone = await transaction((tx) => removeDocument(tx, actor, id, services.clock()))
    return { id: gone.id, objectId: gone.objectId, fileName: gone.fileName, file_type: gone.fileType }
  },
}
