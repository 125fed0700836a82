import { setTimeout as wait } from 'node:timers/promises'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { type BookPlan, planSet } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook } from 'tests/support/workbooks/write'
import { RULES } from '~/areas/navs/rules/catalogue'
import { spread } from './figures'
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
  const times: number[] = []
  let okCount = 0
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    okCount = (await control(files)).okCount
    times.push(performance.now() - start)
    await wait(200)
  }
  over = true
  const sizes = files.map(({ bytes }) => `${Math.round(bytes.length / 1024)} KB`).join(', ')
  console.log(
    `Control of 3 workbooks (${sizes}; ${LINES} inventory lines), ${okCount} of ${RULES.length} rules OK, ${RUNS} runs`,
  )
  console.log(`  upload to results: ${spread(times)} (target: under 2000 ms)`)
  console.log(`  /healthz meanwhile: ${spread(await health)} (target: under 50 ms)`)
} finally {
  await server.stop()
}
