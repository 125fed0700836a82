import { useRef, useState } from 'react'
import { atMost, DOCUMENT_BYTES, INVOICE } from '~/platform/files/upload-rules'
import { useUploadForm } from '~/platform/page/use-upload-form'
import { SubmitButton } from '~/ui/form/button'
import { FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { UploadForm } from '~/ui/upload/upload-form'
import { uploadedIn, uploadedWords } from './uploaded'

interface UploadInvoiceFormProps {
  idempotencyKey: string
  refused?: Refused
}

/** A supplier's invoice: exactly one file, and a comment where there is something to say. */
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
      return { to: `/drafts/${done.draftId}`, said: uploadedWords(done) }
    },
  })
  return (
    <UploadForm upload={upload} refused={refused} before={before}>
      <FileInput
        name="files"
        label="1 PDF or XML file"
        hint={`The supplier’s invoice: a PDF of up to 25 MB, or an e-invoice in XML (UBL, CII) of up to 10 MB. An e-invoice fills in the draft.${refused || before ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={INVOICE.accept.split(',')}
        size={atMost(DOCUMENT_BYTES)}
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
        <SubmitButton busyText="Uploading…" off={chosen === 0 ? 'Choose the file first.' : null}>
          Upload
        </SubmitButton>
      </FormActions>
    </UploadForm>
  )
}
