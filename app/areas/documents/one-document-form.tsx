import { useState } from 'react'
import { atMost, DOCUMENT_BYTES, ONE_FILE_ERROR, PDF_OR_EXCEL } from '~/platform/files/upload-rules'
import { useUploadForm } from '~/platform/page/use-upload-form'
import { SubmitButton } from '~/ui/form/button'
import { FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { UploadForm } from '~/ui/upload/upload-form'

interface OneDocumentFormProps {
  kind: 'proof' | 'backup'
  draftId: number
  /** The page below the popup. */
  closeHref: string
  idempotencyKey: string
  refused?: Refused
}

const WORDS = {
  proof: {
    call: 'uploadclientvalidationdocument',
    label: 'Client authorisation document',
    button: 'Add Client Validation',
    done: 'Client authorisation added',
  },
  backup: {
    call: 'uploadbackupdocument',
    label: 'Backup document',
    button: 'Add Backup',
    done: 'Backup document added',
  },
} as const

/** One PDF or Excel file for a draft (specification, section 5): the client's authorisation, or a backup document. */
export function OneDocumentForm({ kind, draftId, closeHref, idempotencyKey, refused }: OneDocumentFormProps) {
  const { call, label, button, done } = WORDS[kind]
  const [chosen, setChosen] = useState<number | null>(null)
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: `/api/${call}/${draftId}`,
    closeHref,
    failedTitle: ONE_FILE_ERROR,
    typed: () => ({}),
    onDone: () => ({ to: closeHref, said: { line: done } }),
  })
  return (
    <UploadForm upload={upload} refused={refused} before={before}>
      <FileInput
        name="files"
        label={label}
        hint={`One ${PDF_OR_EXCEL.words} file, 25 MB at most.${refused || before ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={PDF_OR_EXCEL.accept.split(',')}
        size={atMost(DOCUMENT_BYTES)}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      <FormActions>
        <SubmitButton busyText="Uploading…" off={chosen === 0 ? 'Choose a file first.' : null}>
          {button}
        </SubmitButton>
      </FormActions>
    </UploadForm>
  )
}
