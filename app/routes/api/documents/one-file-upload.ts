import type { addProof } from '~/areas/documents/add-one-document.server'
import { whyNotAdded } from '~/areas/documents/document-rights'
import { created } from '~/http/calls/answer'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { takesFiles } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { proofUpload } from '~/http/upload-limits'
import type { FileType } from '~/platform/files/file-types'
import { ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { objectFor } from '../object-kind'
import { anAddedDocument, documentShape } from './document-shape'

/** What is known of an upload before its body is read. */
interface Passed {
  draftId: number
  key: string
}

/** The call that adds a draft's one PDF or Excel file; 201 and the document. */
export function oneFileUpload(fileType: FileType, add: typeof addProof, what: string): Call {
  return {
    may: ['draftsdashboard', 'add', 'update'],
    title: ONE_FILE_ERROR,
    tells: `Adds ${what} to a draft: one PDF or Excel file.`,
    answers: { 201: anAddedDocument },
    ...takesFiles(
      { limits: proofUpload },
      async ({ actor, read, services }, _, { files }, { draftId, key }: Passed) => {
        const id = await add(services, actor, { draftId, files }, key)
        return created(await documentShape(read, actor, draftId, id))
      },
      async (guarded, { request, params }): Promise<Passed> => {
        const { actor, read } = guarded
        const draftId = idOf(params.draftId, 'draft')
        const off = whyNotAdded(actor, await objectFor(read, actor, draftId), fileType)
        // With a key it may be a retry of what was stored before the object went on: its files tell.
        if (off && (off.code === 'forbidden' || !request.headers.has('Idempotency-Key'))) throw off
        return { draftId, key: callKey(guarded, request) }
      },
    ),
  }
}
