import { parseArgs } from 'node:util'
import { medianAndP95 } from './figures'
import { budgetsInForce, draftsToCheck, ratesOfAllDays, withDatabase } from './make-budgets'
import { invoiceBench } from './million-invoices'

// Budgets with a million invoices, as users see them: over HTTP, against the complete built app.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    invoices: { type: 'string', default: '1000000' },
    budgets: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '20' },
  },
})
const [INVOICES, BUDGETS, RUNS] = [Number(given.invoices), Number(given.budgets), Number(given.runs)]

interface Instance {
  nextWorkflowStep: { workflowId: number; display: string }[]
}

const bench = await invoiceBench(INVOICES)
const { server } = bench
try {
  await withDatabase(bench.url, ratesOfAllDays)
  const start = performance.now()
  const budgets = await withDatabase(bench.url, (database) => budgetsInForce(database, BUDGETS))
  const took = performance.now() - start
  const fieldsOf = (at: number) => {
    const budget = budgets[at % budgets.length]
    if (!budget) throw new Error('There are no invoices to make budgets for')
    return budget.fields
  }
  // One budget per run, then pairs of drafts on one budget.
  const drafts = await withDatabase(bench.url, (database) =>
    draftsToCheck(database, [
      ...Array.from({ length: RUNS + 1 }, (_, at) => fieldsOf(at)),
      ...Array.from({ length: 2 * (RUNS + 1) }, (_, at) => fieldsOf(Math.floor(at / 2))),
    ]),
  )
  const draftOf = (at: number) => drafts[at] ?? 0

  async function ask(path: string, cookie: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(server.address + path, { ...init, headers: { cookie, ...init.headers } })
    if (!answer.ok)
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  async function timed(work: () => Promise<unknown>): Promise<number> {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const [finance, leader, other] = await Promise.all(
    ['finance1', 'teamleader1', 'teamleader2'].map((user) => server.logIn(user)),
  )
  const open = (path: string, cookie = finance) => timed(async () => (await ask(path, cookie ?? '')).text())
  async function runs(name: string, work: (run: number) => Promise<number>): Promise<void> {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const time = await work(run)
      if (run > 0) times.push(time) // the first run warms up
    }
    console.log(`${name.padEnd(56)}${medianAndP95(times)}`)
  }

  const total = (await ask('/api/transactions?size=1', finance ?? '')).headers.get('x-total-count')
  console.log(
    `\n${budgets.length} budgets beside ${total} invoices, ${RUNS} runs over HTTP; milliseconds, median and p95`,
  )
  console.log(`a budget entered, submitted and approved: ${(took / budgets.length).toFixed(1)} ms on average`)
  await runs('page of Budgets', () => open('/budgets?page=1'))
  await runs('sorted by remaining', () => open('/budgets?sort=remaining'))
  await runs('grouped by supplier, with sums', () => open('/budgets?group=supplier'))
  const budgetOf = (run: number) => budgets[run % budgets.length]?.budgetId
  await runs('a budget and the list, whole page', (run) => open(`/budgets/${budgetOf(run)}`))
  await runs('its invoices by call', (run) => open(`/api/transactions/budget/${budgetOf(run)}`))
  await runs('all budgets by call', () => open('/api/budgets'))
  const typed = (run: number) =>
    new URLSearchParams(
      Object.entries({ ...fieldsOf(run), grossAmount: `${200 + run}.00` }).flatMap(([name, value]) =>
        value === null || value === false ? [] : [[name, String(value)]],
      ),
    )
  await runs('checks of a draft while it is typed', (run) =>
    open(`/drafts/${draftOf(run)}/checks?${typed(run)}`),
  )
  await runs('a draft with its budgets, whole page', (run) => open(`/drafts/${draftOf(run)}`))

  async function approve(draftId: number, cookie = ''): Promise<number> {
    const at = (await (await ask(`/api/workflows/instances/draft/${draftId}`, cookie)).json()) as Instance
    const step = at.nextWorkflowStep.find(({ display }) => display === 'Approve')
    if (!step) throw new Error(`"Approve" is not offered for draft ${draftId}`)
    const body = JSON.stringify({ ...step, objectId: draftId, eventLog: 'Benchmark' })
    return timed(() =>
      ask('/api/task/instance/create/draft', cookie, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    )
  }
  await runs('a draft approved, its budget locked', (run) => approve(draftOf(run), leader))
  await runs('two drafts of one budget approved at once, the later', async (run) => {
    const first = RUNS + 1 + 2 * run
    return Math.max(
      ...(await Promise.all([approve(draftOf(first), leader), approve(draftOf(first + 1), other)])),
    )
  })
} finally {
  await bench.stop()
}
