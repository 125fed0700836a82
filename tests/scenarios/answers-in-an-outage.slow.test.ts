import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOptions } from 'db/connection'
import postgres from 'postgres'
import { userWork } from 'tests/support/context'
import { completeFields, expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { supervisedServer } from 'tests/support/postgres/throwaway'
import { rounds } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'
import { digestOf, uploadDraft } from '~/areas/drafts/upload/upload-draft.server'

// Answers during a database outage, compared with what is stored: an answer may say that the outcome is unknown, but
// neither deny what was saved nor confirm what was not.

const server = await opened(supervisedServer())
const site = await httpSite({
  database: { server, readConnections: 6, writeConnections: 8 },
  settings: { callsPerMinute: 100_000, filesPerMinute: 100_000 },
})
const reference = await expenseReference(site)
await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro')`
for (const user of ['finance1', 'finance2', 'accountant1', 'teamleader1']) await site.cookieOf(user)
// The stored data is read through a connection that reconnects quickly.
const owner = postgres({ ...clientOptions(site.ownerUrl), max: 4, onnotice: () => {}, backoff: () => 0.05 })
afterAll(async () => {
  await owner.end({ timeout: 1 })
  await site.close().catch(() => {})
})

/** The outcome reported by one try. */
type Claim = 'stored' | 'nothing' | 'unknown' | 'other'

/** An action, repeated until done; each has its own key. */
interface Act {
  name: string
  /** Sends it, identically each time. */
  send(): Promise<Response>
  /** How many times it is stored. */
  count(): Promise<number>
}

async function outcomeOf(answer: Response): Promise<Claim> {
  const text = await answer.text()
  if (/do not know yet whether/.test(text)) return 'unknown'
  if (/was saved, but/.test(text)) return 'stored'
  if (answer.status === 503 && /nothing was saved this time/.test(text)) return 'nothing'
  return answer.status < 400 ? 'stored' : 'other'
}

/** The refusal of a page or call, or else what the log has. */
function bannerIn(text: string): string {
  return /error-banner.{0,600}|errorMessage.{0,600}/.exec(text)?.[0] ?? site.crashes().at(-1) ?? text
}

/** Repeats a query until the database is back. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask()
    } catch (error) {
      if (tries === 400) throw error
      await sleep(50)
    }
}

/** Answers of each kind, at least. */
const MIN = { stored: rounds(20, 40), nothing: rounds(5, 10) }

interface Lies {
  lies: string[]
  claims: Record<Claim, number>
  acts: Record<string, number>
}

/**
 * Does an action as users do: repeats the same form or call until the answer says it is done. An unknown outcome may only
 * appear during a later try, once the killed server has replayed its journal: that later try is right to say that it
 * saved nothing.
 */
async function carryOut({ name, send, count }: Act, { lies, claims, acts }: Lies) {
  let underWay = false
  for (let tries = 1; ; tries += 1) {
    const before = await patiently(count)
    const answer = await send()
    const { status } = answer
    const claim = await outcomeOf(answer.clone())
    const after = await patiently(count)
    claims[claim] += 1
    if (claim === 'stored' && after !== 1) lies.push(`${name}: said to be stored, is there ${after} times`)
    if (claim === 'nothing' && after !== before && !underWay)
      lies.push(`${name}: nothing was said to be saved, and it was`)
    underWay = (underWay || claim === 'unknown') && after === 0
    if (claim === 'other') throw new Error(`${name} was answered ${status}: ${bannerIn(await answer.text())}`)
    if (after > 1) lies.push(`${name}: is there ${after} times`)
    if (status < 400) break
    if (tries === 300) throw new Error(`${name} never came to an end`)
    await sleep(Math.random() * 60)
  }
  acts[name] = (acts[name] ?? 0) + 1
}

const one = async (rows: PromiseLike<readonly { n?: unknown }[]>) => Number((await rows)[0]?.n)
const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
const pdf = (word: string) =>
  new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${word})\nendobj\nstartxref\n0\n%%EOF`)

function formOf(bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) {
  const form = new FormData()
  for (const [field, text] of Object.entries(fields)) form.append(field, text)
  form.append('files', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf')
  return form
}

async function newDraft(): Promise<number> {
  const file = { fileName: 'mine.pdf', bytes: pdf(randomUUID()) }
  return (await uploadDraft(userWork(site, site.actor('finance1')), site.services, { file, comment: '' }))
    .draftId
}

/** Drafts changed by only one worker: saved by pages with and without scripts, with cost lines added by calls. */
async function draftActs(): Promise<(() => Promise<Act>)[]> {
  const user = 'finance1'
  const [draftId, divided] = [await newDraft(), await newDraft()]
  const whole = Object.entries(completeFields(reference)).filter(([, value]) => value && value !== true)
  const fields = Object.fromEntries(whole.map(([field, value]) => [field, String(value)]))
  const revision = (id: number) =>
    patiently(() => one(owner`select revision as n from draft where id = ${id}`))
  const save = (name: string, path: string) => async (): Promise<Act> => {
    const word = randomUUID()
    const body = new URLSearchParams({
      ...fields,
      transactionComment: word,
      revision: String(await revision(draftId)),
      idempotencyKey: randomUUID(),
    }).toString()
    return {
      name,
      send: () => site.ask(user, path, { method: 'POST', headers: urlEncoded, body, fails: true }),
      count: () =>
        one(owner`select count(*)::int as n from workflow_event
          where object_id = ${draftId} and data->>'is' like ${`%${word}%`}`),
    }
  }
  const line = async (): Promise<Act> => {
    const comment = randomUUID()
    const fields = { feesType: 'AUDIT', grossAmount: '1.00', comment, revision: await revision(divided) }
    const body = JSON.stringify({ ...fields, transactionDraftId: divided })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    return {
      name: 'cost line by a call',
      send: () => site.ask(user, '/api/costs', { method: 'POST', headers, body, fails: true }),
      count: () => one(owner`select count(*)::int as n from cost_line where comment = ${comment}`),
    }
  }
  return [
    save('draft by a page', `/drafts/${draftId}/edit`),
    save('draft by scripts', `/drafts/${draftId}/edit.data`),
    line,
  ]
}

/** Uploads of an invoice: by a call with a key, by a call without one, by the page. */
function uploadActs(user: UserName): (() => Promise<Act>)[] {
  const upload = (name: string, path: string, keyed: boolean) => async (): Promise<Act> => {
    const word = randomUUID()
    const bytes = pdf(word)
    const key = randomUUID()
    const headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }
    if (keyed) headers['Idempotency-Key'] = key
    const fields = { comment: word, ...(path.startsWith('/api') ? {} : { idempotencyKey: key }) }
    const sha256 = digestOf(bytes)
    return {
      name,
      send: () => site.ask(user, path, { method: 'POST', headers, body: formOf(bytes, fields), fails: true }),
      count: async () => {
        const drafts = await one(
          owner`select count(*)::int as n from draft where transaction_comment = ${word}`,
        )
        const files = await one(owner`select count(*)::int as n from document where sha256 = ${sha256}`)
        return drafts === files ? drafts : Number.NaN
      },
    }
  }
  return [
    upload('invoice by a call with a key', '/api/uploadinvoice', true),
    upload('invoice by a call without a key', '/api/uploadinvoice', false),
    upload('invoice by a page', '/drafts/new', false),
  ]
}

/** A NAV submitted and returned repeatedly: by a page, and by a call. */
async function navActs(fundCode: string): Promise<(() => Promise<Act>)[]> {
  const fund = await site.addFund({ fundCode, clientValidation: false })
  await site.control('accountant1', fund)
  const { navId } = fund
  const events = (word: string) =>
    one(
      owner`select count(*)::int as n from workflow_event where object_id = ${navId} and log like ${`%${word}%`}`,
    )
  const last = () =>
    patiently(() => one(owner`select max(id) as n from workflow_event where object_id = ${navId}`))
  const submit = async (): Promise<Act> => {
    const word = randomUUID()
    const body = new URLSearchParams({
      intent: 'step',
      stepId: String(await patiently(() => site.stepId(navId, 'submit'))),
      seenEventId: String(await last()),
      eventLog: word,
      documentReceptionDate: '2026-11-02',
      idempotencyKey: randomUUID(),
    }).toString()
    return {
      name: 'NAV step by a page',
      send: () =>
        site.ask('accountant1', `/nav-controls/${navId}`, {
          method: 'POST',
          headers: urlEncoded,
          body,
          fails: true,
        }),
      count: () => events(word),
    }
  }
  const giveBack = async (): Promise<Act> => {
    const word = randomUUID()
    const stepId = await patiently(() => site.stepId(navId, 'return'))
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const body = JSON.stringify({ eventLog: word })
    const path = `/api/dashboard/nav/${navId}/nextrouting/${stepId}`
    return {
      name: 'NAV step by a call',
      send: () => site.ask('teamleader1', path, { method: 'POST', headers, body, fails: true }),
      count: () => events(word),
    }
  }
  return [submit, giveBack]
}

/**
 * Runs the workers during the outages, and until each started action is done: for some seconds, or longer on a busy
 * machine, until there are enough of each answer and of the outages.
 */
async function whileHarmed(
  workers: (() => Promise<Act>)[][],
  harm: () => Promise<void>,
  isHarmed: () => boolean,
) {
  const claims = { stored: 0, nothing: 0, unknown: 0, other: 0 }
  const result: Lies = { lies: [], claims, acts: {} }
  const began = Date.now()
  const isRunning = () => {
    const seconds = (Date.now() - began) / 1000
    const isEnough = claims.stored >= MIN.stored && claims.nothing >= MIN.nothing && isHarmed()
    return seconds < rounds(3, 15) || (seconds < 60 && !isEnough)
  }
  const work = async (acts: (() => Promise<Act>)[]) => {
    do for (const make of acts) await carryOut(await make(), result)
    while (isRunning())
  }
  const harming = async () => {
    while (isRunning()) {
      const before = claims.stored
      await harm()
      // A slow machine would be hit again before it stores anything.
      while (isRunning() && claims.stored === before) await sleep(50)
    }
  }
  await Promise.all([...workers.map(work), harming()])
  expect(result.lies).toEqual([])
  expect(claims.stored, JSON.stringify(result)).toBeGreaterThanOrEqual(MIN.stored)
  expect(claims.nothing, JSON.stringify(result)).toBeGreaterThanOrEqual(MIN.nothing)
  // Every kind of action was completed.
  expect(Object.keys(result.acts)).toHaveLength(8)
}

test('while connections are killed at random, no answer is wrong, and repetitions take effect once', async () => {
  const workers = [await draftActs(), uploadActs('finance2'), await navActs('TOLD1'), await navActs('TOLD2')]
  let kills = 0
  const harm = async () => {
    await sleep(50 + Math.random() * 250)
    const killed = await site.admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'fundesk_app' and random() < 0.3`
    kills += killed.length
  }
  const isHarmed = () => kills > rounds(20, 50)
  await whileHarmed(workers, harm, isHarmed)
  expect(isHarmed()).toBe(true)
}, 240_000)

test('while the whole server is killed and restarted, no answer is wrong, and repetitions take effect once', async () => {
  const workers = [await draftActs(), uploadActs('finance2'), await navActs('TOLD3'), await navActs('TOLD4')]
  let kills = 0
  const harm = async () => {
    await sleep(500 + Math.random() * 1_500)
    const pid = server.postmaster()
    if (pid === undefined) return
    process.kill(pid, kills % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
    kills += 1
  }
  const isHarmed = () => kills > rounds(2, 3)
  await whileHarmed(workers, harm, isHarmed)
  expect(isHarmed()).toBe(true)
}, 240_000)
