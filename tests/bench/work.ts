import { parseArgs } from 'node:util'
import { medianAndP95 } from './figures'
import { budgetsInForce, draftsToCheck, ratesOfAllDays, withDatabase } from './make-budgets'
import { invoiceBench } from './million-invoices'

// My work and the search on a large site, as users see them: over HTTP, against the complete built app.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    invoices: { type: 'string', default: '1000000' },
    open: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '40' },
  },
})
const OPEN = Number(given.open)
const RUNS = Number(given.runs)
/** At once, the most for one transaction. */
const BATCH = 2_000

const bench = await invoiceBench(Number(given.invoices))
const { server } = bench
try {
  await withDatabase(bench.url, async (database) => {
    await ratesOfAllDays(database)
    const [made] = await budgetsInForce(database, 1)
    if (!made) throw new Error('There is no supplier whose drafts could be made.')
    for (let done = 0; done < OPEN; done += BATCH)
      await draftsToCheck(
        database,
        Array.from({ length: Math.min(BATCH, OPEN - done) }, () => made.fields),
      )
  })

  async function ask(path: string, cookie: string): Promise<Response> {
    const answer = await fetch(server.address + path, { headers: { cookie } })
    if (!answer.ok)
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  async function runs(name: string, cookie: string, path: string, note = ''): Promise<void> {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const from = performance.now()
      await (await ask(path, cookie)).text()
      if (run > 0) times.push(performance.now() - from) // the first run warms up
    }
    console.log(`${name.padEnd(48)}${medianAndP95(times)}${note && `   ${note}`}`)
  }
  const found = (text: string) => `/search/found?${new URLSearchParams({ text })}`
  /** The search results, such as "Invoices 8, Drafts 3". */
  async function kinds(cookie: string, text: string): Promise<string> {
    const groups = (await (await ask(found(text), cookie)).json()) as { title: string; items: unknown[] }[]
    return groups.map(({ title, items }) => `${title} ${items.length}`).join(', ') || 'nothing'
  }

  const leader = await server.logIn('teamleader1')
  const finance = await server.logIn('finance1')
  const auditor = await server.logIn('auditor1')
  for (const [who, cookie] of [
    ['team leader', leader],
    ['finance', finance],
  ] as const) {
    const { waiting, late } = (await (await ask('/work/count', cookie)).json()) as Record<string, number>
    console.log(`\n${who}: ${waiting} wait, ${late} of them late; ${RUNS} runs over HTTP, ms, median and p95`)
    await runs('My work', cookie, '/work?page=1')
    await runs('My work, in the middle', cookie, `/work?page=${Math.ceil((waiting ?? 0) / 50)}`)
    await runs('My work, by kind', cookie, '/work?group=kind')
    await runs('My work, late ones', cookie, '/work?filter.days=<0')
    await runs('Returned', cookie, '/work/returned?page=1')
    await runs('Waiting on others', cookie, '/work/others?page=1')
    await runs('Done today', cookie, '/work/done?page=1')
    await runs('count of the top bar', cookie, '/work/count')
  }
  console.log(`\nsearch of an auditor; ${RUNS} runs over HTTP, ms, median and p95`)
  for (const text of [
    'zürichsee',
    'zürichsee bank',
    'bank',
    'alcyon',
    'ARV03',
    '30/10/2026',
    'invoice 4711',
    '471100',
    'xyzxyz',
    'export',
    'de',
  ])
    await runs(`“${text}”`, auditor, found(text), await kinds(auditor, text))
  await runs('page of a search', auditor, `/search?${new URLSearchParams({ text: 'zürichsee bank' })}`)
} finally {
  await bench.stop()
}
