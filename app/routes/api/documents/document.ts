import { mayOnKind } from '~/areas/documents/may-on-kind'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { aStoredFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { KEPT_TYPES } from '~/platform/files/kinds'
import { remove } from './remove'

/** GET documents/{id}: the file, for those who may open the page of the object that it belongs to. DELETE deletes it. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'The file, for those who may open the page of the object that it belongs to.',
    answers: { 200: aStoredFile(...KEPT_TYPES) },
    answer: (guarded, { request, params }) =>
      documentDownload(guarded, request, params.documentId, ({ objectKind }) =>
        mayOnKind(guarded.actor, objectKind),
      ),
  },
  DELETE: remove,
})
export const action = loader
