import { readFileSync } from 'node:fs'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import {
  ADDRESSES,
  type Attack,
  BODIES,
  type Flood,
  HEADS,
  headOf,
  pour,
  wholeOf,
} from '../../support/http/hostile/attacks'
import { raw, statusOf } from '../../support/http/hostile/raw'

/** An attack may block other requests this much longer than a usual request does, in milliseconds. */
const MAX_DELAY_MS = 150
/** On a machine that parses SPEED_TEST in this many milliseconds; limits are relaxed for a slower one. */
const USUAL_SPEED = 20
const SPEED_TEST = JSON.stringify(
  Array.from({ length: 50_000 }, (_, at) => ({ id: at, name: `name ${at}`, list: [at, [at]] })),
)
const MB = 1024 * 1024

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
await site.control('accountant1', fund)
const nav = `/nav-controls/${fund.navId}`
const cookie = await site.cookieOf('accountant1')
afterAll(() => expect(site.crashes()).toEqual([]))

/** Processor time of this thread in milliseconds: on a busy machine the clock includes the work of others. */
function atWork(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** The longest this thread worked without a pause, in milliseconds, during the work. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = atWork()
  const turn = () => {
    const now = atWork()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(turn, 1)
  await work()
  turn()
  clearInterval(timer)
  return longest
}

/** How many times slower than usual this machine is right now; at least 1. */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const start = atWork()
    JSON.parse(SPEED_TEST)
    return atWork() - start
  })
  return Math.max(1, Math.min(...times) / USUAL_SPEED)
}

const cookieFor = (path: string) => (path === '/login' ? '' : cookie)
const send = (path: string, attack: Attack) => raw(site.port, wholeOf(path, attack, cookieFor(path)))

/**
 * The status, and how much longer than a usual request it blocked all others, in milliseconds of a usual machine;
 * the best of twelve tries, as garbage collection and other load can interfere.
 */
async function heldUp(path: string, attack: Attack): Promise<{ status: number; ms: number }> {
  const usual: Attack = { ...attack, path: '', headers: {}, ...(attack.body && { body: Buffer.from('a=1') }) }
  await send(path, usual)
  const least = await longestTurn(() => send(path, usual))
  let [status, ms] = [0, Number.POSITIVE_INFINITY]
  for (let tried = 0; tried < 12 && ms >= MAX_DELAY_MS; tried++) {
    const turn = await longestTurn(async () => {
      status = statusOf(await send(path, attack))
    })
    ms = Math.min(ms, (turn - least) / slowness())
  }
  return { status, ms }
}

const REFUSED = [413, 415, 422]

const numbered = (attacks: readonly Attack[]) =>
  attacks.map((attack, at) => [attack.name, attack, at] as const)

/** Another path for each attack, and in the long run one more: all are read by the same code before any route. */
const pathsOf = <Path>(paths: readonly Path[], at: number) =>
  Array.from({ length: rounds(1, 2) }, (_, more) => paths[(at + more) % paths.length] as Path)

test.each(numbered(BODIES))('%s blocks no other request, wherever it is sent', async (_, attack, at) => {
  const paths = [
    '/login',
    `${nav}/checks`,
    '/api/ruleresult',
    '/api/drafttransactions',
    '/api/uploadfilesFIA/3',
  ]
  for (const path of pathsOf(paths, at)) {
    const { status, ms } = await heldUp(path, attack)
    expect([path, REFUSED.includes(status) ? 'refused' : status]).toEqual([path, 'refused'])
    expect(ms, path).toBeLessThan(MAX_DELAY_MS)
  }
})

test.each(numbered(ADDRESSES))(
  '%s block no other request, and a list shows the nearest page',
  async (_, attack, at) => {
    const isPath = attack.path?.startsWith('?') === false
    const expected: [string, number][] = [
      [nav, 200],
      ['/login', 200],
      ['/api/dashboard/nav', 422],
      // A call that is not a list has no parameters, and refuses each by name.
      ['/api/auth/user', 422],
    ]
    for (const [path, usual] of pathsOf(expected, at)) {
      const { status, ms } = await heldUp(path, attack)
      expect([path, status]).toEqual([path, isPath ? 414 : usual])
      expect(ms, path).toBeLessThan(MAX_DELAY_MS)
    }
  },
)

test.each(numbered(HEADS))('%s are refused before any route', async (_, attack, at) => {
  for (const path of pathsOf(['/login', '/nav-controls', '/api/reasons', '/healthz', '/favicon.svg'], at)) {
    const { status, ms } = await heldUp(path, attack)
    expect([path, status]).toEqual([path, 431])
    expect(ms, path).toBeLessThan(MAX_DELAY_MS)
  }
})

test('such a refusal is in the caller’s format', async () => {
  const [cookies] = HEADS as [Attack]
  const page = await raw(site.port, headOf('/login', cookies, ''))
  expect(page).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
  expect(page).toContain('Delete the cookies of this site')
  const call = await raw(site.port, headOf('/api/reasons', cookies, cookie))
  expect(call).toMatch(/\r\nContent-Type: application\/json/)
  expect(call).toContain('"code":"too-large"')
  expect(site.logged()).toContainEqual(
    expect.objectContaining({ msg: 'answered', status: 431, path: '/api/reasons' }),
  )
})

/** The status of the answer to a flood, and the memory growth in MB. */
async function pourInto(flood: Flood): Promise<{ status: number; grown: number }> {
  const rss = () => process.memoryUsage.rss() / MB
  const before = rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rss())
  }, 1)
  const status = statusOf(await pour(site.port, flood, cookieFor(flood.path)))
  clearInterval(watch)
  return { status, grown: Math.max(most, rss()) - before }
}

test.each([
  ['multipart/form-data', true],
  ['multipart/form-data; boundary=x', false],
  ['multipart/form-data+json', true],
  ['application/json', false],
  ['', true],
])('no unsupported content type is held in memory: "%s"', async (type, isFirstAnnounced) => {
  const paths = [
    '/login',
    `${nav}/checks`,
    '/api/ruleresult',
    '/api/drafttransactions',
    '/api/layouts/navdashboard',
  ]
  for (const [at, path] of paths.entries()) {
    const isAnnounced = (at % 2 === 0) === isFirstAnnounced
    const { status, grown } = await pourInto({ path, type, megabytes: 100, isAnnounced })
    expect([path, REFUSED.includes(status) ? 'refused' : status]).toEqual([path, 'refused'])
    expect(grown, path).toBeLessThan(60)
  }
})
