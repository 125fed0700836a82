import { addProof } from '~/areas/documents/add-one-document.server'
import { calls } from '~/http/calls/call'
import { FILE_TYPES } from '~/platform/files/file-types'
import { oneFileUpload } from './one-file-upload'

/** POST uploadclientvalidationdocument/{id}: adds the client's authorisation to a draft; 201 and the document. */
export const loader = calls({ POST: oneFileUpload(FILE_TYPES.proof, addProof, "the client's authorisation") })
export const action = loader
