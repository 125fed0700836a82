import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { call } from '../support/browser/calls'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { asMonitor, type Server, startServer } from '../support/browser/server'

let server: Server
beforeAll(async () => {
  server = await startServer(ownSite(), { WORKERS: '2' })
  // Their lines may come after the first one's that the site listens.
  await vi.waitUntil(() => workers().length === 2, { timeout: 30_000 })
})
afterAll(() => server.stop())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface Asking {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** The connection; without it one of its own, which any worker may get. */
  agent?: Agent
}

function begin(path: string, { method = 'GET', headers = {}, agent }: Asking = {}) {
  const options = { method, headers, agent: agent ?? false, timeout: 20_000 }
  let sent: ClientRequest | undefined
  const answer = new Promise<Answer>((resolve, reject) => {
    sent = request(server.origin + path, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(parts).toString() })
      })
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent?.destroy(new Error('no answer')))
  })
  return { sent: sent as ClientRequest, answer }
}

function ask(path: string, asking: Asking = {}): Promise<Answer> {
  const { sent, answer } = begin(path, asking)
  sent.end(asking.body)
  return answer
}

async function newSession(userName: string): Promise<Record<string, string>> {
  const { status, headers } = await ask('/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: userName, password: DEMO_PASSWORD }).toString(),
  })
  expect(status).toBe(302)
  return { Cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}

/** The workers that were ready so far, oldest first. */
const workers = () =>
  server.logged.filter(({ msg }) => msg === 'a worker is ready').map(({ worker }) => Number(worker))

/** Which worker answered. */
async function workerOf({ headers }: Answer): Promise<number> {
  const line = () =>
    server.logged.find(({ msg, requestId }) => msg === 'answered' && requestId === headers['x-request-id'])
  await expect.poll(line).toBeDefined()
  return Number(line()?.worker)
}

/** A connection that stays with this worker. */
async function connectionTo(worker: number): Promise<Agent> {
  for (let tries = 0; tries < 200; tries += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    if ((await workerOf(await ask('/login', { agent }))) === worker) return agent
    agent.destroy()
  }
  throw new Error(`Worker ${worker} answers nothing.`)
}

/** The answer of this worker. */
async function askOf(worker: number, path: string, asking: Asking = {}): Promise<Answer> {
  const agent = await connectionTo(worker)
  return ask(path, { ...asking, agent }).finally(() => agent.destroy())
}

/** A supplier's invoice as a form. */
async function invoiceForm(ref: string) {
  const { name, buffer } = await invoiceFile({ ref })
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name)
  form.append('comment', '')
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await whole.arrayBuffer()) }
}

/** Begins an upload of which half is there; the rest can be sent to its end. */
async function beginUpload(session: Record<string, string>, ref: string, agent?: Agent) {
  const { type, body } = await invoiceForm(ref)
  const headers = {
    ...session,
    'Content-Type': type,
    Accept: 'application/json',
    'Content-Length': String(body.length),
    'Idempotency-Key': randomUUID(),
  }
  const { sent, answer } = begin('/api/uploadinvoice', {
    method: 'POST',
    headers,
    ...(agent ? { agent } : {}),
  })
  sent.write(body.subarray(0, body.length / 2))
  return { answer, end: () => sent.end(body.subarray(body.length / 2)) }
}

const draftsOf = async (ref: string) =>
  ((await call('finance1', `drafttransactions?filter.invoice_ref=${ref}`)) as unknown[]).length

test('both workers are ready behind one listener, and one answers with the metrics of both', async () => {
  expect(new Set(workers()).size).toBe(2)
  for (const worker of workers()) expect((await askOf(worker, '/login')).status).toBe(200)
  const { text } = await ask('/metrics', { headers: asMonitor })
  const [, pages] =
    /http_request_duration_seconds_count\{method="GET",kind="page",status="200"\} (\d+)/.exec(text) ?? []
  const answered = server.logged.filter(({ path, msg }) => path === '/login' && msg === 'answered')
  expect(Number(pages)).toBe(answered.length)
})

test('a session that ends in one worker is over in the other', async () => {
  const [one = 0, other = 0] = workers()
  const headers = await newSession('auditor1')
  for (const worker of [one, other])
    expect((await askOf(worker, '/account/tokens', { headers })).status).toBe(200)
  const out = await ask('/logout', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(out.status).toBe(302)
  for (const worker of [one, other]) {
    const { status, headers: told } = await askOf(worker, '/account/tokens', { headers })
    expect([status, told.location]).toEqual([302, expect.stringMatching(/^\/login/)])
  }
})

test('how far a file is can be read from the other worker', async () => {
  const headers = await newSession('finance1')
  const key = randomUUID()
  const file = await ask(`/invoices/export/invoices.csv?key=${key}`, { headers })
  expect(file.status).toBe(200)
  const wrote = await workerOf(file)
  const other = workers().find((worker) => worker !== wrote) ?? 0
  const step = async () => JSON.parse((await askOf(other, `/upload-steps/${key}`, { headers })).text).step
  await expect.poll(step).toMatch(/^[\d,]+ of [\d,]+ rows$/)
  const foreign = await newSession('auditor1')
  expect(JSON.parse((await ask(`/upload-steps/${key}`, { headers: foreign })).text)).toEqual({ step: null })
})

test('of what a killed worker had acknowledged nothing is lost, the rest is sent again, and it is replaced', async () => {
  const [killed = 0] = workers()
  const session = await newSession('finance1')
  const refs = Array.from({ length: 10 }, (_, at) => ownName(`KW${at}`))
  let acknowledged = 0
  const errors: string[] = []
  async function upload(ref: string) {
    const { type, body } = await invoiceForm(ref)
    const headers = {
      ...session,
      'Content-Type': type,
      Accept: 'application/json',
      'Idempotency-Key': randomUUID(),
    }
    for (;;) {
      const answer = await ask('/api/uploadinvoice', { method: 'POST', headers, body }).catch(
        (error: Error) => {
          errors.push(error.message)
          return null
        },
      )
      if (answer) {
        expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id"')])
        acknowledged += 1
        if (acknowledged === 4) process.kill(killed, 'SIGKILL')
        return
      }
    }
  }
  // One of its requests is surely under way then: half of it is there.
  const cut = await beginUpload(session, ownName('KWH'), await connectionTo(killed))
  const broken = expect(cut.answer).rejects.toThrow(/socket hang up|ECONNRESET/)
  const waiting = [...refs]
  const sender = async () => {
    for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift()) await upload(ref)
  }
  await Promise.all(Array.from({ length: 4 }, sender))
  // Their connections break at once: none hangs.
  await broken
  expect(errors).not.toContain('no answer')
  expect(await Promise.all(refs.map(draftsOf))).toEqual(refs.map(() => 1))
  await expect.poll(() => workers().length).toBe(3)
  expect(server.logged).toContainEqual(
    expect.objectContaining({ msg: 'a worker ended and is replaced', worker: killed, signal: 'SIGKILL' }),
  )
  const [, , fresh = 0] = workers()
  expect((await askOf(fresh, '/login')).status).toBe(200)
})

test('a stop lets the requests of all workers finish, and leaves no process', async () => {
  const session = await newSession('finance2')
  const ref = ownName('KS')
  const { answer, end } = await beginUpload(session, ref)
  // A request that came later has been answered: this one is under way.
  for (const worker of workers().slice(-2)) await askOf(worker, '/login')
  const stopped = server.stop()
  await expect.poll(() => server.logged.filter(({ msg }) => msg === 'stopping').length).toBe(3)
  end()
  expect((await answer).status).toBe(201)
  await stopped
  expect(server.exitCode()).toBe(0)
  for (const pid of workers()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await draftsOf(ref)).toBe(1)
})
