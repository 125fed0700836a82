import { addBackup } from '~/domain/documents/add-one-document.server'
import { FILE_TYPES } from '~/domain/documents/file-types'
import { calls } from '~/http/calls/call'
import { oneFileUpload } from './one-file-upload'

/** POST uploadbackupdocument/{id}: adds a backup document to a draft; 201 and the document. */
export const loader = calls({ POST: oneFileUpload(FILE_TYPES.backup, addBackup, 'a backup document') })
export const action = loader
