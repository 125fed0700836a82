import { setTimeout as wait } from 'node:timers/promises'
import { writeXlsx } from 'db/seed/demo/workbooks/xlsx'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { type BookPlan, planSet } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook } from 'tests/support/workbooks/write'
import { RULES } from '~/areas/navs/rules/catalogue'
import { Big } from '~/platform/values/decimal'
import { percentile, spread } from './figures'
import { referenceOf } from './reference'
import { type BenchServer, benchServer } from './server'

// From upload to results: three workbooks of nearly 1 MB over HTTP, while /healthz is polled every 20 ms.
const RUNS = 7
const LINES = 7_500
const OPTIONS = { fundCode: 'BENCH1', fundName: 'Benchmark Fund', lines: LINES }
const ALMOST_1_MB = 1_040_000

/** Pads a workbook with a sheet without a table, which the reader still has to parse. */
async function filledUp(plan: BookPlan): Promise<WrittenFile> {
  let file = await writeBook(plan)
  for (
    let rows = Math.ceil((ALMOST_1_MB - file.bytes.length) / 60);
    rows > 0;
    rows = Math.floor(rows * 0.97)
  ) {
    const filler = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: 8 }, (_, column) => ({ number: String(((row * 8 + column) * 7_919.37) % 1e9) })),
    )
    file = await writeBook({ ...plan, extraSheets: [{ name: 'Notes', rows: filler }] })
    if (file.bytes.length < 1_048_576) break
  }
  return file
}

function form(files: Pick<WrittenFile, 'name' | 'bytes'>[], fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const { name, bytes } of files) data.append('files', new Blob([new Uint8Array(bytes)]), name)
  return data
}

/** What other parties say of a fund, of its size. */
function sourceFiles({ fundCode, navDate, classes, inventory }: FundModel): WrittenFile[] {
  const file = (name: string, rows: (string | null)[][]) => ({
    name: `${name}.csv`,
    bytes: new TextEncoder().encode(rows.map((row) => row.join(';')).join('\n')),
  })
  const of = [fundCode, navDate]
  const held = inventory.filter(({ type }) => ['Equity', 'Bond', 'Fund'].includes(type))
  return [
    file('register', [
      ['Fund code', 'Date', 'Class code', 'Shares outstanding'],
      ...classes.map(({ code, shares }) => [...of, code, shares]),
    ]),
    file('cash', [
      ['Fund code', 'Date', 'Account', 'Currency', 'Balance'],
      ...inventory
        .filter(({ type }) => type === 'Cash')
        .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => [
          ...of,
          instrumentCode,
          quotationCurrency,
          new Big(marketValue).div(fxRate ?? 1).toFixed(2),
        ]),
    ]),
    file('positions', [
      ['Fund code', 'Date', 'Instrument code', 'ISIN', 'Quantity'],
      ...held.map(({ instrumentCode, isin, quantity }) => [...of, instrumentCode, isin, quantity]),
    ]),
    file('prices', [
      ['ISIN', 'Currency', 'Price', 'Price date'],
      ...held.map(({ isin, quotationCurrency, price, priceDate }) => [
        isin,
        quotationCurrency,
        price,
        priceDate,
      ]),
    ]),
  ]
}

const LARGE = { funds: 60, positions: 20_000 } as const

/** The positions of 60 funds that a depositary sends in one workbook. */
function largeFile(): WrittenFile {
  const rows = Array.from({ length: LARGE.positions }, (_, at) => [
    `LARGE${at % LARGE.funds}`,
    { day: '2026-10-30' },
    `BENCH${at}`,
    { number: String(at + 1) },
  ])
  const headings = ['Fund code', 'Date', 'Instrument code', 'Quantity']
  return {
    name: 'large.xlsx',
    bytes: writeXlsx([{ name: 'Positions', rows: [headings, ...rows] }], { compressed: true }),
  }
}

async function post(server: BenchServer, cookie: string, path: string, body: FormData) {
  const answer = await fetch(`${server.address}${path}`, { method: 'POST', body, headers: { cookie } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

async function askHealth(address: string, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const start = performance.now()
    await (await fetch(`${address}/healthz`)).text()
    times.push(performance.now() - start)
    await wait(20)
  }
  return times
}

const models = [previousModel(OPTIONS), fundModel(OPTIONS)]
const [previousFiles = [], files = []] = await Promise.all(
  models.map((model) => Promise.all(planSet(model, 'FIA3').map(filledUp))),
)
const server = await benchServer()
try {
  const admin = await server.logIn('admin')
  await post(server, admin, '/api/import', form([await referenceOf(models.map((model) => [model]))]))
  const accountant = await server.logIn('accountant1')
  const control = (set: WrittenFile[]) =>
    post(server, accountant, '/api/uploadfilesFIA/3', form(set, { reason: 'FIRST', comment: 'Benchmark' }))
  await control(previousFiles)

  let over = false
  const health = askHealth(server.address, () => over)
  let okCount = 0
  const measured = async () => {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now()
      okCount = (await control(files)).okCount
      times.push(performance.now() - start)
      await wait(200)
    }
    return times
  }
  const times = await measured()
  over = true
  const sizes = files.map(({ bytes }) => `${Math.round(bytes.length / 1024)} KB`).join(', ')
  console.log(
    `Control of 3 workbooks (${sizes}; ${LINES} inventory lines), ${okCount} of ${RULES.length} rules OK, ${RUNS} runs`,
  )
  console.log(`  upload to results: ${spread(times)} (target: under 2000 ms)`)
  console.log(`  /healthz meanwhile: ${spread(await health)} (target: under 50 ms)`)

  // The same with a register, cash, positions and prices of this fund.
  const [, model] = models
  for (const file of model ? sourceFiles(model) : [])
    await post(server, accountant, '/api/sources', form([file], { sender: 'BENCH' }))
  const compared = await measured()
  const more = (percentile(compared, 0.5) / percentile(times, 0.5) - 1) * 100
  console.log(`  with second sources of that size: ${spread(compared)}, ${okCount} rules OK`)
  console.log(`  slower by ${more.toFixed(1)} % (target: at most 10 %)`)

  const start = performance.now()
  const { rows, funds } = await post(
    server,
    accountant,
    '/api/sources',
    form([largeFile()], { sender: 'LARGE' }),
  )
  const seconds = (performance.now() - start) / 1_000
  console.log(
    `  one file of ${rows} positions of ${funds} funds, upload to stored rows: ${seconds.toFixed(1)} s (target: 10 s)`,
  )
} finally {
  await server.stop()
}
