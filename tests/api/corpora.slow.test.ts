import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounds } from 'tests/support/rounds'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { fundModel } from 'tests/support/workbooks/model'
import { type WrittenFile, writeSet } from 'tests/support/workbooks/write'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf } from '../support/api/uploads'

const CORPORA = process.env.CORPORA
if (!CORPORA) console.info('CORPORA is not set: uploads of the files of public test suites are skipped')

const PATIENCE_MS = 10_000
/** Parallel uploads; fewer than the readers’ queue allows. */
const SENDERS = 8

/** A helpful refusal says what is expected, or what to do about it. */
const TODO = /\b(open it|save it|export it|choose|upload it|remove|rename|missing: \w|a header row with \w)/i

let site: HttpSite
let good: WrittenFile[]
let navId: number
let beats: number[]
let pulse: ReturnType<typeof setInterval>

beforeAll(async () => {
  if (!CORPORA) return
  site = await httpSite()
  const fund = await site.addFund({ fundCode: 'LUX001' })
  navId = fund.navId
  // A matching needs a control to compare with.
  await site.control('accountant1', fund)
  await site.control('accountant1', { ...fund, model: fund.previous })
  good = await writeSet(fundModel({ fundCode: 'LUX001' }), 'FIA3')
  for (const user of ['accountant1', 'admin']) await site.cookieOf(user)
  beats = []
  pulse = setInterval(async () => {
    const start = performance.now()
    const answer = await fetch(`${site.origin}/healthz`)
    beats.push(answer.ok ? performance.now() - start : Number.POSITIVE_INFINITY)
  }, 200)
})
afterAll(async () => {
  clearInterval(pulse)
  await site?.close()
})

const namesIn = (folder: string, every = 1) =>
  CORPORA && existsSync(join(CORPORA, folder))
    ? readdirSync(join(CORPORA, folder))
        .filter((_, at) => at % every === 0)
        .map((name) => ({ name, path: join(CORPORA, folder, name) }))
    : []

interface Sample {
  name: string
  path: string
}

const read = ({ name, path }: Sample): WrittenFile => ({ name, bytes: new Uint8Array(readFileSync(path)) })

interface Way {
  user: string
  path: () => string
  form: (file: WrittenFile) => FormData
  /** The message, and whether this route may accept such a file. */
  outcome: (answer: Response) => Promise<{ text: string; taken: boolean }>
}

async function callOutcome(answer: Response) {
  const body = (await answer.json()) as { errorMessage?: string; list?: string[] }
  return { text: [body.errorMessage ?? '', ...(body.list ?? [])].join(' '), taken: false }
}

/** Every sheet of reference data is optional: a workbook with none plans nothing, and the answer lists what it ignored. */
async function importOutcome(answer: Response) {
  if (answer.status !== 200) return callOutcome(answer)
  const { sheets, changes, notes } = (await answer.json()) as Record<string, string[]>
  const text = (notes ?? []).join(' ')
  const nothing = sheets?.length === 0 && changes?.length === 0
  return { text, taken: nothing && (text === '' || /was left out|not imported yet/.test(text)) }
}

async function pageOutcome(answer: Response) {
  const html = await answer.text()
  const alert = /<[^>]*role="alert"[^>]*>(.*?)<\/form>/s.exec(html)?.[1] ?? ''
  const isKept = html.includes('October NAV')
  return { text: isKept ? alert.replace(/<[^>]*>/g, ' ') : 'what was typed is gone', taken: false }
}

const call = { user: 'accountant1', outcome: callOutcome }
/** Each upload route, with the file placed as a client would place it. */
const WAYS: Record<string, Way> = {
  control: {
    ...call,
    path: () => '/api/uploadfilesFIA/3',
    form: (file) => formOf([...good.slice(0, 2), file], { comment: 'October NAV', reason: 'FIRST' }),
  },
  matching: { ...call, path: () => `/api/uploadmatching/${navId}`, form: (file) => formOf([file]) },
  import: {
    user: 'admin',
    outcome: importOutcome,
    path: () => '/api/import',
    form: (file) => formOf([file], { dryRun: 'true' }),
  },
  page: {
    user: 'accountant1',
    outcome: pageOutcome,
    path: () => `/nav-controls/${navId}/new/fia-3`,
    form: (file) => {
      const fields = { comment: 'October NAV', reason: 'FIRST', idempotencyKey: randomUUID() }
      return formOf([...good.slice(0, 2), file], fields)
    },
  },
}

/**
 * Sends every file by one of the routes, in turn; returns the faults of all answers. There should be none.
 */
async function sendAll(samples: Sample[], ways = ['control', 'matching', 'import']): Promise<string[]> {
  const faults: string[] = []
  const jobs = samples.map((sample, at) => [sample, ways[at % ways.length] ?? ''] as const)
  const sender = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const [sample, way] = job
      const start = performance.now()
      const { user, path, form, outcome } = WAYS[way] as Way
      const answer = await site.ask(user, path(), { method: 'POST', body: form(read(sample)) })
      const { text, taken } = await outcome(answer)
      const what = `${sample.name} as ${way}: ${answer.status} ${text.slice(0, 300)}`
      if (performance.now() - start > PATIENCE_MS) faults.push(`too slow: ${what}`)
      if (taken) continue
      if (![413, 422].includes(answer.status)) faults.push(`unexpected: ${what}`)
      else if (!text.includes(sample.name)) faults.push(`not named: ${what}`)
      else if (!TODO.test(text.replaceAll(sample.name, ''))) faults.push(`nothing to do: ${what}`)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return faults
}

/** How many rows each table has, but for the refused files themselves, which are kept for an hour. */
async function storedRows() {
  const { staged_file, staged_file_chunk, ...rows } = await site.rowCounts()
  return rows
}

/** Nothing stored, nothing crashed, and the site still answered other requests. */
async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = await storedRows()
  beats = []
  await work()
  expect(await storedRows()).toEqual(before)
  expect(site.crashes()).toEqual([])
  expect(beats.length).toBeGreaterThan(0)
  expect(Math.max(...beats)).toBeLessThan(PATIENCE_MS)
}

describe.skipIf(!CORPORA)('third-party files sent over HTTP', () => {
  // All of them, and their refusals, are read without a site (tests/platform/workbooks/corpora).
  test('an upload refuses every workbook, naming it and what is expected', {
    timeout: 180_000,
  }, async () => {
    const every = rounds(3, 1)
    await leavesNothing(async () => expect(await sendAll(namesIn('spreadsheets', every))).toEqual([]))
  })

  test('files of other kinds are refused too', { timeout: 60_000 }, async () => {
    await leavesNothing(async () => {
      expect(await sendAll(namesIn('other-formats'))).toEqual([])
      expect(await sendAll(namesIn('pdfs', 20))).toEqual([])
    })
  })

  test('the form on the page says the same without scripts, and keeps the input', {
    timeout: 60_000,
  }, async () => {
    await leavesNothing(async () => {
      expect(await sendAll(namesIn('spreadsheets', 15), ['page'])).toEqual([])
      expect(await sendAll(namesIn('other-formats', 9), ['page'])).toEqual([])
    })
  })
})
