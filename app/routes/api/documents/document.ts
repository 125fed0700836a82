import { mayOnKind } from '~/domain/documents/may-on-kind'
import { calls } from '~/http/call'
import { documentDownload } from '~/http/document-download'

/** GET documents/{id}: the file, for those who may open the page of the object that it belongs to. */
export const loader = calls({
  GET: {
    may: 'any user',
    answer: (guarded, { request, params }) =>
      documentDownload(guarded, request, params.documentId, ({ objectKind }) =>
        mayOnKind(guarded.actor, objectKind),
      ),
  },
})
export const action = loader
