import { useEffect, useRef, useState } from 'react'
import { UPLOAD_ERROR } from '~/platform/files/upload-rules'
import type { FormRefusal } from '~/ui/form/refusal'
import { type Sent, sendForm } from '~/ui/upload/send-form'
import { FileKeys, refusalOfSent } from '~/ui/upload/use-upload'

/** One file of an upload and how far it is. */
export interface SentFile {
  name: string
  state: 'waiting' | 'sending' | 'stored' | 'refused'
  /** Of its bytes, from 0 to 100. */
  percent: number
  /** Why it was refused. */
  refusal?: FormRefusal
}

interface Options {
  /** The call that takes one file. */
  url: string
  idempotencyKey: string
  /** When all were answered and some are stored; `all` when none was refused. */
  onStored: (names: string[], all: boolean) => void
}

/** Sends files one after the other, each as a request of its own with its own answer (specification, section 7). */
export function useDocumentUploads({ url, idempotencyKey, onStored }: Options) {
  const [sent, setSent] = useState<SentFile[]>([])
  const [busy, setBusy] = useState(false)
  const attempt = useRef(0)
  const gone = useRef<AbortController>()
  const fileKeys = useRef(new FileKeys())
  useEffect(() => () => gone.current?.abort(), [])

  async function send(files: readonly File[]) {
    const controller = new AbortController()
    gone.current = controller
    attempt.current++
    setBusy(true)
    const all: SentFile[] = files.map(({ name }) => ({ name, state: 'waiting', percent: 0 }))
    const tell = (at: number, change: Partial<SentFile>) => {
      const known = all[at]
      if (known) all[at] = { ...known, ...change }
      setSent([...all])
    }
    for (const [at, file] of files.entries()) {
      tell(at, { state: 'sending' })
      const form = new FormData()
      // A form that is sent again is another attempt: its files may be others.
      const key = fileKeys.current.keyOf(file, `${idempotencyKey}.${attempt.current}.${at}`)
      form.set('idempotencyKey', key)
      form.set('files', file)
      const answer = await sendForm(
        url,
        form,
        ({ percent }) => tell(at, { percent }),
        controller.signal,
      ).catch((error: unknown) => error)
      if (controller.signal.aborted) return
      const stored = !(answer instanceof Error) && (answer as Sent).ok
      const refusal = stored ? undefined : refusalOfSent(answer, UPLOAD_ERROR)
      fileKeys.current.ended(file, key, refusal)
      tell(at, refusal ? { state: 'refused', refusal } : { state: 'stored', percent: 100 })
    }
    setBusy(false)
    const stored = all.filter(({ state }) => state === 'stored').map(({ name }) => name)
    if (stored.length > 0) onStored(stored, stored.length === files.length)
  }

  return { sent, busy, send, attempt: attempt.current }
}
