import { uploadDraft } from '~/domain/drafts/upload-draft.server'
import { DomainError } from '~/domain/values/domain-error'
import { created } from '~/http/calls/answer'
import { commentGiven } from '~/http/draft-forms'
import { proofUpload } from '~/http/upload-limits'
import { draftShape } from './draft-shape'
import { uploadCalls } from './upload-calls'

const NO_FILE = 'Choose the invoice: one PDF file.'

/** POST uploadinvoice: makes a draft of one PDF; 201, the draft, and what may be the same bill. */
export const loader = uploadCalls(
  proofUpload,
  async ({ actor, read, services }, { files: [file], fields }, key) => {
    if (!file) throw new DomainError('invalid', NO_FILE, { fields: { files: NO_FILE } })
    const upload = { file, comment: commentGiven(fields) }
    const { draftId, duplicates, notes } = await uploadDraft(services, actor, upload, key)
    return created({ ...(await draftShape(read, draftId)), duplicates, notes })
  },
)
export const action = loader
