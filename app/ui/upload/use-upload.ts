import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type FormRefusal, mayBeStored } from '../form/error-summary'
import { type Step, useSteps } from '../message/working'
import { hasKey, SAVED_BEFORE, untilAnswered } from '../session/lost-requests'
import { busyIn, isNoAnswer, loginIn, reportSessionEnded } from '../session/site-fetch'

/** The progress of sending: percent of the bytes, then the server is working on them. */
export type Sending = { percent: number; received: boolean }

/** The server's response; `ok` false for a refusal. */
export type Sent = { ok: boolean; status: number; body: unknown; savedBefore: boolean }

/**
 * Sends a form with files and reports its progress, which fetch cannot. Resolves with any response; without one the
 * page says so and sends the files again when its user wants. Rejects if aborted by `signal`. If the session has ended,
 * the page goes to the login instead.
 */
export function sendForm(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
  signal?: AbortSignal,
): Promise<Sent> {
  return untilAnswered({
    send: () => sendOnce(url, form, onProgress, signal),
    sends: true,
    keyed: hasKey(form),
    signal,
    read: (answer) => answer,
  })
}

function sendOnce(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
  signal?: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = () => reject(new Error('There was no answer'))
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ percent: Math.round((loaded / Math.max(1, total)) * 100), received: false })
    request.upload.onload = () => onProgress({ percent: 100, received: true })
    request.onload = () => {
      const { status } = request
      const body = parsed(request.responseText)
      const busy = busyIn(status, (name) => request.getResponseHeader(name))
      const login = status === 401 ? loginIn(body) : null
      if (busy) reject(busy)
      else if (login !== null) reportSessionEnded(login)
      else if (isNoAnswer(status, request.responseText.length)) failed()
      else
        resolve({
          ok: status < 400,
          status,
          body,
          savedBefore: request.getResponseHeader(SAVED_BEFORE) !== null,
        })
    }
    request.onerror = failed
    request.onabort = failed
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.setRequestHeader('Accept', 'application/json')
    const key = form.get('idempotencyKey')
    if (typeof key === 'string') request.setRequestHeader('Idempotency-Key', key)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type UploadOptions = {
  /** The call that receives the files; null to leave the form to itself (it then posts to its page). */
  url: string | null
  /** Address that returns the current step while the server works, as `{ step, percent? }`; queried twice a second. */
  progressUrl?: string
  /** The form's idempotency key. */
  idempotencyKey: string
  /** Title of failures without their own. */
  failedTitle: string
  onDone: (answer: unknown) => void
}

export type UploadState = {
  busy: boolean
  /** The step, for the spinner. */
  step: string
  percent: number | undefined
  refusal: FormRefusal | undefined
  idempotencyKey: string
  /** For the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Sends a form's files with progress. Without scripts the form posts by itself and the page responds. */
export function useUpload({
  url,
  progressUrl,
  idempotencyKey,
  failedTitle,
  onDone,
}: UploadOptions): UploadState {
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
      else setRefusal(refusalOfSent(answer, failedTitle))
    } catch (error) {
      if (controller.signal.aborted) return
      setRefusal(refusalOfSent(error, failedTitle))
    }
    setSending(null)
  }

  return {
    busy: sending !== null,
    step: step?.step ?? (sending?.received ? 'Working…' : `Uploading… ${sending?.percent ?? 0} %`),
    percent: step ? step.percent : sending?.received ? undefined : sending?.percent,
    refusal,
    idempotencyKey,
    onSubmit(event) {
      if (!url) return
      event.preventDefault()
      if (sending === null) void send(new FormData(event.currentTarget), url)
    },
  }
}

/**
 * The refusal of a request: from a call's response `{ errorMessage, title, code, fields, list }`, or from an error
 * without one.
 */
export function refusalOfSent(sent: unknown, failedTitle: string): FormRefusal {
  if (sent instanceof Error) return { title: failedTitle, message: sent.message }
  const { body, status } = sent as Sent
  const answer = (body && typeof body === 'object' ? body : {}) as Record<string, unknown>
  const message = answer.errorMessage ?? answer.message ?? answer.error
  return {
    ...(typeof answer.code === 'string' && { code: answer.code }),
    title: typeof answer.title === 'string' ? answer.title : failedTitle,
    message:
      typeof message === 'string' ? message : `The server answered ${status} without a reason. Try again.`,
    fields: strings(answer.fields),
    list: Array.isArray(answer.list) ? answer.list.map(String) : [],
    ...(answer.details && typeof answer.details === 'object'
      ? { details: answer.details as Record<string, unknown> }
      : {}),
  }
}

/** Whether a file was refused for what it is: sent again as it is, it would be refused again. */
export const isFileAtFault = ({ code }: FormRefusal): boolean =>
  code === 'invalid' || code === 'refused' || code === 'too-large'

/**
 * Keys of files that are sent individually, each with its own response. A file that may have been stored, and is chosen
 * again, is sent with its key again; every other one gets a new key.
 */
export class FileKeys {
  readonly #known = new Map<string, string>()

  /** @param fresh the key of a file that is not yet known */
  keyOf(file: File, fresh: string): string {
    return this.#known.get(identityOf(file)) ?? fresh
  }

  /** Records how the sending of a file ended; without a refusal it is done. */
  ended(file: File, key: string, refusal?: FormRefusal): void {
    if (refusal && mayBeStored(refusal)) this.#known.set(identityOf(file), key)
    else this.#known.delete(identityOf(file))
  }
}

const identityOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified])

function strings(value: unknown): Record<string, string> {
  if (!value || typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}
