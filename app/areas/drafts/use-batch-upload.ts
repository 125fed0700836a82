import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormRefusal } from '~/ui/form/refusal'
import { type Sent, sendForm } from '~/ui/upload/send-form'
import { FileKeys, refusalOfSent } from '~/ui/upload/use-upload'
import type { BatchAnswer } from './upload-drafts.server'
import { uploadedIn } from './uploaded'

interface Batch {
  results: BatchAnswer[]
  /** Where it is, while it is under way. */
  working: { step: string; percent?: number } | null
  /** To be given to the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Sends the files of a form one after the other, each with a key of its own; one that is refused stops no other. */
export function useBatchUpload(keys: string[]): Batch {
  const [results, setResults] = useState<BatchAnswer[]>([])
  const [working, setWorking] = useState<Batch['working']>(null)
  const { revalidate } = useRevalidator()
  const gone = useRef<AbortController>()
  const fileKeys = useRef(new FileKeys())
  useEffect(() => () => gone.current?.abort(), [])

  async function send(given: FormData) {
    const controller = new AbortController()
    gone.current = controller
    const files = given.getAll('files').filter((file): file is File => file instanceof File)
    for (const [at, file] of files.entries()) {
      const form = new FormData()
      form.set('files', file)
      form.set('comment', given.get('comment') ?? '')
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
      setResults((before) => [...before, done.answer])
    }
    setWorking(null)
    // The list below has new drafts, and the form needs new keys.
    revalidate()
  }

  return {
    results,
    working,
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
