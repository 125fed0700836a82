import { DatabaseUnavailable } from 'db/failures'
import { expect, test } from 'vitest'
import { serve } from '../../support/http/server/serve'

test('/healthz says that the process is alive, whatever the database does', async () => {
  const { get } = await serve({ ping: () => Promise.reject(new DatabaseUnavailable('down')) })
  const answer = await get('/healthz')
  expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
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

test('/metrics shows numbers to this machine, and does not exist for proxied requests', async () => {
  const { get } = await serve()
  await (await get('/page')).text()
  const answer = await get('/metrics')
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",kind="page",status="200"} 1')
  expect(text).toContain('process_resident_memory_bytes')
  for (const header of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host'])
    expect((await get('/metrics', { [header]: '203.0.113.9' })).status, header).toBe(404)
})

test('/metrics is available elsewhere with the token, and is not sniffed by browsers', async () => {
  const metricsToken = 'of a monitor that runs somewhere else'
  const { get } = await serve({ settings: { metricsToken } })
  const elsewhere = { 'X-Forwarded-For': '203.0.113.9' }
  for (const Authorization of [
    '',
    'Bearer ',
    `Bearer ${metricsToken}x`,
    metricsToken,
    `Basic ${metricsToken}`,
  ])
    expect((await get('/metrics', { ...elsewhere, Authorization })).status, Authorization).toBe(404)
  const answer = await get('/metrics', { ...elsewhere, Authorization: `Bearer ${metricsToken}` })
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  expect((await get('/metrics')).headers.get('x-content-type-options')).toBe('nosniff')
  const { get: without } = await serve()
  expect((await without('/metrics', { ...elsewhere, Authorization: 'Bearer null' })).status).toBe(404)
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
