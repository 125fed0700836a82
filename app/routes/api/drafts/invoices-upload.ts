import { UPLOAD_TITLE } from '~/domain/drafts/upload-draft.server'
import { uploadDrafts } from '~/domain/drafts/upload-drafts.server'
import { calls } from '~/http/call'
import { jsonAnswer } from '~/http/call-answer'
import { callKey } from '~/http/call-key'
import { readCallUpload } from '~/http/call-upload'
import { commentGiven } from '~/http/draft-forms'
import { invoicesUpload } from '~/http/upload-limits'
import { withError } from './with-error'

/**
 * POST uploadinvoices: up to 5 PDFs, each a draft and an answer of its own, in their order; 201 when one at least became
 * a draft.
 */
export const loader = withError(
  calls({
    POST: {
      may: ['draftsdashboard', 'add'],
      title: UPLOAD_TITLE,
      async answer(guarded, { request }) {
        const { actor, services } = guarded
        const key = callKey(guarded, request)
        const { files, fields } = await readCallUpload(request, invoicesUpload)
        const answers = await uploadDrafts(services, actor, { files, comment: commentGiven(fields) }, key)
        const some = answers.some(({ draftId }) => draftId !== null)
        return jsonAnswer(answers, some ? 201 : 422)
      },
    },
  }),
)
export const action = loader
