import type { addProof } from '~/domain/documents/add-one-document.server'
import { whyNotAdded } from '~/domain/documents/document-rights'
import type { FileType } from '~/domain/documents/file-types'
import { ONE_FILE_ERROR } from '~/domain/documents/upload-rules'
import { created } from '~/http/calls/answer'
import type { Call } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { readCallUpload } from '~/http/calls/upload'
import { idOf } from '~/http/calls/values'
import { proofUpload } from '~/http/upload-limits'
import { objectFor } from '../object-kind'
import { documentShape } from './document-shape'

/** The call that adds a draft's one PDF or Excel file; 201 and the document. */
export function oneFileUpload(fileType: FileType, add: typeof addProof): Call {
  return {
    may: ['draftsdashboard', 'add', 'update'],
    title: ONE_FILE_ERROR,
    async answer(guarded, { request, params }) {
      const { actor, read, services } = guarded
      const draftId = idOf(params.draftId, 'draft')
      const off = whyNotAdded(actor, await objectFor(read, actor, draftId), fileType)
      // With a key it may be a retry of what was stored before the object went on: its files tell.
      if (off && (off.code === 'forbidden' || !request.headers.has('Idempotency-Key'))) throw off
      const key = callKey(guarded, request)
      const { files } = await readCallUpload(request, proofUpload)
      const id = await add(services, actor, { draftId, files }, key)
      return created(await documentShape(read, actor, draftId, id))
    },
  }
}
