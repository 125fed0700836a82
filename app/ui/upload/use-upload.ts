import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormRefusal } from '../form/refusal'
import { type Step, useSteps } from '../spinner/use-steps'
import { type Sending, sendForm } from './send-form'

type UploadOptions = {
  /** The call that takes the files; null to leave the form to itself (it then posts to its page). */
  url: string | null
  /** Address that tells the step in words while the server works, as `{ step, percent? }`; asked twice a second. */
  progressUrl?: string
  /** Title of a failure that names none of its own. */
  failedTitle: string
  onDone: (answer: unknown) => void
}

export type UploadState = {
  busy: boolean
  /** The step in words, for the spinner. */
  step: string
  percent: number | undefined
  refusal: FormRefusal | undefined
  /** To be given to the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Sends a form's files with progress. Without scripts the form posts by itself and the page answers. */
export function useUpload({ url, progressUrl, failedTitle, onDone }: UploadOptions): UploadState {
  const [sending, setSending] = useState<Sending | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [refusal, setRefusal] = useState<FormRefusal>()
  const gone = useRef<AbortController>()
  useEffect(() => () => gone.current?.abort(), [])
  useSteps(sending?.received ? progressUrl : undefined, setStep)

  async function send(form: FormData, to: string) {
    const controller = new AbortController()
    gone.current = controller
    setRefusal(undefined)
    setStep(null)
    setSending({ percent: 0, received: false })
    try {
      const answer = await sendForm(to, form, setSending, controller.signal)
      if (answer.ok) onDone(answer.body)
      else setRefusal(refusalIn(answer.body, answer.status, failedTitle))
    } catch (error) {
      if (controller.signal.aborted) return
      setRefusal({ title: failedTitle, message: error instanceof Error ? error.message : String(error) })
    }
    setSending(null)
  }

  return {
    busy: sending !== null,
    step: step?.step ?? (sending?.received ? 'Working…' : `Uploading… ${sending?.percent ?? 0} %`),
    percent: step ? step.percent : sending?.received ? undefined : sending?.percent,
    refusal,
    onSubmit(event) {
      if (!url) return
      event.preventDefault()
      if (sending === null) void send(new FormData(event.currentTarget), url)
    },
  }
}

/** The refusal in a call's answer: `{ errorMessage, title, fields, list }`. */
export function refusalIn(body: unknown, status: number, failedTitle: string): FormRefusal {
  const answer = (body && typeof body === 'object' ? body : {}) as Record<string, unknown>
  const message = answer.errorMessage ?? answer.message ?? answer.error
  return {
    title: typeof answer.title === 'string' ? answer.title : failedTitle,
    message:
      typeof message === 'string' ? message : `The server answered ${status} without a reason. Try again.`,
    fields: strings(answer.fields),
    list: Array.isArray(answer.list) ? answer.list.map(String) : [],
  }
}

function strings(value: unknown): Record<string, string> {
  if (!value || typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}
