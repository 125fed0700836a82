import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LineOptions, type Rank, rankOf, waitingLine } from '~/http/server/busy'
import type { SenderLimits } from '~/http/server/one-sender'
import { asMonitor, serve } from '../../support/http/server/serve'

let now = 0
beforeEach(() => {
  now = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** A line with one place, and a clock that the test advances. */
function testLine(options: LineOptions = {}) {
  vi.useFakeTimers()
  const line = waitingLine({ places: 1, clock: () => now, ...options })
  const events: string[] = []
  return {
    events,
    enter: (name: string, rank: Rank = 'list', { elsewhere = false, waitedMs = 0 } = {}) =>
      line.enter(rank, {
        elsewhere: () => elsewhere,
        waitedMs,
        go: () => events.push(`${name} goes`),
        refuse: (seconds) => events.push(`${name} refused for ${seconds} s`),
      }),
    pass(ms: number) {
      now += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

test('with room to spare all requests proceed, however long the previous one took', () => {
  const { enter, pass, events } = testLine()
  for (const name of ['a', 'b', 'c']) {
    const leave = enter(name)
    pass(900)
    leave()
  }
  expect(events).toEqual(['a goes', 'b goes', 'c goes'])
})

test('waiting requests proceed by rank, then in order of arrival', () => {
  const { enter, events } = testLine()
  const leave = enter('first')
  const later = [
    enter('list 1'),
    enter('list 2'),
    enter('export', 'file'),
    enter('object', 'object'),
    enter('list 3'),
    enter('step 1', 'step'),
    enter('step 2', 'step'),
  ]
  expect(events).toEqual(['first goes'])
  leave()
  for (const at of [5, 6, 3, 0, 1, 4]) later[at]?.()
  expect(events.slice(1)).toEqual(
    ['step 1', 'step 2', 'object', 'list 1', 'list 2', 'list 3', 'export'].map((each) => `${each} goes`),
  )
})

test('a request that would be answered too late at the current pace is refused at once, lists before steps', () => {
  const { enter, pass, events } = testLine({ waitMs: 2_900 })
  const measured = enter('measured')
  pass(900)
  measured()
  enter('taken')
  enter('list 1')
  enter('list 2')
  enter('list 3')
  enter('step', 'step')
  enter('list 4')
  expect(events.slice(2)).toEqual(['list 3 refused for 2 s', 'list 4 refused for 2 s'])
})

test('when the pace recovers, more may wait', () => {
  const { enter, pass, events } = testLine({ waitMs: 2_000 })
  for (const ms of [900, ...Array(30).fill(10)]) {
    const leave = enter('one')
    pass(ms)
    leave()
  }
  enter('taken')
  for (const name of 'abcdefghij') enter(name)
  expect(events.filter((each) => each.includes('refused'))).toEqual([])
})

test('the event loop delay counts too, and sets the retry time', () => {
  let delay = 0
  const { enter, events } = testLine({ waitMs: 4_500, loopDelay: () => delay })
  enter('taken')
  delay = 4_400
  enter('waits')
  delay = 12_300
  enter('list')
  delay = 600_000
  enter('another')
  expect(events).toEqual(['taken goes', 'list refused for 8 s', 'another refused for 30 s'])
})

test('a request that waited the maximum is refused, whatever the estimate: a page sooner than a form', () => {
  const { enter, pass, events } = testLine({ slowMs: 60_000 })
  enter('taken')
  enter('step', 'step')
  enter('list')
  pass(1_199)
  expect(events).toEqual(['taken goes'])
  pass(1)
  expect(events).toEqual(['taken goes', 'list refused for 2 s'])
  pass(3_299)
  expect(events).toHaveLength(2)
  pass(1)
  expect(events.slice(2)).toEqual(['step refused for 2 s'])
})

test('what a request waited for others of its sender counts', () => {
  const { enter, pass, events } = testLine({ slowMs: 60_000 })
  enter('taken')
  enter('waited before', 'list', { waitedMs: 1_000 })
  enter('new')
  pass(200)
  expect(events).toEqual(['taken goes', 'waited before refused for 2 s'])
})

test('a request that waits for something else gives its place to the next, once', () => {
  const { enter, pass, events } = testLine({ waitMs: 60_000 })
  const slow = enter('slow', 'list', { elsewhere: true })
  enter('second')
  enter('third')
  pass(999)
  expect(events).toEqual(['slow goes'])
  pass(1)
  slow()
  expect(events).toEqual(['slow goes', 'second goes'])
})

test('a request being processed keeps its place, up to a limit', () => {
  const { enter, pass, events } = testLine({ waitMs: 60_000 })
  enter('works')
  enter('second')
  pass(4_999)
  expect(events).toEqual(['works goes'])
  pass(1)
  expect(events).toEqual(['works goes', 'second goes'])
})

test('a client that disconnects leaves the line', () => {
  const { enter, events } = testLine()
  const leave = enter('taken')
  const left = enter('left')
  enter('stays')
  left()
  leave()
  expect(events).toEqual(['taken goes', 'stays goes'])
})

test.each([
  ['POST', '/nav-controls/1012', 'step'],
  ['DELETE', '/api/budget/7', 'step'],
  ['GET', '/login', 'step'],
  ['GET', '/login/oidc/callback', 'step'],
  ['GET', '/upload-steps/abc', 'step'],
  ['GET', '/nav-controls/1012', 'object'],
  ['GET', '/nav-controls/1012.data', 'object'],
  ['GET', '/api/dashboard/nav/1012/nextrouting', 'object'],
  ['GET', '/nav-controls', 'list'],
  ['HEAD', '/invoices.data', 'list'],
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

test('a full server refuses a list while a POST passes, and a waiting list follows', async () => {
  const { get, post, answer, end, entered, logged } = await fullServer()
  const waiting = get('/page')
  await entered(1)
  const refused = await get('/page')
  expect([refused.status, refused.headers.get('Retry-After'), refused.headers.get('X-Busy')]).toEqual([
    503,
    '2',
    '1',
  ])
  const text = await refused.text()
  expect(text).toContain('Fundesk is busy. Try again in a few seconds.')
  expect(text).toContain('<a href="">Try again</a>')
  const step = post('/echo', 'a step')
  await entered(4)
  for (const path of ['/healthz', '/metrics']) expect((await get(path, asMonitor)).status, path).toBe(200)
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
  await entered(1)
  leaving.abort()
  await left
  await vi.waitFor(() => expect(logged().some(({ path }) => path === '/letters')).toBe(true))
  // Its place in the line is free: at this pace only one waits.
  const waiting = get('/page')
  await entered(2)
  end()
  expect([(await answer).status, (await waiting).status]).toEqual([200, 200])
  expect(logged().find(({ path }) => path === '/letters')).toMatchObject({ aborted: true })
})

test('a refused form or call says that nothing was saved, and what to do', async () => {
  const { get, post, end, answer, entered } = await fullServer()
  const waiting = post('/echo', 'waits')
  await entered(1)
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

const of = (session: string) => ({ Cookie: `session=${session}` })

/** A server where each sender has one request in work; the one of session "a" is a form that takes its time. */
async function heldBySender(senders: SenderLimits = {}) {
  const site = await serve({ senders: { inWork: 1, heldMs: 60_000, ...senders } })
  expect((await site.get('/who', of('a'))).status).toBe(200)
  const { body, end } = slowForm()
  const answer = site.post('/echo', body, of('a'))
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
  const { get, answer, end, waitingPage } = await heldBySender({ waiting: 1 })
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
  const { get, post, answer, end } = await heldBySender({ waiting: 0 })
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
  const { answer, end, waitingPage } = await heldBySender({ heldMs: 500 })
  expect((await (await waitingPage()).page).status).toBe(200)
  end()
  expect((await answer).status).toBe(200)
})
