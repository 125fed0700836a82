import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { BatchAnswer } from '~/domain/drafts/upload-drafts.server'
import { type Sent, sendForm } from '~/ui/upload/send-form'
import { uploadedIn } from './uploaded-answer'

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
  useEffect(() => () => gone.current?.abort(), [])

  async function send(given: FormData) {
    const controller = new AbortController()
    gone.current = controller
    const files = given.getAll('files').filter((file): file is File => file instanceof File)
    for (const [at, file] of files.entries()) {
      const form = new FormData()
      form.set('files', file)
      form.set('comment', given.get('comment') ?? '')
      form.set('idempotencyKey', keys[at] ?? '')
      const name = `${at + 1} of ${files.length}`
      const answer = await sendForm(
        '/api/uploadinvoice',
        form,
        ({ percent, received }) =>
          setWorking(received ? { step: `Reading ${name}…` } : { step: `Uploading ${name}…`, percent }),
        controller.signal,
      ).catch((error: unknown) => error)
      if (controller.signal.aborted) return
      setResults((before) => [...before, answerOf(file.name, answer)])
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

function answerOf(fileName: string, sent: unknown): BatchAnswer {
  const refused = (errorMessage: string): BatchAnswer => ({
    ...{ fileName, draftId: null, errorMessage },
    ...{ duplicates: [], notes: [] },
  })
  if (sent instanceof Error) return refused(sent.message)
  const { ok, status, body } = sent as Sent
  if (ok) return { fileName, ...uploadedIn(body), errorMessage: null }
  const { errorMessage } = (body ?? {}) as { errorMessage?: string }
  return refused(errorMessage ?? `The server answered ${status} without a reason. Try again.`)
}
