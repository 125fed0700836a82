import { createServer } from 'node:http'
import { DatabaseUnavailable } from 'db/failures'
import type { Request } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '~/http/server/listen'
import { isMonitor } from '~/http/server/monitor'
import { fingerprint, newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import { asMonitor, serve, settings } from '../../support/http/server/serve'

test('/healthz says that the process is alive, whatever the database does', async () => {
  const { get } = await serve({ ping: () => Promise.reject(new DatabaseUnavailable('down')) })
  const answer = await get('/healthz')
  expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
})

test('the keys of the site are public: those that its packs are compared with, and nothing secret of them', async () => {
  const before = openSigning(newSigningKey()).own
  const { get } = await serve({ settings: { signingKeysBefore: [before.spki] } })
  const answer = await get('/.well-known/fundesk-keys.json')
  const text = await answer.text()
  const { own } = openSigning(settings.signingKey)
  expect([answer.status, JSON.parse(text)]).toEqual([
    200,
    {
      keys: [own, before].map((key) => ({ ...key, algorithm: 'Ed25519', fingerprint: fingerprint(key) })),
    },
  ])
  expect(text).not.toContain(settings.signingKey)
})

test('/readyz says whether the database answers', async () => {
  expect((await (await serve()).get('/readyz')).status).toBe(200)
  const down = await serve({ ping: () => Promise.reject(new DatabaseUnavailable('down')) })
  expect((await down.get('/readyz')).status).toBe(503)
})

test('/readyz does not wait for a hanging database', async () => {
  const { get } = await serve({ ping: () => new Promise(() => {}) })
  const begin = performance.now()
  expect((await get('/readyz')).status).toBe(503)
  expect(performance.now() - begin).toBeLessThan(2_000)
})

test('an ending process is not ready and closes its connections', async () => {
  const { get } = await serve({ isStopping: () => true })
  const answer = await get('/readyz')
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close'])
})

test('/metrics shows numbers to who has the token, and does not exist for others of this machine', async () => {
  const { get } = await serve()
  await (await get('/page')).text()
  expect((await get('/metrics')).status).toBe(404)
  const answer = await get('/metrics', asMonitor)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",kind="page",status="200"} 1')
  expect(text).toContain('process_resident_memory_bytes')
})

test('/metrics takes no other token, needs one, and is not sniffed by browsers', async () => {
  const metricsToken = 'of a monitor that runs somewhere else'
  const { get } = await serve({ settings: { metricsToken } })
  for (const Authorization of [
    '',
    'Bearer ',
    `Bearer ${metricsToken}x`,
    metricsToken,
    `Basic ${metricsToken}`,
  ])
    expect((await get('/metrics', { Authorization })).status, Authorization).toBe(404)
  const answer = await get('/metrics', { Authorization: `Bearer ${metricsToken}` })
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
})

test('a monitor has the token, or came to the port for monitors; without both settings there is none', () => {
  const from = (authorization: string, localPort = 3000) =>
    ({ get: () => authorization, socket: { localPort } }) as unknown as Request
  expect(isMonitor(from('Bearer undefined'), {})).toBe(false)
  expect(isMonitor(from(''), { metricsPort: 9100 })).toBe(false)
  expect(isMonitor(from('', 9100), { metricsPort: 9100 })).toBe(true)
  expect(isMonitor(from('Bearer abc'), { metricsToken: 'abc' })).toBe(true)
})

test('no proxy opens /metrics, and no header of a stranger does, whatever it claims', async () => {
  const forwarded = {
    Forwarded: 'for=127.0.0.1;host=localhost:9100',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Host': 'localhost:9100',
    'X-Forwarded-Port': '9100',
    'X-Real-IP': '127.0.0.1',
    Via: '1.1 localhost',
  }
  for (const trustProxy of [false as const, 1, '127.0.0.1']) {
    const { get } = await serve({ settings: { trustProxy, metricsPort: 9100 } })
    const claims: Record<string, string>[] = [{}, forwarded, { Host: 'localhost:9100' }]
    for (const headers of claims)
      expect((await get('/metrics', headers)).status, `${trustProxy}, ${Object.keys(headers)}`).toBe(404)
  }
})

test('the port for monitors shows nothing but the state of the site', async () => {
  const metricsPort = await freePort({ port: 0, host: '127.0.0.1' })
  const { app } = await serve({ settings: { metricsPort } })
  const monitored = createServer(app)
  await new Promise<void>((resolve) => monitored.listen(metricsPort, '127.0.0.1', resolve))
  onTestFinished(() => void monitored.close())
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status
  expect(await statusOf('/metrics')).toBe(200)
  expect(await statusOf('/readyz')).toBe(200)
  expect(await statusOf('/page')).toBe(404)
})

test('/readyz?verbose says nothing more to strangers', async () => {
  const { get } = await serve()
  const plain = await (await get('/readyz')).text()
  const verbose = await get('/readyz?verbose', { Authorization: 'Bearer wrong' })
  expect([verbose.status, await verbose.text()]).toEqual([200, plain])
})

test('each request is one line with our id, the user, and nothing secret', async () => {
  const { get, logged } = await serve()
  const answer = await get('/who?token=abc&sort=name', {
    Cookie: 'session=geheim',
    Authorization: 'Bearer geheim',
    'X-Request-Id': 'forged',
  })
  const id = answer.headers.get('x-request-id')
  expect(((await answer.json()) as { id: string }).id).toBe(id)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const lines = logged()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ requestId: id, msg: 'from a route', password: '[hidden]' })
  expect(lines[1]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    requestId: id,
    method: 'GET',
    path: '/who?token=[hidden]&sort=name',
    status: 200,
    durationMs: expect.any(Number),
    address: '127.0.0.1',
    userId: 7,
    msg: 'answered',
  })
})
