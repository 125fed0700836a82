import { type ReactNode, useRef, useState } from 'react'
import { FILE_TYPES } from '~/platform/files/file-types'
import { atMost, DOCUMENT_BYTES, GENERAL, MOST_FILES, UPLOAD_ERROR } from '~/platform/files/upload-rules'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { shownFileName } from '~/ui/upload/shown-file-name'
import { withBack } from './panel-address'
import { type SentFile, useDocumentUploads } from './use-document-uploads'

interface UploadDocumentsProps {
  objectId: number
  idempotencyKey: string
  /** Where the form leads to when it is done, without scripts. */
  back: string
  refused?: Refused
  /** Told with scripts, when all files were answered and some are stored. */
  onStored: (names: string[], all: boolean) => void
  /** Beside the button: the way out. */
  children: ReactNode
}

/**
 * General upload (specification, section 5): with scripts each file goes by itself, with its own progress and answer;
 * without them the form takes all files at once, all of them or none.
 */
export function UploadDocuments({ objectId, idempotencyKey, back, refused, ...props }: UploadDocumentsProps) {
  const files = useRef<File[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const { sent, busy, send, attempt } = useDocumentUploads({
    url: `/api/uploadDocument/${FILE_TYPES.other}/${objectId}`,
    idempotencyKey,
    onStored: props.onStored,
  })
  return (
    <Form
      multipart
      action={withBack(`/documents/object/${objectId}/new`, back)}
      idempotencyKey={idempotencyKey}
      refusal={attempt === 0 ? refused?.refusal : undefined}
      typed={refused?.typed}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void send([...files.current])
      }}
    >
      <FileInput
        // What was sent is out of the field; what was refused must be chosen again.
        key={busy ? 'sending' : attempt}
        name="files"
        label="Documents"
        hint={`Up to ${MOST_FILES} files: ${GENERAL.words}, each 25 MB at most.${refused ? ' Choose the files again.' : ''}`}
        slots={MOST_FILES}
        endings={GENERAL.accept.split(',')}
        size={atMost(DOCUMENT_BYTES)}
        required
        onFiles={(taken) => {
          if (busy) return
          files.current = taken
          setChosen(taken.length)
        }}
      />
      <noscript>
        <p className="field__hint">
          All files together may have 100 MB; they are stored together, or none is.
        </p>
      </noscript>
      {sent.length > 0 && <SentFiles sent={sent} />}
      <FormActions>
        <SubmitButton busyText="Uploading…" off={chosen === 0 && !busy ? 'Choose a file first.' : null}>
          Upload
        </SubmitButton>
        {props.children}
      </FormActions>
    </Form>
  )
}

function SentFiles({ sent }: { sent: readonly SentFile[] }) {
  const done = sent.filter(({ state }) => state === 'stored').length
  const refused = sent.filter(({ refusal }) => refusal)
  const over = done + refused.length === sent.length
  return (
    <>
      <p role="status">
        {over
          ? `${done} of ${sent.length} files stored.`
          : `Sending ${done + refused.length + 1} of ${sent.length}…`}
      </p>
      <ul className="upload__files" aria-label="Sent files">
        {sent.map(({ name, state, percent }) => (
          <li key={name}>
            <span title={name}>{shownFileName(name)}</span>{' '}
            <small>{state === 'sending' ? `${percent} %` : state}</small>
          </li>
        ))}
      </ul>
      {refused.length > 0 && over && (
        <div className="error-banner" role="alert">
          <strong>{refused[0]?.refusal?.title ?? UPLOAD_ERROR}</strong>
          <ul>
            {refused.map(({ name, refusal }) => (
              <li key={name}>{refusal?.message}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
