import type { HttpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import type { WrittenFile } from 'tests/support/workbooks/write'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'

interface Sending {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
  /** Sent as an upload, along with `fields`. */
  files?: WrittenFile[]
  fields?: Record<string, string>
}

interface Instance {
  currentWorkflowStep: { display: string }
  nextWorkflowStep: { workflowId: number; display: string }[]
}

const STEP_CALLS = {
  draft: ['workflows/instances/draft/', 'task/instance/create/draft'],
  invoice: ['workflows/instances/invoice/', 'task/instance/create/invoice'],
  budget: ['workflows/instances/budget/', 'budgets/instance/create'],
  task: ['workflows/instances/', 'task/instance/create'],
} as const

/** The API clients of a site’s users: each logs in once and creates a token, which is all it uses from then on. */
export function callers(site: HttpSite) {
  const tokens = new Map<UserName, string>()

  /** Logs in, and creates a personal token with the session; the session is not used again. */
  async function logIn(userName: UserName, readOnly = false): Promise<void> {
    const body = new URLSearchParams({ username: userName, password: DEMO_PASSWORD })
    const answer = await site.ask(null, '/login', { method: 'POST', body })
    expect(answer.status, userName).toBe(302)
    const Cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const made = await site.ask(null, '/api/account/tokens', {
      method: 'POST',
      headers: { Cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'The day', readOnly, days: 1 }),
    })
    expect(made.status, userName).toBe(201)
    const { token } = (await made.json()) as { token: string }
    tokens.set(userName, token)
  }

  async function send(userName: UserName, path: string, { body, files, fields, ...given }: Sending = {}) {
    const token = tokens.get(userName)
    if (token === undefined) throw new Error(`${userName} has not logged in`)
    const type: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {}
    return site.ask(null, `/api/${path}`, {
      method: given.method ?? (body || files ? 'POST' : 'GET'),
      headers: { Accept: '*/*', Authorization: `Bearer ${token}`, ...type, ...given.headers },
      ...(body ? { body: JSON.stringify(body) } : files ? { body: formOf(files, fields) } : {}),
    })
  }

  /** The answer to a call, which must succeed: GET, or POST with a body. */
  async function call<Answer = unknown>(userName: UserName, path: string, given: Sending = {}) {
    const answer = await send(userName, path, given)
    if (!answer.ok) throw new Error(`${userName} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  /** The error of a refused call: "403 The token reads only. …" */
  async function refused(userName: UserName, path: string, given: Sending = {}): Promise<string> {
    const answer = await send(userName, path, given)
    const { errorMessage } = (await answer.json()) as { errorMessage?: string }
    return `${answer.status} ${errorMessage}`
  }

  /** The bytes of a file returned by a call. */
  async function file(userName: UserName, path: string): Promise<Uint8Array> {
    const answer = await send(userName, path)
    expect(answer.status, path).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }

  /** Takes a step by button text; returns the object’s new status: "TO CHECK (TEAM LEADER)". */
  async function step(
    userName: UserName,
    kind: keyof typeof STEP_CALLS,
    objectId: number,
    display: string,
    eventLog = '',
  ): Promise<string> {
    const [at, take] = STEP_CALLS[kind]
    const { nextWorkflowStep: offered } = await call<Instance>(userName, `${at}${objectId}`)
    const chosen = offered.find((each) => each.display === display)
    if (!chosen)
      return `${userName} is not offered ${display}, only: ${offered.map((each) => each.display).join(', ')}`
    const body = { ...chosen, objectId, eventLog }
    return (await call<Instance>(userName, take, { body })).currentWorkflowStep.display
  }

  /** Takes a step of a NAV by button text, with the whole fund data; returns the NAV’s new status. */
  async function navStep(userName: UserName, navId: number, display: string, said: object = {}) {
    const address = `dashboard/nav/${navId}`
    const fund = await call<object>(userName, address)
    const offered = await call<{ id: number; display: string }[]>(userName, `${address}/nextrouting`)
    const chosen = offered.find((each) => each.display === display)
    const body = { ...fund, ...said }
    const path = `${address}/nextrouting/${chosen?.id}`
    return (await call<{ currentDisplay: string }>(userName, path, { body })).currentDisplay
  }

  return { logIn, send, call, refused, file, step, navStep }
}

function formOf(files: readonly WrittenFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of files)
    form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return form
}
