import { parseArgs } from 'node:util'
import { ADDRESSES, type Attack, BODIES, HEADS, pour, wholeOf } from 'tests/support/http/hostile/attacks'
import { raw, statusOf } from 'tests/support/http/hostile/raw'
import { benchServer } from './server'

// Requests meant to hold up everyone else: how long they block the built app’s event loop, and how much memory they take, by
// its own /metrics. `crowd` shows how other users fare next to one who takes all they can get.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { runs: { type: 'string', default: '3' }, megabytes: { type: 'string', default: '300' } },
})
const [RUNS, MEGABYTES] = [Number(given.runs), Number(given.megabytes)]
const MB = 1024 * 1024

const FORMS = ['/login', '/layouts/navdashboard', '/api/ruleresult', '/api/uploadfilesFIA/3']
const PAGES = ['/login', '/nav-controls', '/api/dashboard/nav']
const TYPES = ['multipart/form-data; boundary=x', 'multipart/form-data+json', 'application/json']
const GUESSES = 40

const server = await benchServer()
const { port } = new URL(server.address)
try {
  const session = await server.logIn('accountant1')
  const cookieFor = (path: string) => (path === '/login' ? '' : session)

  /** Since the last call: the longest delay of the event loop in ms; and the memory in use in MB. */
  async function measured(): Promise<{ delay: number; memory: number }> {
    const text = await server.figures()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return {
      delay: value('nodejs_eventloop_lag_max_seconds') * 1_000,
      memory: value('process_resident_memory_bytes') / MB,
    }
  }

  /** The statuses of the work, and its effect on the app, polled meanwhile. */
  async function during(work: () => Promise<number | number[]>) {
    const before = await measured()
    let [delay, memory] = [0, before.memory]
    let done = false
    const answer = work().finally(() => {
      done = true
    })
    do {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const now = await measured()
      delay = Math.max(delay, now.delay)
      memory = Math.max(memory, now.memory)
    } while (!done)
    return { statuses: [await answer].flat(), delay, grown: memory - before.memory }
  }

  /** Runs each several times. Takes the lowest delay of each, as the rest is noise, and prints the highest of these. */
  async function report(name: string, works: (() => Promise<number | number[]>)[], runs = RUNS) {
    const [statuses, delays, grown] = [new Map<number, number>(), [] as number[], [] as number[]]
    for (const work of works) {
      const results = []
      for (let run = 0; run < runs; run += 1) results.push(await during(work))
      for (const status of results.flatMap((each) => each.statuses))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      delays.push(Math.min(...results.map(({ delay }) => delay)))
      grown.push(...results.map((each) => each.grown))
    }
    const most = (values: number[]) => Math.max(...values).toFixed(0)
    const rows = [...statuses].sort().map(([status, times]) => `${times} x ${status || 'hung up'}`)
    console.log(`${name.padEnd(46)}${most(delays).padStart(6)}${most(grown).padStart(6)}  ${rows.join(', ')}`)
  }

  const send = (each: Attack) => (path: string) => async () =>
    statusOf(await raw(Number(port), wholeOf(path, each, cookieFor(path))))
  console.log(`${RUNS} runs each: longest delay of the event loop in ms, memory more in MB, statuses`)
  await report('(usual requests)', PAGES.map(send({ name: '', method: 'GET' })))
  for (const each of BODIES) await report(each.name, FORMS.map(send(each)))
  for (const each of [...ADDRESSES, ...HEADS]) await report(each.name, PAGES.map(send(each)))
  for (const type of TYPES)
    for (const isAnnounced of [true, false])
      await report(
        `${MEGABYTES} MB of ${type.split(';')[0]}${isAnnounced ? '' : ', in pieces'}`,
        FORMS.map((path) => async () => {
          const flood = { path, type, megabytes: MEGABYTES, isAnnounced }
          return statusOf(await pour(Number(port), flood, cookieFor(path)))
        }),
      )

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.address + path, { redirect: 'manual', ...init })
  const logIn = (password: string, cookie = '') =>
    ask('/login', {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ username: 'accountant2', password }),
    })
  const device = (await logIn('fundesk-demo')).headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .filter((each) => !each?.startsWith('session='))
    .join('; ')
  await report(
    `${GUESSES} wrong passwords of one user at once`,
    [
      async () =>
        Promise.all(Array.from({ length: GUESSES }, async (_, at) => (await logIn(`wrong ${at}`)).status)),
    ],
    1,
  )
  await report(
    'their right one afterwards, from elsewhere',
    [async () => (await logIn('fundesk-demo')).status],
    1,
  )
  await report('and from their own browser', [async () => (await logIn('fundesk-demo', device)).status], 1)

  const own = { headers: { cookie: session, Accept: 'application/json' } }
  const { fundNavDetailsList } = await (await ask('/api/dashboard/nav?size=1', own)).json()
  const upload = async (at: number) => {
    const body = new FormData()
    const line = `${at};${Math.random()};a line of a large file that somebody stores\r\n`
    body.set('files', new Blob([Buffer.alloc(25 * MB - 1, line)]), `large-${at}.csv`)
    const path = `/api/uploadDocument/OTHER/${fundNavDetailsList[0].fundnavid}`
    return (await ask(path, { method: 'POST', ...own, body })).status
  }
  await report('10 uploads of 25 MB of one user at once', [
    () => Promise.all(Array.from({ length: 10 }, (_, at) => upload(at))),
  ])
} finally {
  await server.stop()
}
