import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectAt } from 'tests/support/areas/documents/object-at'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf } from '../support/api/uploads'

const CORPORA = process.env.CORPORA
if (!CORPORA)
  console.info('CORPORA is not set: documents of public test suites are neither added nor previewed')

const PATIENCE_MS = 30_000
/** Parallel requests; fewer than the readers’ queue allows. */
const SENDERS = 4

/** A helpful refusal says what to do. */
const TODO = /\b(choose|save it|remove the password|rename)\b/i

let site: HttpSite
let draftId: number
beforeAll(async () => {
  if (!CORPORA) return
  site = await httpSite()
  draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  await site.cookieOf('accountant1')
})
afterAll(() => site?.close())

interface Sample {
  name: string
  path: string
}

const samplesIn = (folder: string, every = 1): Sample[] =>
  CORPORA && existsSync(join(CORPORA, folder))
    ? readdirSync(join(CORPORA, folder))
        .filter((_, at) => at % every === 0)
        .map((name) => ({ name, path: join(CORPORA, folder, name) }))
    : []

/** The flags of each PDF, by name. */
const flags = new Map(
  CORPORA && existsSync(join(CORPORA, 'pdfs.tsv'))
    ? readFileSync(join(CORPORA, 'pdfs.tsv'), 'utf8')
        .split('\n')
        .map((line) => line.split('\t') as [string, string])
    : [],
)

const WAYS = {
  general: () => `/api/uploadDocument/OTHER/${draftId}`,
  proof: () => `/api/uploadclientvalidationdocument/${draftId}`,
  backup: () => `/api/uploadbackupdocument/${draftId}`,
}

interface Tally {
  faults: string[]
  added: number
  shown: number
}

/** Adds every file by one of the routes, in turn, and checks the preview of the accepted ones. */
async function addAll(samples: Sample[], ways: (keyof typeof WAYS)[]): Promise<Tally> {
  const tally: Tally = { faults: [], added: 0, shown: 0 }
  const jobs = samples.map((sample, at) => [sample, ways[at % ways.length] ?? 'general'] as const)
  const sender = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const [{ name, path }, way] = job
      const start = performance.now()
      const form = formOf([{ name, bytes: new Uint8Array(readFileSync(path)) }])
      const answer = await site.ask('accountant1', WAYS[way](), { method: 'POST', body: form })
      const body = (await answer.json()) as { id?: number; errorMessage?: string }
      const what = `${name} as ${way}: ${answer.status} ${body.errorMessage ?? ''}`
      if (answer.status === 201) {
        tally.added++
        if (way === 'general') await look(name, body.id ?? 0, tally)
      } else if (answer.status !== 422) tally.faults.push(`unexpected: ${what}`)
      else if (!body.errorMessage?.includes(name)) tally.faults.push(`not named: ${what}`)
      else if (!TODO.test(body.errorMessage.replaceAll(name, ''))) tally.faults.push(`nothing to do: ${what}`)
      if (performance.now() - start > PATIENCE_MS) tally.faults.push(`too slow: ${what}`)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return tally
}

/** The preview is a PDF, or our page that says why not; the download is identical to the file. */
async function look(name: string, id: number, tally: Tally): Promise<void> {
  const answer = await site.ask('accountant1', `/documents/${id}/preview`)
  const type = answer.headers.get('content-type') ?? ''
  const start = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 200 && type === 'application/pdf') {
    tally.shown++
    if (/\b(js|launch|encrypt)\b/.test(flags.get(name) ?? '')) tally.faults.push(`opened: ${name}`)
    // Readers accept a PDF header that comes a little later.
    if (!start.subarray(0, 1_100).includes('%PDF-')) tally.faults.push(`no PDF: ${name}`)
  } else if (
    answer.status !== 200 ||
    !/cannot be previewed|not opened here|was given up/.test(start.toString())
  )
    tally.faults.push(`preview of ${name}: ${answer.status} ${start.toString().slice(0, 300)}`)
  if (answer.headers.get('x-content-type-options') !== 'nosniff') tally.faults.push(`sniffed: ${name}`)
}

describe.skipIf(!CORPORA)('third-party files added as documents over HTTP', () => {
  test('every PDF is added; its preview shows it or says why not', { timeout: 300_000 }, async () => {
    // All the unusual ones, and a tenth of the others.
    const samples = samplesIn('pdfs').filter(
      ({ name }, at) => (flags.get(name) ?? '') !== '' || at % 10 === 0,
    )
    const { faults, added, shown } = await addAll(samples, ['general'])
    expect(faults).toEqual([])
    expect(added).toBeGreaterThan(samples.length * 0.8)
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThan(added)
    expect((await addAll(samplesIn('pdfs', 20), ['proof', 'backup'])).faults).toEqual([])
    expect(site.crashes()).toEqual([])
  })

  test('files of other kinds are added, or refused with what to do', { timeout: 200_000 }, async () => {
    const { faults } = await addAll(samplesIn('other-formats'), ['general', 'proof', 'backup'])
    expect(faults).toEqual([])
    expect(site.crashes()).toEqual([])
  })

  test('workbooks are added and previewed', { timeout: 300_000 }, async () => {
    const samples = samplesIn('spreadsheets', 20)
    const { faults, shown } = await addAll(samples, ['general'])
    expect(faults).toEqual([])
    expect(shown).toBeGreaterThan(samples.length * 0.6)
    expect(site.crashes()).toEqual([])
  })
})
