import { parseArgs } from 'node:util'
import { contextOf } from 'tests/support/context'
import { INVOICE_GRID } from '~/areas/invoices/list'
import { INVOICE_FIELDS, invoiceList, invoiceRows } from '~/areas/invoices/list.server'
import { parseGridQuery } from '~/ui/grid/parse-query'
import { fitPage } from '~/ui/grid/query'
import { medianAndP95, percentile } from './figures'
import { type GridPageAsked, gridPages } from './grid-pages'
import { measuredRead } from './measured-read'
import { invoiceBench } from './million-invoices'

// Pages of the Invoice Log over a million invoices: the list, a click and the whole document over HTTP, compared with
// their bare SQL.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { invoices: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '15' } },
})
const INVOICES = Number(given.invoices)
const RUNS = Number(given.runs)
const ZONE = 'Europe/Luxembourg'
/** Milliseconds of SQL: a page of rows, and its sums. */
const SQL_LIMIT = { page: 50, grouped: 300 }
/** Milliseconds that a click may add to its list. */
const HTTP_LIMIT = 15

interface Times {
  sql: number[]
  list: number[]
  /** As for a click within the app: only the data of the list. */
  click: number[]
  /** The whole document. */
  whole: number[]
}

const bench = await invoiceBench(INVOICES)
const { server } = bench
try {
  const cookie = await server.logIn('auditor1')
  const measured = await measuredRead(bench.url)
  const list = invoiceList(contextOf({ read: measured.read, timeZone: ZONE }), invoiceRows)
  const fields = INVOICE_FIELDS

  async function answer(address: string): Promise<void> {
    const { query, notes } = parseGridQuery(new URLSearchParams(address), fields, INVOICE_GRID)
    if (notes.length > 0) throw new Error(`${address}: ${notes.join(' ')}`)
    const page = await list.page(query)
    const fitted = fitPage(query, page.lines)
    if (fitted !== query) await list.page(fitted)
    if (query.values !== null) await list.values(query, query.values, query.find)
  }
  async function open(path: string): Promise<number> {
    const start = performance.now()
    const page = await fetch(server.address + path, { headers: { cookie, accept: 'text/html' } })
    const text = await page.text()
    if (!page.ok) throw new Error(`${path} answered ${page.status}: ${text.slice(0, 300)}`)
    return performance.now() - start
  }
  async function timesOf({ address }: GridPageAsked): Promise<Times> {
    const times: Times = { sql: [], list: [], click: [], whole: [] }
    for (let run = -1; run < RUNS; run += 1) {
      const { all, sql } = await measured.measure(() => answer(address))
      const click = await open(`/invoices.data?${address}&_routes=areas/invoices/routes/list`)
      const whole = await open(`/invoices?${address}`)
      if (run < 0) continue // to warm up
      times.sql.push(sql)
      times.list.push(all)
      times.click.push(click)
      times.whole.push(whole)
    }
    return times
  }

  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0).padStart(7)
  console.log(`\n${INVOICES} invoices, ${RUNS} runs; milliseconds, median and p95`)
  const heads = ['SQL', 'list', 'click', 'whole page'].map((head) => head.padStart(14))
  console.log(''.padEnd(44) + heads.join(''))
  const late: string[] = []
  for (const page of gridPages(INVOICES)) {
    const { sql, list: ours, click, whole } = await timesOf(page)
    console.log(page.name.padEnd(44) + [sql, ours, click, whole].map(medianAndP95).join(''))
    const [bare, answered] = [percentile(sql, 0.95), percentile(ours, 0.95)]
    const limit = page.grouped ? SQL_LIMIT.grouped : SQL_LIMIT.page
    if (percentile(sql, 0.5) > limit) late.push(`${page.name}: SQL ${ms(bare)} ms, target ${limit} ms`)
    if (answered > 1.5 * bare + 10)
      late.push(`${page.name}: list ${ms(answered)} ms, target ${ms(1.5 * bare + 10)} ms`)
    const above = percentile(click, 0.5) - percentile(ours, 0.5)
    if (above > HTTP_LIMIT)
      late.push(`${page.name}: a click ${ms(above)} ms above its list, target ${HTTP_LIMIT} ms`)
  }
  console.log(
    late.length === 0 ? '\nAll within their targets.' : `\nBeyond their targets:\n  ${late.join('\n  ')}`,
  )
  await measured.close()
} finally {
  await bench.stop()
}
