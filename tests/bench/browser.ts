import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright'
import { launchBrowser } from 'tests/support/browser/launch'
import { type CountedLine, countedLine } from './counted-line'
import { percentile } from './figures'
import { benchServer } from './server'

// A real browser with an empty cache on a slow line: when a list is readable, when it reacts to scripts, and the traffic
// until the page is at rest; then the cost of opening a drawer and typing in a filter.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    runs: { type: 'string', default: '3' },
    latency: { type: 'string', default: '400' },
    kilobits: { type: 'string', default: '400' },
    only: { type: 'string', default: '' },
    requests: { type: 'boolean', default: false },
  },
})
const RUNS = Number(given.runs)
const BYTES_A_SECOND = (Number(given.kilobits) * 1_000) / 8
/** How long there must be no traffic before a page is at rest. */
const REST_MS = 1_500
const SLOW_PROCESSOR = 6
/** How often a run is begun at most. */
const TRIES = 3
/** How long a page is waited for until it reacts. */
const REACTS_MS = 20_000

interface List {
  path: string
  user: string
  /** It has a drawer, opened by the link of its first cell. */
  drawer?: true
}

/** Every list with its own address; of the lookup tables one in memory, one paged in SQL, and a short one. */
const LISTS: readonly List[] = [
  { path: '/work', user: 'teamleader1' },
  { path: '/nav-controls', user: 'accountant1', drawer: true },
  { path: '/production', user: 'teamleader1' },
  { path: '/production/kpi', user: 'teamleader1' },
  { path: '/prices', user: 'accountant1' },
  { path: '/prices/rates', user: 'accountant1' },
  { path: '/drafts', user: 'finance1', drawer: true },
  { path: '/invoices', user: 'finance1', drawer: true },
  { path: '/budgets', user: 'finance1' },
  { path: '/processes', user: 'operations1' },
  { path: '/bank-accounts', user: 'finance1' },
  { path: '/authorisation-matrix', user: 'teamleader1' },

  { path: '/admin/users', user: 'admin' },
  { path: '/admin/authorisations', user: 'admin' },
  { path: '/admin/changes', user: 'admin' },
  { path: '/admin/tolerances', user: 'admin' },
  { path: '/admin/workflows/nav', user: 'admin' },
  { path: '/admin/lookups', user: 'admin' },
  { path: '/admin/lookups/funds', user: 'admin' },
  { path: '/admin/lookups/nav-calendar', user: 'admin' },
  { path: '/admin/lookups/reasons', user: 'admin' },
  { path: '/admin/audit', user: 'admin' },
]

/** Notes in the page when a row is readable and when its last cell reacts to React. */
const WATCH = `
  window.seen = { readable: 0, interactive: 0 }
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (!seen.readable && paint && document.querySelector('tbody tr'))
      seen.readable = Math.max(paint.startTime, performance.now())
    const last = [...document.querySelectorAll('tbody td')].at(-1)
    if (last && Object.keys(last).some((key) => key.startsWith('__reactFiber'))) seen.interactive = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

interface Taken {
  requests: number
  bytes: number
}

/** The document shown in a drawer may have any size: its request is not counted. */
const PAPER = /^\/documents\/\d+\/preview$/

/** Counts the traffic of a page, and waits until it is at rest. */
function lineOf(page: Page, session: CDPSession, line: CountedLine) {
  let moved = performance.now()
  const sent = new Map<string, string>()
  let papers = 0
  const move = () => {
    moved = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return
    sent.set(requestId, new URL(request.url).pathname)
    move()
  })
  // From the browser’s cache: no traffic.
  session.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId)
    // The PDF viewer takes over here, and does not report the end.
    if (PAPER.test(sent.get(requestId) ?? ''))
      papers +=
        response.encodedDataLength +
        Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0)
    move()
  })
  session.on('Network.dataReceived', move)
  session.on('Network.loadingFinished', move)
  return {
    page,
    async rest(): Promise<Taken> {
      move()
      while (performance.now() - moved < REST_MS) await wait(50)
      const paths = [...sent.values()].filter((path) => !PAPER.test(path))
      const taken = { requests: paths.length, bytes: line.passed() - papers }
      if (given.requests) console.log(`  ${[...sent.values()].join('\n  ')}`)
      sent.clear()
      papers = 0
      return taken
    },
  }
}

interface Opened extends Taken {
  readable: number
  interactive: number
}

interface Run {
  opened: Opened
  slow: Opened
  first?: Taken & { ms: number }
  /** Includes the form controls, if the first drawer had none. */
  next?: Taken & { ms: number }
  later?: Taken & { ms: number }
  /** A list without rows has no filters, and nothing to read. */
  filter?: Taken & { ms: number }
}

async function openList(browser: Browser, line: CountedLine, cookie: string, list: List, slower: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: line.address }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(given.latency),
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(WATCH)
  const counted = lineOf(page, session, line)
  line.passed()
  await page.goto(line.address + list.path, { waitUntil: 'commit' })
  // A slow processor may take longer than a line without traffic is a sign of rest. A list without rows never reacts.
  await page
    .waitForFunction(
      () => (window as unknown as { seen?: { interactive: number } }).seen?.interactive,
      undefined,
      { polling: 250, timeout: REACTS_MS },
    )
    .catch(() => {})
  const taken = await counted.rest()
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Opened, keyof Taken> }).seen)
  return { context, counted, opened: { ...seen, ...taken } }
}

const ROW = 'tbody tr[data-key]'

/** Follows the link of a row and waits for its drawer: time in ms, and traffic. */
async function openDrawer({ page, rest }: ReturnType<typeof lineOf>, row: number) {
  const link = page.locator(`${ROW} .grid__open`).nth(row)
  const before = await page.locator('.drawer h2, .drawer h1').allTextContents()
  await link.focus()
  const start = performance.now()
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    (old) => {
      const title = document.querySelector('.drawer h2, .drawer h1')?.textContent
      return title !== undefined && title !== null && title !== old
    },
    before[0] ?? null,
    { polling: 20 },
  )
  const ms = performance.now() - start
  return { ms, ...(await rest()) }
}

/** Asks for the filter row, types a letter into its first field and waits for the rows: time in ms, and traffic. */
async function typeInFilter({ page, rest }: ReturnType<typeof lineOf>) {
  const field = page.locator('.grid__filters input:not([type=hidden])').first()
  const link = page.locator('.grid__filters-link').first()
  if ((await link.count()) === 0) return
  if ((await field.count()) === 0) await link.click()
  await field.waitFor()
  await rest()
  const address = page.url()
  await field.focus()
  await page.keyboard.type('a')
  const start = performance.now()
  await page.waitForFunction((old) => location.href !== old, address, { polling: 20 })
  const ms = performance.now() - start
  return { ms, ...(await rest()) }
}

async function run(browser: Browser, line: CountedLine, cookie: string, list: List): Promise<Run> {
  const { context, counted, opened } = await openList(browser, line, cookie, list, 1)
  // The first user activity loads the code of drawers, so it is loaded by the time a user types.
  await counted.page.mouse.move(640, 400)
  await counted.rest()
  const filter = await typeInFilter(counted)
  await context.close()
  const again = await openList(browser, line, cookie, list, 1)
  const first = list.drawer && (await openDrawer(again.counted, 0))
  const next = list.drawer && (await openDrawer(again.counted, 1))
  const later = list.drawer && (await openDrawer(again.counted, 2))
  await again.context.close()
  const slow = await openList(browser, line, cookie, list, SLOW_PROCESSOR)
  await slow.context.close()
  return { opened, slow: slow.opened, filter, ...(first && { first, next, later }) }
}

/** The same in a browser of its own. One that ends by itself, as Chromium may where memory is short, is started again. */
async function runAlone(line: CountedLine, cookie: string, list: List): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    const browser = await launchBrowser()
    try {
      return await run(browser, line, cookie, list)
    } catch (error) {
      if (browser.isConnected() || tries === TRIES) throw error
    } finally {
      await browser.close()
    }
  }
}

const seconds = (ms: number) => (Number.isNaN(ms) ? '-' : `${(ms / 1_000).toFixed(2)} s`).padStart(8)
const kilobytes = (bytes: number) =>
  (Number.isNaN(bytes) ? '-' : `${(bytes / 1_000).toFixed(1)} KB`).padStart(9)
const count = (requests: number) => String(requests).padStart(4)

function print(list: List, runs: readonly Run[]): void {
  const median = (value: (run: Run) => number | undefined) =>
    percentile(
      runs.map((each) => value(each) ?? Number.NaN),
      0.5,
    )
  console.log(
    list.path.padEnd(28),
    seconds(median(({ opened }) => opened.readable || Number.NaN)),
    seconds(median(({ opened }) => opened.interactive || Number.NaN)),
    count(median(({ opened }) => opened.requests)),
    kilobytes(median(({ opened }) => opened.bytes)),
    seconds(median(({ slow }) => slow.interactive || Number.NaN)),
    seconds(median(({ filter }) => filter?.ms)),
    kilobytes(median(({ filter }) => filter?.bytes)),
    ...(list.drawer
      ? (['first', 'next', 'later'] as const).flatMap((which) => [
          seconds(median((each) => each[which]?.ms)),
          count(median((each) => each[which]?.requests)),
          kilobytes(median((each) => each[which]?.bytes)),
        ])
      : []),
  )
}

console.log(`${given.kilobits} kbit/s, ${given.latency} ms, empty cache, ${RUNS} runs, medians`)
console.log(
  'list               readable interactive, requests, bytes until rest | 6x slower: interactive | filter: rows, bytes | first drawer: shown, requests, bytes | next drawer | the one after',
)
const server = await benchServer()
const line = await countedLine(server.address)
try {
  for (const list of LISTS.filter(({ path }) => path.includes(given.only))) {
    const cookie = await server.logIn(list.user)
    const runs: Run[] = []
    for (let at = 0; at < RUNS; at += 1) runs.push(await runAlone(line, cookie, list))
    print(list, runs)
  }
} finally {
  line.close()
  await server.stop()
}
