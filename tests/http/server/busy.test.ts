import { expect, onTestFinished, test, vi } from 'vitest'
import { countRefusals, rankOf } from '~/http/server/busy'
import { createLog } from '~/http/server/log'
import type { LineOptions } from '~/http/server/waiting-line'
import { asMonitor, serve } from '../../support/http/server/serve'

test.each([
  ['POST', '/nav-controls/1012', 'step'],
  ['DELETE', '/api/budget/7', 'step'],
  ['GET', '/login', 'step'],
  ['GET', '/login/oidc/callback', 'step'],
  ['GET', '/upload-steps/abc', 'step'],
  ['GET', '/nav-controls/1012', 'page'],
  ['GET', '/api/dashboard/nav/1012/nextrouting', 'page'],
  ['HEAD', '/invoices.data', 'page'],
  ['GET', '/nav-controls/export/navs.csv', 'file'],
  ['GET', '/nav-controls/1012/export/rules.xlsx', 'file'],
  ['GET', '/invoices/999/report.pdf', 'file'],
])('%s %s is a %s', (method, path, rank) => {
  expect(rankOf({ method, path })).toBe(rank)
})

/** A form whose sender pauses in the middle, and continues on demand. */
function slowForm() {
  let end = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'))
      end = () => controller.close()
    },
  })
  return { body, end: () => end() }
}

/** A server with one place, taken by one form, and a pace of 3 s. */
async function fullServer() {
  let now = 0
  const [clock, loopDelay] = [vi.fn(() => now), vi.fn(() => 0)]
  const site = await serve({ line: { places: 1, waitMs: 7_000, slowMs: 60_000, clock, loopDelay } })
  const hold = async () => {
    const times = clock.mock.calls.length
    const { body, end } = slowForm()
    const answer = site.post('/echo', body)
    await vi.waitFor(() => expect(clock.mock.calls.length).toBe(times + 1))
    return { answer, end }
  }
  const measured = await hold()
  now += 3_000
  measured.end()
  expect((await measured.answer).status).toBe(200)
  await vi.waitFor(() => expect(clock).toHaveBeenCalledTimes(2))
  return {
    ...site,
    ...(await hold()),
    entered: (times: number) => vi.waitFor(() => expect(loopDelay).toHaveBeenCalledTimes(times)),
  }
}

test('a full server refuses a page while a POST passes, and a waiting page follows', async () => {
  const { get, post, answer, end, entered, logged } = await fullServer()
  const waiting = get('/page')
  await entered(2)
  const refused = await get('/page')
  expect([refused.status, refused.headers.get('Retry-After'), refused.headers.get('X-Busy')]).toEqual([
    503,
    '2',
    '1',
  ])
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
  expect(refused.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  const text = await refused.text()
  expect(text).toContain('Fundesk is busy. Try again in a few seconds.')
  expect(text).toContain('<a href="">Try again</a>')
  const step = post('/echo', 'a step')
  await entered(5)
  expect((await get('/healthz')).status).toBe(200)
  const metrics = await get('/metrics', asMonitor)
  expect(await metrics.text()).toContain('duration_seconds_count{method="GET",kind="page",status="503"} 1')
  end()
  expect([(await answer).status, await (await step).json()]).toEqual([200, { length: 6 }])
  expect((await waiting).status).toBe(200)
  const order = () =>
    logged().flatMap(({ method, path, status }) => (status === 200 ? `${method} ${path}` : []))
  await vi.waitFor(() => expect(order()).toEqual(['POST /echo', 'POST /echo', 'POST /echo', 'GET /page']))
  expect(logged().filter(({ level }) => level === 'error')).toEqual([])
})

test('a page whose reader leaves while it waits is not rendered', async () => {
  const { origin, get, end, answer, entered, logged } = await fullServer()
  const leaving = new AbortController()
  const left = fetch(`${origin}/letters`, { signal: leaving.signal }).catch(() => null)
  await entered(2)
  leaving.abort()
  await left
  await vi.waitFor(() => expect(logged().some(({ path }) => path === '/letters')).toBe(true))
  // Its place in the line is free: at this pace only one waits.
  const waiting = get('/page')
  await entered(4)
  end()
  expect([(await answer).status, (await waiting).status]).toEqual([200, 200])
  expect(logged().find(({ path }) => path === '/letters')).toMatchObject({ aborted: true })
})

test('a refused form or call says that nothing was saved, and what to do', async () => {
  const { get, post, end, answer, entered } = await fullServer()
  const waiting = post('/echo', 'waits')
  await entered(2)
  const form = await post('/echo', 'x'.repeat(500_000), { Accept: 'text/html' })
  expect([form.status, await form.text()]).toEqual([
    503,
    expect.stringContaining(
      'Fundesk is busy, and nothing was saved. Reload this page in a few seconds and let the browser send the form again.',
    ),
  ])
  const call = await post('/api/echo', '{}', { 'Content-Type': 'application/json' })
  expect([call.status, await call.json()]).toEqual([
    503,
    expect.objectContaining({
      errorMessage: 'Fundesk is busy, and nothing was saved. Send it again in a few seconds.',
      code: 'unavailable',
    }),
  ])
  const read = await get('/api/page')
  expect([read.status, (await read.json()).errorMessage]).toEqual([
    503,
    'Fundesk is busy. Try again in a few seconds.',
  ])
  end()
  expect([(await answer).status, (await waiting).status]).toEqual([200, 200])
})

test('a body that is too large is refused as such, also by a full server', async () => {
  const { post, end, answer } = await fullServer()
  expect((await post('/echo', 'x'.repeat(1_100_000))).status).toBe(413)
  end()
  expect((await answer).status).toBe(200)
})

test('requests that are refused at once are counted in the log, every ten seconds', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const count = countRefusals(createLog('info', { write: (line) => lines.push(line) }))
  for (const _ of 'abc') count()
  vi.advanceTimersByTime(9_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', refused: 3, seconds: 10 }),
  ])
})

const of = (session: string) => ({ Cookie: `session=${session}` })

/** A server where each sender has one request in work; the one of session "a" is a form that takes its time. */
async function heldBySender(line: LineOptions = {}) {
  const site = await serve({ line: { ofSender: 1, slowMs: 60_000, ...line } })
  expect((await site.get('/who', of('a'))).status).toBe(200)
  const { body, end } = slowForm()
  const answer = site.post('/echo', body, of('a'))
  await vi.waitFor(async () => {
    const metrics = await site.get('/metrics', asMonitor)
    expect(await metrics.text()).toContain('fundesk_requests_at_work 1')
  })
  /** A page of session "a" that waits for the form: later requests of others are answered before it. */
  async function waitingPage(): Promise<{ page: Promise<Response> }> {
    const page = site.get('/page', of('a'))
    const others = site.get('/page').then(() => site.get('/page'))
    const isFirst = await Promise.race([page.then(() => true), others.then(() => false)])
    return isFirst ? waitingPage() : { page }
  }
  return { ...site, answer, end, waitingPage }
}

test('a sender with enough requests in work waits, and others do not', async () => {
  const { get, answer, end, waitingPage } = await heldBySender({ waitingOfSender: 1 })
  const { page } = await waitingPage()
  expect((await get('/page', of('b'))).status).toBe(200)
  const refused = await get('/page', of('a'))
  expect([refused.status, refused.headers.get('Retry-After'), refused.headers.get('X-Busy')]).toEqual([
    429,
    '2',
    '1',
  ])
  expect(await refused.text()).toContain(
    'Many requests of yours are not answered yet. Wait a few seconds, then try again.',
  )
  end()
  expect([(await answer).status, (await page).status]).toEqual([200, 200])
})

test('a request of a sender waits only so long', async () => {
  const { answer, end, waitingPage } = await heldBySender({ waitMs: 300 })
  const refused = await (await waitingPage()).page
  expect([refused.status, refused.headers.get('X-Busy')]).toEqual([503, '1'])
  end()
  expect((await answer).status).toBe(200)
})

test('of one sender, steps go before pages that came earlier', async () => {
  const { get, post, answer, end, waitingPage, logged } = await heldBySender({ waitMs: 60_000 })
  const { page } = await waitingPage()
  const step = post('/echo', 'a step', of('a'))
  // Requests of others, which are answered after the step has arrived.
  await get('/who')
  await get('/who')
  end()
  expect([(await answer).status, (await step).status, (await page).status]).toEqual([200, 200, 200])
  await vi.waitFor(() =>
    expect(
      logged()
        .slice(-3)
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual(['POST /echo', 'POST /echo', 'GET /page']),
  )
})

test('sessions of one user count together, once a request showed whose they are', async () => {
  const { get, post, answer, end } = await heldBySender({ waitingOfSender: 0 })
  await vi.waitFor(async () => expect((await get('/page', of('a'))).status).toBe(429))
  expect((await get('/page', of('b'))).status).toBe(200)
  // The route "who" identifies the same user in every session.
  await vi.waitFor(async () => expect((await get('/who', of('b'))).status).toBe(200))
  await vi.waitFor(async () => expect((await get('/page', of('b'))).status).toBe(429))
  // Until then, a request may be refused for the one before it alone.
  await vi.waitFor(async () => {
    const refused = await post('/echo', 'x', of('b'))
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Nothing was saved.'),
    ])
  })
  end()
  expect((await answer).status).toBe(200)
  await vi.waitFor(async () => expect((await get('/page', of('b'))).status).toBe(200), 20_000)
})

test('a request that takes long no longer counts', async () => {
  const { answer, end, waitingPage } = await heldBySender({ slowMs: 500 })
  expect((await (await waitingPage()).page).status).toBe(200)
  end()
  expect((await answer).status).toBe(200)
})
