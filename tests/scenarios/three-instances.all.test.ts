import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { copying } from 'db/bulk'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { seedBase } from 'db/seed/base/seed-base'
import { seedUsers } from 'db/seed/demo/users'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { storeMarket } from 'db/seed/invoices/stored-market'
import postgres from 'postgres'
import { chapter } from 'tests/support/chapter'
import { databaseProxy, type Instance, siteOf } from 'tests/support/http/instances'
import { PRIMARY, replicaOf, type StreamingReplica } from 'tests/support/postgres/replica'
import { migratedServer } from 'tests/support/postgres/throwaway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAreas } from '~/http/server/register-areas'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

// Three instances of the built application, a primary and a replica behind proxies; each of them is lost in turn while
// people work. TEST_FAULTS=long does it as often as a release wants it.

const LONG = process.env.TEST_FAULTS === 'long'
const TIMES = LONG
  ? { instances: 100, backends: 200, failovers: 10 }
  : { instances: 2, backends: 30, failovers: 1 }
const AUDIT_KEY = 'of three instances, thrown away with them'
const SIGNING_KEY = newSigningKey()
const USERS = ['finance1', 'finance2', 'teamleader1', 'auditor1']

type Proxy = Awaited<ReturnType<typeof databaseProxy>>
let primary: {
  url: string
  ownerUrl: string
  adminUrl: string
  folder: string
  stop(): Promise<void>
  kill?(): Promise<void>
}
let replica: StreamingReplica
let [writing, reading]: (Proxy | undefined)[] = []
let site: Awaited<ReturnType<typeof siteOf>>
const started: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  registerAreas()
  const server = await migratedServer(PRIMARY)
  primary = { ...server, kill: async () => process.kill(server.pid, 'SIGQUIT') && server.ended }
  started.push(server)
  const database = connectDatabase({ url: server.url })
  await database.transaction(async (tx) => {
    await seedBase(tx, new Date())
    await seedUsers(tx, new Date())
  })
  await database.close()
  await copying(server.url, async (into) => {
    const market = { ...(await storeMarket(into.tx)), from: '2026-01-01', to: '2026-10-31' } as const
    await loadInvoices(into, { count: 300, market, now: new Date(), say: () => {} })
  })
  replica = await replicaOf(primary)
  started.push(replica)
  writing = await databaseProxy(server.url)
  reading = await databaseProxy(replica.url)
  const through = { url: writing.through(server.url), ownerUrl: writing.through(server.ownerUrl) }
  site = await siteOf(3, through, {
    DATABASE_READ_URL: reading.through(replica.url),
    AUDIT_KEY,
    SIGNING_KEY,
    SESSION_SECRET: AUDIT_KEY,
  })
}, 300_000)
afterAll(async () => {
  await site?.stop()
  await writing?.close()
  await reading?.close()
  for (const server of started.reverse()) await server.stop()
})

const told = { acknowledged: 0, again: 0, unavailable: 0, gone: 0 }
const words: string[] = []
/** What went wrong for somebody. */
const faults: string[] = []
/** From the first to the last refusal of a spell of them, in milliseconds. */
let longestOutage = 0

const pdf = (word: string) =>
  new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${word})\nendobj\nstartxref\n0\n%%EOF`)

/** Uploads an invoice and sends it again until an instance has said that it is stored, then reads its page at any of them. */
async function upload(user: string): Promise<void> {
  const word = randomUUID()
  const key = randomUUID()
  let since: number | null = null
  for (let tries = 1; ; tries += 1) {
    const body = new FormData()
    body.append('comment', word)
    body.append('files', new Blob([pdf(word)], { type: 'application/pdf' }), 'invoice.pdf')
    const headers = { Accept: 'application/json', 'Idempotency-Key': key }
    const answer = await site
      .ask(user, '/api/uploadinvoice', { method: 'POST', headers, body })
      .catch(() => null)
    if (answer?.status === 201) {
      const { id } = (await answer.json()) as { id: number }
      told.acknowledged += 1
      words.push(word)
      await shown(user, id)
      return
    }
    since ??= performance.now()
    longestOutage = Math.max(longestOutage, performance.now() - since)
    told.again += 1
    if (answer === null) told.gone += 1
    else if (answer.status === 503 && answer.headers.get('retry-after')) told.unavailable += 1
    else faults.push(`upload: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    if (tries > 600) throw new Error('An upload never came to an end')
    await sleep(50 + Math.random() * 100)
  }
}

/** What a user stored is there for them at once, whichever instance they ask. */
async function shown(user: string, id: number): Promise<void> {
  for (let tries = 1; tries <= 600; tries += 1) {
    const answer = await site
      .ask(user, `/drafts/${id}`, { headers: { Accept: 'text/html' } })
      .catch(() => null)
    if (answer?.status === 200) return
    if (answer && answer.status !== 503) {
      faults.push(`page of a draft: ${answer.status}`)
      return
    }
    await sleep(50 + Math.random() * 100)
  }
  faults.push('The page of a draft never came')
}

/** People work while harm is done, and end what they began. */
async function whileWorking(harm: () => Promise<void>): Promise<void> {
  let goesOn = true
  const before = told.acknowledged
  const people = ['finance1', 'finance2', 'finance1', 'finance2'].map(async (user) => {
    do await upload(user)
    while (goesOn || told.acknowledged < before + 4)
  })
  await harm().finally(() => {
    goesOn = false
  })
  await Promise.all(people)
}

/** Of all that was acknowledged nothing is lost or doubled, and all sums, chains and files agree. */
async function wholeState(): Promise<void> {
  expect(faults.splice(0)).toEqual([])
  const sql = postgres({ ...clientOptions(primary.ownerUrl), max: 1, onnotice: () => {} })
  const database = connectDatabase({ url: primary.url })
  try {
    const drafts = await sql`select transaction_comment as word, count(*)::int as n,
        (select count(*)::int from document where object_id = min(draft.id)) as files
      from draft where transaction_comment in ${sql(words)} group by 1`
    expect(drafts.filter(({ n, files }) => n !== 1 || files !== 1)).toEqual([])
    expect(drafts).toHaveLength(words.length)
    expect(
      await sql`select c.sha256 from document_content c
      where c.sha256 is distinct from (select encode(sha256(string_agg(bytes, ''::bytea order by seq)), 'hex')
        from document_chunk d where d.sha256 = c.sha256)`,
    ).toEqual([])
    expect(
      await sql`select * from (
      select v.tallied, v.value, r.currency, r.event_status, count(*)::numeric as n, sum(r.gross_hundredths) as gross
      from invoice_row r, invoice_values(r) v group by 1, 2, 3, 4) as counted
      full join (select tallied, value, currency, event_status, sum(invoices) as n, sum(gross_hundredths) as gross
        from invoice_tally group by 1, 2, 3, 4 having sum(invoices) <> 0) as kept
      using (tallied, value, currency, event_status)
      where counted.n is distinct from kept.n or counted.gross is distinct from kept.gross`,
    ).toEqual([])
    expect(
      await sql`select d.id from entity_process_date d where d.tasks <> (select count(*) from task t
      join workflow_instance w on w.object_id = t.id where t.entity_process_date_id = d.id)`,
    ).toEqual([])
    // The state of each object is that of its last event, and each has one event of each number.
    expect(
      await sql`select object_id from workflow_event group by object_id
      having max(seq) <> count(*) or min(seq) <> 1`,
    ).toEqual([])
    expect((await verifyAudit(database.read, openSigning(SIGNING_KEY).all)).broken).toBeNull()
  } finally {
    await sql.end({ timeout: 1 })
    await database.close()
  }
}

const admin = (question: string) => asked(primary.adminUrl, question)
const inSite = (question: string) => asked(primary.ownerUrl, question)

async function asked(address: string, question: string) {
  const sql = postgres({ ...clientOptions(address), max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(question)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const replicaUsed = async (at: Instance) =>
  /fundesk_replica_used 1/.test(await (await fetch(`${at.origin}/metrics`)).text())
const allUseReplica = () =>
  expect
    .poll(async () => (await Promise.all(site.instances.map(replicaUsed))).every(Boolean), {
      timeout: 30_000,
    })
    .toBe(true)

test('a session, a throttle and the scheduled work are of all three together', async () => {
  for (const at of site.instances)
    for (const user of USERS)
      expect(
        (await site.ask(user, '/account/sessions', { headers: { Accept: 'text/html' } }, at)).status,
      ).toBe(200)
  let guesses = 0
  for (; guesses < 60; guesses += 1) {
    const { origin } = site.instances[guesses % 3] as Instance
    const body = new URLSearchParams({ username: 'operations1', password: `guess ${guesses}` })
    const answer = await fetch(`${origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    if (answer.status === 429) break
  }
  expect(guesses).toBeLessThanOrEqual(5)
  expect(await inSite('select work from lease')).toHaveLength(1)
}, 60_000)

test(
  'while instances are killed and stopped under load, nothing acknowledged is lost or doubled',
  async () => {
    await allUseReplica()
    await whileWorking(async () => {
      for (let times = 0; times < TIMES.instances; times += 1) {
        await sleep(300)
        await site.replace(site.instances[0] as Instance)
      }
      const [stopped] = site.instances as [Instance]
      process.kill(stopped.pid, 'SIGSTOP')
      await sleep(2_000)
      process.kill(stopped.pid, 'SIGCONT')
    })
    await wholeState()
  },
  LONG ? 1_800_000 : 180_000,
)

test(
  'while connections of all three are killed, nothing acknowledged is lost or doubled',
  async () => {
    await whileWorking(async () => {
      for (let killed = 0; killed < TIMES.backends; ) {
        await sleep(100)
        killed += (
          await admin(`select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'fundesk_app' and random() < 0.3`)
        ).length
      }
    })
    await wholeState()
  },
  LONG ? 600_000 : 120_000,
)

test('while the replica is lost, nobody waits for it, and all read from it again when it is back', async () => {
  await allUseReplica()
  await whileWorking(async () => {
    await replica.kill()
    await sleep(2_000)
    await replica.start()
    await allUseReplica()
    await replica.ask('select pg_wal_replay_pause()')
    await sleep(3_000)
    await replica.ask('select pg_wal_replay_resume()')
    await allUseReplica()
  })
  await wholeState()
}, 120_000)

test(
  'while the primary is lost and the replica takes its place, the site says so, and loses nothing',
  async () => {
    for (let times = 0; times < TIMES.failovers; times += 1) {
      await chapter(`Failover ${times + 1}`, async () => {
        await admin("alter system set synchronous_standby_names = '*'")
        await admin('select pg_reload_conf()')
        await expect
          .poll(async () => (await admin('select sync_state from pg_stat_replication'))[0]?.sync_state, {
            timeout: 20_000,
          })
          .toBe('sync')
        longestOutage = 0
        let failover = 0
        await whileWorking(async () => {
          await sleep(500)
          const begin = performance.now()
          await primary.kill?.()
          writing?.leadTo(null)
          reading?.leadTo(null)
          await sleep(1_000)
          await replica.ask('select pg_promote()')
          writing?.leadTo(replica.url)
          failover = performance.now() - begin
          await sleep(1_000)
        })
        expect(longestOutage).toBeLessThan(failover + 8_000)
        primary = replica
        await wholeState()
        replica = await replicaOf(primary)
        started.push(replica)
        reading?.leadTo(replica.url)
        await allUseReplica()
      })
    }
    expect(told.unavailable).toBeGreaterThan(0)
    await wholeState()
  },
  LONG ? 1_200_000 : 180_000,
)
