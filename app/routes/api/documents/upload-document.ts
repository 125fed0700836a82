import { z } from 'zod'
import { addDocuments } from '~/areas/documents/add-documents.server'
import { whyNotAdded } from '~/areas/documents/document-rights'
import { created } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takesFiles } from '~/http/calls/takes'
import { codeOf, idOf } from '~/http/calls/values'
import { documentUpload } from '~/http/upload-limits'
import { FILE_TYPES } from '~/platform/files/file-types'
import { objectFor } from '../object-kind'
import { anAddedDocument, documentShape } from './document-shape'

/** What is known of an upload before its body is read. */
interface Passed {
  objectId: number
  fileType: string
  key: string
}

/** POST uploadDocument/{fileType}/{id}: adds one file to an object with a workflow; 201 and the document. */
export const loader = calls({
  POST: {
    may: 'any user',
    title: 'Upload Error',
    tells: 'Adds one file to a NAV, draft, invoice, budget or task.',
    path: { fileType: z.enum([FILE_TYPES.other, FILE_TYPES.proof, FILE_TYPES.backup]) },
    answers: { 201: anAddedDocument },
    ...takesFiles(
      { limits: documentUpload },
      async ({ actor, read, services }, _, { files }, { key, ...object }: Passed) => {
        const [id = 0] = await addDocuments(services, actor, { ...object, files }, key)
        return created(await documentShape(read, actor, object.objectId, id))
      },
      async (guarded, { request, params }): Promise<Passed> => {
        const { actor, read } = guarded
        const objectId = idOf(params.objectId, 'object')
        const fileType = codeOf(params.fileType)
        const off = whyNotAdded(actor, await objectFor(read, actor, objectId), fileType)
        // With a key it may be a retry of what was stored before the object went on: its files tell.
        if (off && (off.code === 'forbidden' || !request.headers.has('Idempotency-Key'))) throw off
        return { objectId, fileType, key: callKey(guarded, request) }
      },
    ),
  },
})
export const action = loader
