import { readUpload, type Upload } from '../upload'
import type { UploadLimits } from '../upload-limits'
import { CallFault } from './call-fault'

/** The files and fields of an upload call. @throws CallFault for another kind of body, DomainError as readUpload */
export function readCallUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw new CallFault(415, 'Send the files as multipart/form-data, in the field "files".')
  return readUpload(request, limits)
}
