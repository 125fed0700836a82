import { createServer, type Server } from 'node:http'
import { DatabaseUnavailable } from 'db/failures'
import { expect, onTestFinished, test } from 'vitest'
import { finishRequests, httpServer, listen, refusePortInUse } from '~/http/server/listen'
import { asStartError, welcome } from '~/http/server/main'
import { gate } from '../../support/gate'

const host = '127.0.0.1'

function server(): Server {
  const made = createServer((_, res) => res.end('mine'))
  onTestFinished(() => {
    made.closeAllConnections()
    made.close()
  })
  return made
}

test('a requested port that is taken is refused with a clear message, early and late', async () => {
  const port = await listen(server(), { port: 0, host })
  const refusal = `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`
  await expect(refusePortInUse({ port, host })).rejects.toThrow(refusal)
  await expect(listen(server(), { port, host })).rejects.toThrow(refusal)
})

test('without a requested port, a taken one is skipped', async () => {
  const first = await listen(server(), { port: null, host })
  const second = await listen(server(), { port: null, host })
  expect(first).toBeGreaterThanOrEqual(3000)
  expect(second).toBeGreaterThan(first)
})

test('a free port passes the early check and stays free', async () => {
  const probe = server()
  const port = await listen(probe, { port: 0, host })
  await new Promise((resolve) => probe.close(resolve))
  await refusePortInUse({ port, host })
  expect(await listen(server(), { port, host })).toBe(port)
})

test('stopping lets the current response finish and accepts no new one', async () => {
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const refused = gate()
  const slow = httpServer(async (_, res) => {
    start()
    await refused.opened
    res.end('whole')
  })
  const port = await listen(slow, { port: 0, host })
  const answer = fetch(`http://${host}:${port}/`).then((response) => response.text())
  await started
  const stopped = finishRequests(slow)
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
  refused.open()
  expect(await answer).toBe('whole')
  await stopped
})

test('stopping cuts off what does not finish', async () => {
  const received = gate()
  const hanging = httpServer(() => received.open())
  const port = await listen(hanging, { port: 0, host })
  const answer = expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
  await received.opened
  const begin = performance.now()
  await finishRequests(hanging, 200)
  expect(performance.now() - begin).toBeLessThan(1_500)
  await answer
})

test('slow uploads get time, slow headers do not', () => {
  const { headersTimeout, requestTimeout } = httpServer(() => {})
  expect(headersTimeout).toBeLessThanOrEqual(30_000)
  expect(requestTimeout).toBeGreaterThanOrEqual((25 * 1024 * 1024 * 8) / 400)
})

test('the welcome has the address, and the demo users only with the demo data', () => {
  const ready = { siteUrl: null, host, port: 3001, firstLogin: false }
  const demo = welcome({ ...ready, demo: true })
  expect(demo).toContain('http://127.0.0.1:3001')
  expect(demo).toContain('accountant1')
  const own = { ...ready, siteUrl: 'https://fundesk.example', host: null, demo: false }
  expect(welcome(own)).toBe('Fundesk is ready: https://fundesk.example')
  expect(welcome({ ...ready, host: '::', port: 80, demo: false })).toContain('http://localhost:80')
})

test('the welcome of a site where no user has a password says how to set the first', () => {
  const first = { siteUrl: null, host, port: 3001, demo: false, firstLogin: true }
  expect(welcome(first)).toMatch(
    /^Fundesk is ready: .*\nThe user admin has no password yet.*npm run user -- password admin$/,
  )
})

test('a start that fails because the database is full or gone ends in one line', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const gone = new Error('query failed', { cause: new DatabaseUnavailable('lost') })
  const messages = [full, gone].map((error) => {
    const shown = asStartError(error) as Error
    return [shown.name, shown.message.includes('start Fundesk again.')]
  })
  expect(messages).toEqual([
    ['StartError', true],
    ['StartError', true],
  ])
  const fault = new TypeError('a fault of ours')
  expect(asStartError(fault)).toBe(fault)
})
