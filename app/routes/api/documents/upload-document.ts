import { addDocuments } from '~/domain/documents/add-documents.server'
import { whyNotAdded } from '~/domain/documents/document-rights'
import { rulesOf } from '~/domain/documents/upload-rules'
import { created } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { readCallUpload } from '~/http/calls/upload'
import { codeOf, idOf } from '~/http/calls/values'
import { documentUpload } from '~/http/upload-limits'
import { objectFor } from '../object-kind'
import { documentShape } from './document-shape'

/** POST uploadDocument/{fileType}/{id}: adds one file to a NAV, draft or invoice; 201 and the document. */
export const loader = calls({
  POST: {
    may: 'any user',
    title: 'Upload Error',
    async answer(guarded, { request, params }) {
      const { actor, read, services } = guarded
      const objectId = idOf(params.objectId, 'object')
      const fileType = codeOf(params.fileType)
      const off = whyNotAdded(actor, await objectFor(read, actor, objectId), fileType)
      // With a key it may be a retry of what was stored before the object went on: its files tell.
      if (off && (off.code === 'forbidden' || !request.headers.has('Idempotency-Key'))) throw off
      const key = callKey(guarded, request)
      const { files } = await readCallUpload(request, { ...documentUpload, title: rulesOf(fileType).title })
      const [id = 0] = await addDocuments(services, actor, { objectId, fileType, files }, key)
      return created(await documentShape(read, actor, objectId, id))
    },
  },
})
export const action = loader
