import { KEPT_TYPES } from '~/domain/documents/kinds'
import { mayOnKind } from '~/domain/documents/may-on-kind'
import { aStoredFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { documentDownload } from '~/http/downloads/document-download'
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
