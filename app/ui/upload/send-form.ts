/** How far sending has come: percent of the bytes, then the server is working on them. */
export type Sending = { percent: number; received: boolean }

/** What the server answered; `ok` false for a refusal. */
export type Sent = { ok: boolean; status: number; body: unknown }

/**
 * Sends a form with files and tells how far it is, which fetch cannot. Resolves with any answer there is; rejects
 * when there is none (no connection, given up by `signal`).
 */
export function sendForm(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
  signal?: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = () =>
      reject(new Error('The connection was lost. Nothing was stored unless the list shows it.'))
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ percent: Math.round((loaded / Math.max(1, total)) * 100), received: false })
    request.upload.onload = () => onProgress({ percent: 100, received: true })
    request.onload = () =>
      resolve({ ok: request.status < 400, status: request.status, body: parsed(request.responseText) })
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
