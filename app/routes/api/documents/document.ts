import { mayOnKind } from '~/domain/documents/may-on-kind'
import { calls } from '~/http/calls/call'
import { documentDownload } from '~/http/document-download'
import { remove } from './remove'

/** GET documents/{id}: the file, for those who may open the page of the object that it belongs to. DELETE deletes it. */
export const loader = calls({
  GET: {
    may: 'any user',
    answer: (guarded, { request, params }) =>
      documentDownload(guarded, request, params.documentId, ({ objectKind }) =>
        mayOnKind(guarded.actor, objectKind),
      ),
  },
  DELETE: remove,
})
export const action = loader
