import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile, spread } from './figures'
import { invoiceBench } from './million-invoices'

// One user takes all they can get, exports and large uploads; how do other users’ pages fare?
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    invoices: { type: 'string', default: '200000' },
    exports: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '20' },
  },
})
const EXPORTS = Number(given.exports)
const QUIET_MS = Number(given.seconds) * 1_000
const MB = 1024 * 1024
/** The other users, with their pages. */
const PAGES = [
  ['finance1', '/invoices'],
  ['accountant1', '/nav-controls'],
  ['finance2', '/budgets'],
  ['teamleader1', '/production'],
] as const
const UPLOADERS = ['accountant1', 'accountant2', 'teamleader1', 'teamleader2', 'manager1']
const UPLOAD_BYTES = 25 * MB

const bench = await invoiceBench(Number(given.invoices))
const { server } = bench
try {
  const cookies = new Map<string, string>()
  const cookieOf = async (user: string) => {
    const cookie = cookies.get(user) ?? (await server.logIn(user))
    cookies.set(user, cookie)
    return cookie
  }
  async function ask(user: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: await cookieOf(user), ...init.headers }
    return fetch(server.address + path, { ...init, headers })
  }
  async function timed(work: () => Promise<Response>): Promise<number> {
    const start = performance.now()
    const answer = await work()
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 300)}`)
    return performance.now() - start
  }

  /** Measures until it is over: times of each page and of /healthz, and the peak memory of the process. */
  async function others(over: () => boolean) {
    const times = new Map<string, number[]>(PAGES.map(([, path]) => [path, []]))
    const health: number[] = []
    const memory: number[] = []
    const pages = PAGES.map(async ([user, path]) => {
      while (!over()) {
        times.get(path)?.push(await timed(() => ask(user, path)))
        await wait(100)
      }
    })
    const healthy = async () => {
      while (!over()) {
        health.push(await timed(() => fetch(`${server.address}/healthz`)))
        await wait(20)
      }
    }
    const weighed = async () => {
      while (!over()) {
        const text = await server.figures()
        memory.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / MB)
        await wait(100)
      }
    }
    await Promise.all([...pages, healthy(), weighed()])
    return { times, health, memory: Math.max(...memory) }
  }
  type Met = Awaited<ReturnType<typeof others>>

  function report(name: string, met: Met, quiet?: Met) {
    console.log(`\n${name}: at most ${Math.round(met.memory)} MB`)
    console.log(`  /healthz (${met.health.length}): ${spread(met.health)}`)
    for (const [path, times] of met.times) {
      const normal = percentile(quiet?.times.get(path) ?? times, 0.5)
      const ratio = (percentile(times, 0.5) / normal).toFixed(2)
      console.log(`  ${path} (${times.length}): ${spread(times)}${quiet ? `; median x ${ratio}` : ''}`)
    }
  }

  // One at a time: parallel logins are throttled.
  for (const user of ['auditor1', ...UPLOADERS]) await cookieOf(user)
  for (const [user, path] of PAGES) for (let run = 0; run < 5; run += 1) await timed(() => ask(user, path))
  const until = performance.now() + QUIET_MS
  const quiet = await others(() => performance.now() > until)
  report('Nobody else', quiet)

  /** Starts all at once, and prints how each ended. */
  async function crowd(name: string, works: (() => Promise<string>)[]) {
    let left = works.length
    const start = performance.now()
    const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`
    const ends = works.map(async (work, at) => {
      const end = await work().catch((error: Error) => error.message)
      left -= 1
      return `  ${at + 1}: ${end} after ${seconds()}`
    })
    const met = await others(() => left === 0)
    report(`${name}, ${seconds()} in all`, met, quiet)
    console.log((await Promise.all(ends)).join('\n'))
  }

  const navs = await (await ask('accountant1', '/api/dashboard/nav?size=1')).json()
  const navId = navs.fundNavDetailsList[0].fundnavid
  const upload = async (user: string, at: number) => {
    const line = Buffer.from(`${at};${Math.random()};a line of a large file that somebody stores\r\n`)
    const form = new FormData()
    form.set('files', new Blob([Buffer.alloc(UPLOAD_BYTES - 1, line)]), `large-${at}.csv`)
    const answer = await ask(user, `/api/uploadDocument/OTHER/${navId}`, { method: 'POST', body: form })
    return answer.ok ? 'stored' : `${answer.status}: ${(await answer.json()).errorMessage}`
  }
  await crowd(
    `10 uploads of ${UPLOAD_BYTES / MB} MB of ${UPLOADERS.length} users`,
    Array.from({ length: 10 }, (_, at) => () => upload(UPLOADERS[at % UPLOADERS.length] ?? '', at)),
  )

  for (const format of ['xlsx', 'csv'])
    await crowd(
      `${EXPORTS} exports to ${format} of one user`,
      Array.from({ length: EXPORTS }, () => async () => {
        const answer = await ask('auditor1', `/invoices/export/invoices.${format}`, {
          headers: { Accept: 'application/json' },
        })
        if (!answer.ok) return `${answer.status}: ${(await answer.json()).errorMessage}`
        return `${((await answer.arrayBuffer()).byteLength / MB).toFixed(1)} MB`
      }),
    )
} finally {
  await bench.stop()
}
