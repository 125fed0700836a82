import type { WrittenFile } from 'tests/support/workbooks/write'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { origin } from './browsing'

const sessions = new Map<string, Promise<string>>()

/** A session of the user for calls, created once. */
function sessionOf(user: string): Promise<string> {
  const existing = sessions.get(user)
  if (existing) return existing
  const made = fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: user, password: DEMO_PASSWORD }),
  }).then((answer) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0] ?? '')
  sessions.set(user, made)
  return made
}

/** A call by the user; throws unless it succeeds. */
export async function call(user: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { Cookie: await sessionOf(user), Accept: 'application/json', ...init.headers }
  const answer = await fetch(`${origin}/api/${path}`, { ...init, headers })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
  return body
}

/** A call by the user with this body. */
export function post(user: string, path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  return call(user, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends a form by the user, as browsers do without scripts; throws unless it redirects. */
export async function sendForm(user: string, path: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: await sessionOf(user), 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
  })
  if (answer.status !== 302) throw new Error(`${path} answered ${answer.status}`)
}

/** Runs a control by call, to prepare a test. */
export async function control(user: string, files: WrittenFile[]): Promise<void> {
  const form = new FormData()
  for (const { name, bytes } of files)
    form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  form.append('comment', 'Files of the administrator')
  form.append('reason', 'FIRST')
  await call(user, `uploadfilesFIA/${files.length}`, { method: 'POST', body: form })
}

/** Takes steps by button name, each by its user: `['accountant1', 'Submit']`. */
export async function steps(navId: number, taken: [user: string, display: string][]): Promise<void> {
  for (const [user, display] of taken) {
    const offered = (await call(user, `dashboard/nav/${navId}/nextrouting`)) as {
      id: number
      display: string
    }[]
    const step = offered.find((each) => each.display === display)
    if (!step) throw new Error(`${display} is not offered to ${user}`)
    await call(user, `dashboard/nav/${navId}/nextrouting/${step.id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ eventLog: `${display}, said ${user}` }),
    })
  }
}
