import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FILE_TYPES } from '~/platform/files/file-types'
import {
  atMost,
  CLIENT_DOCUMENT,
  DOCUMENT_BYTES,
  GENERAL,
  MAX_FILES,
  ONE_FILE_ERROR,
  UPLOAD_ERROR,
} from '~/platform/files/upload-rules'
import { ConfirmLeaving } from '~/platform/page/use-unsaved'
import { UploadForm, useUploadForm } from '~/platform/page/use-upload-form'
import { shownFileName } from '~/ui/file-frame/file-frame'
import { CompleteFormButton, SubmitButton } from '~/ui/form/button'
import type { FormRefusal, Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { Working } from '~/ui/message/working'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { FileKeys, isFileAtFault, refusalOfSent, type Sent, sendForm } from '~/ui/upload/use-upload'
import { UPLOADING, withBack } from './panel-address'

/** One file of an upload and its progress. */
interface SentFile {
  name: string
  state: 'waiting' | 'sending' | 'stored' | 'refused'
  /** Percentage of its bytes, from 0 to 100. */
  percent: number
  /** All of it arrived; the server is checking it. */
  received?: boolean
  /** Why it was refused. */
  refusal?: FormRefusal
}

interface Options {
  /** The call that takes one file. */
  url: string
  idempotencyKey: string
  /** Called when all files have a response and some are stored; `all` when none was refused. */
  onStored: (names: string[], all: boolean) => void
}

/** Sends files one at a time, each as its own request with its own response (specification, section 7). */
function useDocumentUploads({ url, idempotencyKey, onStored }: Options) {
  const [sent, setSent] = useState<SentFile[]>([])
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<{ stored: string[]; all: boolean }>()
  const attempt = useRef(0)
  /** The files of the last attempt that may be sent again as they are. */
  const [left, setLeft] = useState<File[]>([])
  const gone = useRef<AbortController>()
  const fileKeys = useRef(new FileKeys())
  useEffect(() => () => gone.current?.abort(), [])
  // After the effects of the form inside, which then no longer asks before it is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (ended && ended.stored.length > 0) onStored(ended.stored, ended.all)
  }, [ended])

  async function send(files: readonly File[]) {
    const controller = new AbortController()
    gone.current = controller
    attempt.current++
    setBusy(true)
    const all: SentFile[] = files.map(({ name }) => ({ name, state: 'waiting', percent: 0 }))
    const update = (at: number, change: Partial<SentFile>) => {
      const current = all[at]
      if (current) all[at] = { ...current, ...change }
      setSent([...all])
    }
    for (const [at, file] of files.entries()) {
      update(at, { state: 'sending' })
      const form = new FormData()
      // A form that is sent again is a new attempt: its files may differ.
      const key = fileKeys.current.keyOf(file, `${idempotencyKey}.${attempt.current}.${at}`)
      form.set('idempotencyKey', key)
      form.set('files', file)
      const answer = await sendForm(url, form, (sending) => update(at, sending), controller.signal).catch(
        (error: unknown) => error,
      )
      if (controller.signal.aborted) return
      const stored = !(answer instanceof Error) && (answer as Sent).ok
      const refusal = stored ? undefined : refusalOfSent(answer, UPLOAD_ERROR)
      fileKeys.current.ended(file, key, refusal)
      update(at, refusal ? { state: 'refused', refusal } : { state: 'stored' })
    }
    setLeft(
      files.filter((_, at) => {
        const refusal = all[at]?.refusal
        return refusal && !isFileAtFault(refusal)
      }),
    )
    setBusy(false)
    const stored = all.filter(({ state }) => state === 'stored').map(({ name }) => name)
    setEnded({ stored, all: stored.length === files.length })
  }

  return { sent, busy, send, attempt: attempt.current, left }
}

interface UploadDocumentsProps {
  objectId: number
  idempotencyKey: string
  /** The page that follows the form, without scripts. */
  back: string
  refused?: Refused
  /** Called with scripts, when all files have a result and some are stored. */
  onStored: (names: string[], all: boolean) => void
  /** Next to the button: the button that cancels. */
  children: ReactNode
}

/**
 * General upload (specification, section 5): with scripts each file is sent by itself, with its own progress and
 * response; without them the form takes all files at once, all of them or none.
 */
export function UploadDocuments({ objectId, idempotencyKey, back, refused, ...props }: UploadDocumentsProps) {
  const files = useRef<File[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const { pathname } = useLocation()
  const { sent, busy, send, attempt, left } = useDocumentUploads({
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
        setChosen(0)
        void send([...files.current])
      }}
    >
      <ConfirmLeaving base={pathname} shownBy={UPLOADING} unsaved={busy || (chosen ?? 0) > 0} />
      <FileInput
        // Sent files are removed from the field; those that did not get through stay in it.
        key={busy ? 'sending' : attempt}
        name="files"
        label="Documents"
        hint={`Up to ${MAX_FILES} files: ${GENERAL.formats}, each 25 MB at most.`}
        staged={attempt === 0 ? stagedFilesOf(refused) : null}
        again={attempt === 0 && refused !== undefined}
        initial={busy ? [] : left}
        slots={MAX_FILES}
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
          100 MB at most for all files together; either all of them are saved or none.
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

/** The file under way as text, with the part of it that was sent. */
function workingOn(sent: readonly SentFile[]) {
  const at = sent.findIndex(({ state }) => state === 'sending' || state === 'waiting')
  const name = `${at + 1} of ${sent.length}`
  const file = sent[at]
  return file?.received ? { step: `Saving ${name}…` } : { step: `Uploading ${name}…`, percent: file?.percent }
}

function SentFiles({ sent }: { sent: readonly SentFile[] }) {
  const done = sent.filter(({ state }) => state === 'stored').length
  const refused = sent.filter(({ refusal }) => refusal)
  const over = done + refused.length === sent.length
  return (
    <>
      {over ? (
        <p role="status">{`${done} of ${sent.length} files saved.`}</p>
      ) : (
        <Working {...workingOn(sent)} />
      )}
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
  },
  backup: {
    call: 'uploadbackupdocument',
    label: 'Backup document',
    button: 'Add Backup',
  },
} as const

/** What the page says after each. */
export const ADDED_DOCUMENT = {
  proof: 'Client authorisation added',
  backup: 'Backup document added',
} as const

/** One PDF or Excel file for a draft (specification, section 5): the client's authorisation, or a backup document. */
export function OneDocumentForm({ kind, draftId, closeHref, idempotencyKey, refused }: OneDocumentFormProps) {
  const { call, label, button } = WORDS[kind]
  const [chosen, setChosen] = useState(0)
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: `/api/${call}/${draftId}`,
    closeHref,
    failedTitle: ONE_FILE_ERROR,
    typed: () => ({}),
    onDone: () => ({ to: closeHref, status: { line: ADDED_DOCUMENT[kind] } }),
  })
  const kept = stagedFilesOf(refused, before)
  return (
    <UploadForm upload={upload} refused={refused} before={before}>
      <FileInput
        name="files"
        label={label}
        hint={`One ${CLIENT_DOCUMENT.formats} file, 25 MB at most.`}
        staged={kept}
        again={Boolean(refused || before)}
        slots={1}
        endings={CLIENT_DOCUMENT.accept.split(',')}
        size={atMost(DOCUMENT_BYTES)}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      <FormActions>
        <CompleteFormButton
          busyText="Uploading…"
          off={chosen === 0 && kept === null ? 'Choose a file first.' : null}
        >
          {button}
        </CompleteFormButton>
      </FormActions>
    </UploadForm>
  )
}
