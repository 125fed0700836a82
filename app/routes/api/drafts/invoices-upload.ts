import { uploadDrafts } from '~/domain/drafts/upload-drafts.server'
import { jsonAnswer } from '~/http/calls/answer'
import { commentGiven } from '~/http/draft-forms'
import { invoicesUpload } from '~/http/upload-limits'
import { uploadCalls } from './upload-calls'

/**
 * POST uploadinvoices: up to 5 PDFs, each a draft and an answer of its own, in their order; 201 when one at least became
 * a draft.
 */
export const loader = uploadCalls(invoicesUpload, async ({ actor, services }, { files, fields }, key) => {
  const answers = await uploadDrafts(services, actor, { files, comment: commentGiven(fields) }, key)
  const some = answers.some(({ draftId }) => draftId !== null)
  return jsonAnswer(answers, some ? 201 : 422)
})
export const action = loader
