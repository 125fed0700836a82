import { mediaTypeOf } from '../request-text'
import { readUpload, type Upload } from '../upload'
import type { UploadLimits } from '../upload-limits'
import { CallFault } from './call-fault'

/** Refuses the body of an upload call that is no form with files. @throws CallFault 415 */
export function refuseOtherThanForm(request: Request): void {
  if (mediaTypeOf(request) !== 'multipart/form-data')
    throw new CallFault(415, 'Send the files as multipart/form-data, in the field "files".')
}

/** The fields of a multipart body without files. @throws CallFault for another kind of body, DomainError as readUpload */
export function readCallUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  refuseOtherThanForm(request)
  return readUpload(request, limits)
}
