import { setTimeout as wait } from 'node:timers/promises'
import { figuresOf, UMBRELLA, umbrellaBook } from 'tests/support/formats/umbrella-book'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { writeSet } from 'tests/support/workbooks/write'
import { spread } from './figures'
import { referenceOf } from './reference'
import { type BenchServer, benchServer } from './server'

// Control all: one workbook of 40 funds on two dates, through its call, and a page of another user meanwhile.
const FUNDS = 40
/** The workbook stays below 200,000 cells, the most that are read. */
const LINES = 300
const optionsOf = (at: number) => {
  const fundCode = `UMB${String(at + 1).padStart(2, '0')}`
  return { fundCode, fundName: `Umbrella Fund ${at + 1}`, lines: LINES }
}
const FUND_OPTIONS = Array.from({ length: FUNDS }, (_, at) => optionsOf(at))

/** The workbook of all funds on one date. */
async function bookOf(models: readonly FundModel[]): Promise<Uint8Array> {
  const figures = []
  for (const model of models) {
    const files = await writeSet(model, 'FIA3')
    figures.push(await figuresOf(files.map(({ name, bytes }) => ({ fileName: name, bytes }))))
  }
  return umbrellaBook(figures)
}

async function answered(answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 500)}`)
  return text
}

function upload(server: BenchServer, cookie: string, path: string, file: [string, Uint8Array], fields = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries<string>(fields)) body.set(name, value)
  body.append('files', new Blob([new Uint8Array(file[1])]), file[0])
  return fetch(`${server.address}${path}`, { method: 'POST', body, headers: { cookie } }).then(answered)
}

/** One administrator proposes the format, another approves it. */
async function storeFormat(server: BenchServer): Promise<void> {
  const [admin, second] = [await server.logIn('admin'), await server.logIn('admin2')]
  const headers = { cookie: admin, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  const body = JSON.stringify(UMBRELLA)
  await answered(await fetch(`${server.address}/api/formats`, { method: 'POST', headers, body }))
  const page = await answered(await fetch(`${server.address}/admin/formats`, { headers: { cookie: second } }))
  const approve = /name="idempotencyKey" value="([^"]*)"(?:(?!<\/form>).)*name="id" value="(\d+)"/s
  const [, idempotencyKey = '', id = ''] = approve.exec(page) ?? []
  await answered(
    await fetch(`${server.address}/admin/formats`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: second, 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ intent: 'approve', id, idempotencyKey }),
    }),
  )
}

async function timesOfPage(server: BenchServer, cookie: string, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const start = performance.now()
    await answered(await fetch(`${server.address}/nav-controls`, { headers: { cookie } }))
    times.push(performance.now() - start)
    await wait(200)
  }
  return times
}

const dates = [FUND_OPTIONS.map(previousModel), FUND_OPTIONS.map((options) => fundModel(options))]
const [previousBook, book] = await Promise.all(dates.map(bookOf))
if (!previousBook || !book) throw new Error('There are two dates')
const server = await benchServer()
try {
  const admin = await server.logIn('admin')
  await upload(server, admin, '/api/import', ['reference.xlsx', (await referenceOf(dates)).bytes])
  await storeFormat(server)
  const [accountant, other] = [await server.logIn('accountant1'), await server.logIn('teamleader1')]
  const controlAll = async (bytes: Uint8Array) => {
    const fields = { reason: 'FIRST', comment: 'Benchmark', all: '1' }
    const text = await upload(server, accountant, '/api/uploadfilesFIA/3', ['umbrella.xlsx', bytes], fields)
    const { controls, refused } = JSON.parse(text)
    if (controls.length !== FUNDS) throw new Error(`${refused.length} refused: ${refused[0]?.errorMessage}`)
  }
  await controlAll(previousBook)
  let idle = false
  const before = timesOfPage(server, other, () => idle)
  await wait(5_000)
  idle = true
  const alone = await before

  let over = false
  const meanwhile = timesOfPage(server, other, () => over)
  const start = performance.now()
  await controlAll(book)
  const seconds = (performance.now() - start) / 1_000
  over = true
  const size = Math.round(book.length / 1024)
  console.log(`Control all of ${FUNDS} funds in one workbook (${size} KB, ${LINES} inventory lines a fund)`)
  console.log(`  upload to the last result: ${seconds.toFixed(1)} s (target: under 40 s)`)
  console.log(`  NAV Controls of another user meanwhile: ${spread(await meanwhile)}`)
  console.log(`  before: ${spread(alone)} (target: not slower than twice)`)
} finally {
  await server.stop()
}
