import { loginIn, tellSessionEnded } from '../session/ask-site'

/** How far sending has come: percent of the bytes, then the server is working on them. */
export type Sending = { percent: number; received: boolean }

/** No answer came: what was sent may have been stored. */
export class AnswerLost extends Error {
  override message =
    'The connection was lost. We do not know yet whether it was saved. Send it again: it takes effect only once.'
}

/** What the server answered; `ok` false for a refusal. */
export type Sent = { ok: boolean; status: number; body: unknown }

/**
 * Sends a form with files and tells how far it is, which fetch cannot. Resolves with any answer there is; rejects
 * with AnswerLost when there is none (no connection, given up by `signal`). Where the session is over the page goes to the
 * login instead.
 */
export function sendForm(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
  signal?: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = () => reject(new AnswerLost())
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ percent: Math.round((loaded / Math.max(1, total)) * 100), received: false })
    request.upload.onload = () => onProgress({ percent: 100, received: true })
    request.onload = () => {
      const { status } = request
      const body = parsed(request.responseText)
      const login = status === 401 ? loginIn(body) : null
      if (login !== null) tellSessionEnded(login)
      else resolve({ ok: status < 400, status, body })
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
