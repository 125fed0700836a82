import { Link, useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { atMost, DOCUMENT_BYTES, INVOICE } from '~/platform/files/upload-rules'
import type { StatusMessage } from '~/platform/page/use-site'
import { ConfirmClosing } from '~/platform/page/use-unsaved'
import { UploadForm, useUploadForm } from '~/platform/page/use-upload-form'
import { shownFileName } from '~/ui/file-frame/file-frame'
import { CompleteFormButton, SubmitButton } from '~/ui/form/button'
import type { FormRefusal, Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { Working } from '~/ui/message/working'
import { OpenLink } from '~/ui/open-close/close-link'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { FileKeys, isFileAtFault, refusalOfSent, type Sent, sendForm } from '~/ui/upload/use-upload'
import type { Duplicate } from '../draft'
import type { BatchAnswer } from './upload-draft.server'

/** The shown part of the response of the call "uploadinvoice" about its draft. */
export interface UploadedDraft {
  draftId: number
  duplicates: readonly Pick<Duplicate, 'kind' | 'id' | 'why'>[]
  notes: readonly string[]
}

function uploadedIn(answer: unknown): UploadedDraft & { duplicates: Duplicate[]; notes: string[] } {
  const {
    id,
    duplicates = [],
    notes = [],
  } = answer as {
    id?: number
    duplicates?: Duplicate[]
    notes?: string[]
  }
  return { draftId: Number(id), duplicates, notes }
}

/** The result of an upload: the draft, and as a warning its possible duplicates and what is unusual about the file. */
export function uploadMessage({ draftId, duplicates, notes }: UploadedDraft): StatusMessage {
  const [first, ...others] = duplicates
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const hints = [
    ...(first ? [`May be a duplicate of ${first.kind} ${first.id} (${first.why})${more}.`] : []),
    ...notes,
  ]
  return { line: `Draft ${draftId} created.`, ...(hints.length > 0 ? { warning: hints.join(' ') } : {}) }
}

const COLUMNS: GridColumn<BatchAnswer>[] = [
  {
    id: 'fileName',
    header: 'File Name',
    meta: { kind: 'text', wrap: true, cellTitle: ({ fileName }) => fileName },
    cell: ({ row }) => shownFileName(row.original.fileName),
  },
  {
    id: 'answer',
    header: 'Result',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => <Answer {...row.original} />,
  },
]

/** One line for each file of a batch, each with its own result. */
function BatchResults({ results }: { results: BatchAnswer[] }) {
  return (
    <Grid
      title="Results by file"
      columns={COLUMNS}
      rows={results}
      total={results.length}
      rowKey={({ fileName }) => fileName}
    />
  )
}

function Answer({ draftId, duplicates, notes, errorMessage }: BatchAnswer) {
  if (draftId === null) return <span className="field__error">{errorMessage}</span>
  return (
    <>
      <p>
        <OpenLink to={`/drafts/${draftId}`} replace>
          Draft {draftId}
        </OpenLink>{' '}
        created.
      </p>
      {duplicates.length + notes.length > 0 && (
        <Note kind="warning">
          {duplicates.map(({ kind, id, why, text }) => (
            <p key={`${kind} ${id}`}>
              May be a duplicate ({why}): <Link to={`/${kind}s/${id}`}>{text}</Link>
            </p>
          ))}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Note>
      )}
    </>
  )
}

interface Batch {
  results: BatchAnswer[]
  /** Its progress, while it is under way. */
  working: { step: string; percent?: number } | null
  /** All files of this form have a result; the next form has other keys. */
  sent: boolean
  /** The files that were not sent for another reason than their content: the next form has them already. */
  left: readonly File[]
  /** To be given to the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Sends the files of a form one at a time, each with its own key; a refused one does not stop the others. */
function useBatchUpload(keys: string[]): Batch {
  const [results, setResults] = useState<BatchAnswer[]>([])
  const [working, setWorking] = useState<Batch['working']>(null)
  const [sentKey, setSentKey] = useState<string>()
  const [left, setLeft] = useState<readonly File[]>([])
  const { revalidate } = useRevalidator()
  const gone = useRef<AbortController>()
  const fileKeys = useRef(new FileKeys())
  useEffect(() => () => gone.current?.abort(), [])

  async function send(sent: FormData) {
    const controller = new AbortController()
    gone.current = controller
    const files = sent.getAll('files').filter((file): file is File => file instanceof File)
    const again: File[] = []
    for (const [at, file] of files.entries()) {
      const form = new FormData()
      form.set('files', file)
      form.set('comment', sent.get('comment') ?? '')
      const key = fileKeys.current.keyOf(file, keys[at] ?? '')
      form.set('idempotencyKey', key)
      const name = `${at + 1} of ${files.length}`
      const answer = await sendForm(
        '/api/uploadinvoice',
        form,
        ({ percent, received }) =>
          setWorking(received ? { step: `Reading ${name}…` } : { step: `Uploading ${name}…`, percent }),
        controller.signal,
      ).catch((error: unknown) => error)
      if (controller.signal.aborted) return
      const done = answerOf(file.name, answer)
      fileKeys.current.ended(file, key, done.refusal)
      if (done.refusal && !isFileAtFault(done.refusal)) again.push(file)
      setResults((before) => [...before, done.answer])
    }
    setWorking(null)
    setLeft(again)
    setSentKey(keys[0])
    // The list below has new drafts, and the form needs new keys.
    revalidate()
  }

  return {
    results,
    working,
    sent: sentKey === keys[0],
    left,
    onSubmit(event) {
      event.preventDefault()
      if (working === null) void send(new FormData(event.currentTarget))
    },
  }
}

const FAILED = 'File cannot be integrated, see error.'

function answerOf(fileName: string, sent: unknown): { answer: BatchAnswer; refusal?: FormRefusal } {
  if (!(sent instanceof Error)) {
    const { ok, body } = sent as Sent
    if (ok) return { answer: { fileName, ...uploadedIn(body), errorMessage: null } }
  }
  const refusal = refusalOfSent(sent, FAILED)
  const nothing = { draftId: null, duplicates: [], notes: [] }
  return { answer: { fileName, ...nothing, errorMessage: refusal.message }, refusal }
}

/** Invoices that may be loaded at once (specification section 9). */
export const MAX_FILES = 5

interface BatchFormProps {
  /** One for each file. */
  keys: string[]
  /** For the form that was sent without scripts. */
  results?: BatchAnswer[]
  refused?: Refused
}

/** Up to five invoices, a draft each; every file has its own result. */
export function BatchForm({ keys, results: answered = [], refused }: BatchFormProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const batch = useBatchUpload(keys)
  const results = [...answered, ...batch.results]
  const kept = batch.results.length > 0 ? null : stagedFilesOf(refused)
  return (
    <>
      {results.length > 0 && <BatchResults results={results} />}
      <ConfirmClosing
        // Sent files are removed from it.
        key={keys[0]}
        sent={batch.sent}
      >
        <Form
          multipart
          keeps
          idempotencyKey={keys[0]}
          refusal={refused?.refusal}
          typed={refused?.typed}
          busy={batch.working !== null}
          onSubmit={batch.onSubmit}
        >
          {batch.working && <Working {...batch.working} />}
          <FileInput
            name="files"
            label={`Up to ${MAX_FILES} PDF or XML files`}
            hint={`One invoice per file: a PDF of up to 25 MB, or an e-invoice in XML (UBL, CII) of up to 10 MB. Each file becomes a separate draft.${results.length > 0 ? ' Choose more files.' : ''}`}
            staged={kept}
            again={refused !== undefined}
            initial={batch.left}
            slots={MAX_FILES}
            endings={INVOICE.accept.split(',')}
            size={atMost(DOCUMENT_BYTES)}
            required
            onFiles={(files) => setChosen(files.length)}
          />
          <TextArea name="comment" label="Comment for all files (optional)" rows={3} maxLength={4000} />
          <FormActions>
            <SubmitButton
              busyText="Uploading…"
              off={chosen === 0 && kept === null ? 'Choose the files first.' : null}
            >
              Upload
            </SubmitButton>
          </FormActions>
        </Form>
      </ConfirmClosing>
    </>
  )
}

interface UploadInvoiceFormProps {
  idempotencyKey: string
  refused?: Refused
}

/** A supplier's invoice: exactly one file, and an optional comment. */
export function UploadInvoiceForm({ idempotencyKey, refused }: UploadInvoiceFormProps) {
  const [chosen, setChosen] = useState(0)
  const comment = useRef('')
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: '/api/uploadinvoice',
    closeHref: '/drafts',
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => ({ comment: comment.current }),
    onDone(answer) {
      const done = uploadedIn(answer)
      return { to: `/drafts/${done.draftId}`, status: uploadMessage(done) }
    },
  })
  const kept = stagedFilesOf(refused, before)
  return (
    <UploadForm upload={upload} refused={refused} before={before}>
      <FileInput
        name="files"
        label="1 PDF or XML file"
        hint={`The supplier’s invoice: a PDF of up to 25 MB, or an e-invoice in XML (UBL, CII) of up to 10 MB. An e-invoice fills in the draft.`}
        staged={kept}
        again={Boolean(refused || before)}
        slots={1}
        endings={INVOICE.accept.split(',')}
        size={atMost(DOCUMENT_BYTES)}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      <TextArea
        name="comment"
        label="Comment (optional)"
        rows={3}
        maxLength={4000}
        onValue={(value) => {
          comment.current = value
        }}
      />
      <FormActions>
        <CompleteFormButton
          busyText="Uploading…"
          off={chosen === 0 && kept === null ? 'Choose the file first.' : null}
        >
          Upload
        </CompleteFormButton>
      </FormActions>
    </UploadForm>
  )
}
