import { UPLOAD_TITLE } from '~/domain/drafts/upload-draft.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { readCallUpload } from '~/http/calls/upload'
import type { Guarded } from '~/http/guard'
import type { Upload } from '~/http/upload'
import type { UploadLimits } from '~/http/upload-limits'
import { withError } from './with-error'

/**
 * The calls of an address that invoices are uploaded to, for whoever may add drafts; refusals carry `error` as well.
 * @param answer makes the drafts; the key makes them once only
 */
export function uploadCalls(
  limits: UploadLimits,
  answer: (guarded: Guarded, upload: Upload, key: string) => Promise<Response>,
) {
  return withError(
    calls({
      POST: {
        may: ['draftsdashboard', 'add'],
        title: UPLOAD_TITLE,
        async answer(guarded, { request }) {
          const key = callKey(guarded, request)
          return answer(guarded, await readCallUpload(request, limits), key)
        },
      },
    }),
  )
}
