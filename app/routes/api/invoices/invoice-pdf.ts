import { FILE_TYPES } from '~/domain/documents/file-types'
import { mayOnKind } from '~/domain/documents/may-on-kind'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { documentDownload } from '~/http/document-download'
import { objectFor } from '../object-kind'
import { objectDocument } from './object-document'

/** GET documents/invoice/{id}: the supplier's PDF of an invoice or a draft. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer(guarded, { request, params }) {
      const { actor, read } = guarded
      const object = await objectFor(read, actor, idOf(params.objectId, 'invoice'))
      const missing = `There is no supplier's PDF of ${object.kind} ${object.objectId}.`
      const documentId = await objectDocument(read, object, FILE_TYPES.invoice, missing)
      return documentDownload(guarded, request, documentId, ({ objectKind }) => mayOnKind(actor, objectKind))
    },
  },
})
export const action = loader
