import { useRef, useState } from 'react'
import { useUploadForm } from '~/components/site/use-upload-form'
import { SubmitButton } from '~/ui/form/button'
import { FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { UploadForm } from '~/ui/upload/upload-form'
import { uploadedIn } from './uploaded-answer'
import { uploadedWords } from './uploaded-words'

interface UploadInvoiceFormProps {
  idempotencyKey: string
  refused?: Refused
}

/** A supplier's invoice: exactly one PDF, and a comment where there is something to say. */
export function UploadInvoiceForm({ idempotencyKey, refused }: UploadInvoiceFormProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const comment = useRef('')
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: '/api/uploadinvoice',
    closeHref: '/drafts',
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => ({ comment: comment.current }),
    onDone(answer) {
      const done = uploadedIn(answer)
      return { to: `/drafts/${done.draftId}`, status: uploadedWords(done) }
    },
  })
  return (
    <UploadForm idempotencyKey={idempotencyKey} upload={upload} refused={refused} before={before}>
      <FileInput
        name="files"
        label="1 PDF file"
        hint={`The supplier’s invoice, 25 MB at most. An e-invoice inside it fills the draft.${refused || before ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={['.pdf']}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      <TextArea
        name="comment"
        label="Comment (if you wish)"
        rows={3}
        maxLength={4000}
        onValue={(value) => {
          comment.current = value
        }}
      />
      <FormActions>
        <SubmitButton busyText="Uploading…" off={chosen === 0 ? 'Choose the PDF first.' : null}>
          Upload
        </SubmitButton>
      </FormActions>
    </UploadForm>
  )
}
