import { parseArgs } from 'node:util'
import { draftsToComplete } from '../support/drafts-to-complete'
import { medianAndP95, percentile } from './figures'
import { filters, type GridPageAsked, groups } from './grid-pages'
import { invoiceBench } from './million-invoices'

// The Invoice Log over a million invoices, as users see it: over HTTP, against the complete built app.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { invoices: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '20' } },
})
const INVOICES = Number(given.invoices)
const RUNS = Number(given.runs)
const EXPORTED = 100_000
const LINES = 10

type Body = Record<string, unknown> & { id: number }

const bench = await invoiceBench(INVOICES)
const { server } = bench
try {
  const auditor = await server.logIn('auditor1')

  async function ask(path: string, cookie = auditor, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(server.address + path, { ...init, headers: { cookie, ...init.headers } })
    if (!answer.ok)
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  const json = async (path: string, cookie?: string) => (await (await ask(path, cookie)).json()) as Body

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const open = (path: string) => timed(async () => (await ask(path)).text())
  async function runs(work: (run: number) => Promise<number>): Promise<number[]> {
    const times: number[] = []
    for (let run = -1; run < RUNS; run++) {
      const time = await work(run)
      if (run >= 0) times.push(time) // the first run warms up
    }
    return times
  }
  const tell = (name: string, times: readonly number[], note = '') =>
    console.log(`${name.padEnd(48)}${medianAndP95(times)}${note && `   ${note}`}`)

  /** Summarises all pages of a kind in one line, with the slowest. */
  async function tellPages(name: string, pages: readonly GridPageAsked[]): Promise<void> {
    const all: number[] = []
    let slowest = { name: '', median: 0 }
    for (const page of pages) {
      const times = await runs(() => open(`/invoices?${page.address}`))
      all.push(...times)
      const median = percentile(times, 0.5)
      if (median > slowest.median) slowest = { name: page.name, median }
    }
    tell(`${name} (${pages.length})`, all, `slowest: ${slowest.name}, ${Math.round(slowest.median)} ms`)
  }

  const total = Number((await ask('/api/transactions?size=1')).headers.get('x-total-count'))
  console.log(`\n${total} invoices, ${RUNS} runs over HTTP; milliseconds, median and p95`)
  tell('first page', await runs(() => open('/invoices')))
  await tellPages('filters and searches', filters)
  await tellPages('groups with sums', groups)

  const rows = (await (await ask('/api/transactions?size=200&sort=invoice_ref')).json()) as Body[]
  const idOf = (run: number) => rows[(run + 1) % rows.length]?.id
  const drawer = '_routes=invoices%2Finvoice-detail'
  tell('drawer opened from the list', await runs((run) => open(`/invoices/${idOf(run)}.data?${drawer}`)))
  tell('drawer and list, whole page', await runs((run) => open(`/invoices/${idOf(run)}`)))
  tell('row expanded', await runs((run) => open(`/invoices?sort=invoice_ref&expanded=${idOf(run)}`)))
  tell('report as PDF', await runs((run) => open(`/invoices/${idOf(run)}/report.pdf`)))

  const last = Math.min(total, EXPORTED)
  const [until] = (await (
    await ask(`/api/transactions?sort=invoice_date&size=1&page=${last}`)
  ).json()) as Body[]
  const query = `filter.invoice_date=..${String(until?.invoice_date).split('-').reverse().join('/')}`
  const found = (await ask(`/api/transactions?${query}&size=1`)).headers.get('x-total-count')
  for (const format of ['csv', 'xlsx'])
    tell(`export of ${found} rows to ${format}`, [await open(`/invoices/export/invoices.${format}?${query}`)])

  const [client, finance] = [await server.logIn('clientdesk1'), await server.logIn('finance1')]
  async function take(kind: 'draft' | 'invoice', objectId: number, display: string, cookie: string) {
    const at = await json(`/api/workflows/instances/${kind}/${objectId}`, cookie)
    const step = (at.nextWorkflowStep as { workflowId: number; display: string }[]).find(
      (each) => each.display === display,
    )
    if (!step) throw new Error(`"${display}" is not offered for ${kind} ${objectId}`)
    return timed(() =>
      ask(`/api/task/instance/create/${kind}`, cookie, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...step, objectId, eventLog: 'Benchmark' }),
      }),
    )
  }
  const drafts = await draftsToComplete(bench.url, {
    refs: Array.from({ length: RUNS + 1 }, (_, at) => `BENCH-${at}`),
    lines: LINES,
    now: new Date(),
  })
  const draftOf = (run: number) => drafts[run + 1] ?? 0
  tell(
    `a draft with ${LINES} lines becomes ${LINES} invoices`,
    await runs((run) => take('draft', draftOf(run), 'Create invoice', client)),
  )
  tell(
    'an invoice is booked, its loader made',
    await runs(async (run) => {
      const [made] = (await (await ask(`/api/transactionssub/${draftOf(run)}`)).json()) as Body[]
      return take('invoice', made?.id ?? 0, 'Book', finance)
    }),
  )
} finally {
  await bench.stop()
}
