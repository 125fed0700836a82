import { UPLOAD_TITLE, uploadDraft } from '~/domain/drafts/upload-draft.server'
import { DomainError } from '~/domain/values/domain-error'
import { calls } from '~/http/call'
import { created } from '~/http/call-answer'
import { callKey } from '~/http/call-key'
import { readCallUpload } from '~/http/call-upload'
import { commentGiven } from '~/http/draft-forms'
import { proofUpload } from '~/http/upload-limits'
import { draftShape } from './draft-shape'
import { withError } from './with-error'

const NO_FILE = 'Choose the invoice: one PDF file.'

/** POST uploadinvoice: makes a draft of one PDF; 201, the draft, and what may be the same bill. */
export const loader = withError(
  calls({
    POST: {
      may: ['draftsdashboard', 'add'],
      title: UPLOAD_TITLE,
      async answer(guarded, { request }) {
        const { actor, read, services } = guarded
        const key = callKey(guarded, request)
        const { files, fields } = await readCallUpload(request, proofUpload)
        const [file] = files
        if (!file) throw new DomainError('invalid', NO_FILE, { fields: { files: NO_FILE } })
        const upload = { file, comment: commentGiven(fields) }
        const { draftId, duplicates, notes } = await uploadDraft(services, actor, upload, key)
        return created({ ...(await draftShape(read, draftId)), duplicates, notes })
      },
    },
  }),
)
export const action = loader
