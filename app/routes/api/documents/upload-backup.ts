import { addBackup } from '~/areas/documents/add-one-document.server'
import { calls } from '~/http/calls/call'
import { FILE_TYPES } from '~/platform/files/file-types'
import { oneFileUpload } from './one-file-upload'

/** POST uploadbackupdocument/{id}: adds a backup document to a draft; 201 and the document. */
export const loader = calls({ POST: oneFileUpload(FILE_TYPES.backup, addBackup, 'a backup document') })
export const action = loader
