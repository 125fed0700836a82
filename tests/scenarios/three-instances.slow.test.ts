import { setTimeout as sleep } from 'node:timers/promises'
import { copying } from 'db/bulk'
import { connectDatabase } from 'db/database'
import { seedBase } from 'db/seed/base/seed-base'
import { seedUsers } from 'db/seed/demo/users'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { storeMarket } from 'db/seed/invoices/stored-market'
import { asMonitor } from 'tests/support/browser/server'
import { chapter } from 'tests/support/chapter'
import { databaseProxy, type Instance, siteOf } from 'tests/support/http/instances'
import { peopleAtWork, queryAt, wholeState as whole } from 'tests/support/http/people-at-work'
import { opened } from 'tests/support/opened'
import { PRIMARY, replicaOf, type StreamingReplica } from 'tests/support/postgres/replica'
import { migratedServer } from 'tests/support/postgres/throwaway'
import { afterAll, expect, test } from 'vitest'
import { registerAreas } from '~/http/server/register-areas'
import { newSigningKey } from '~/platform/workflow/signing.server'

// Three instances of the built application, a primary and a replica behind proxies; each is lost in turn while people work.
// TEST_FAULTS=long repeats this as often as a release requires.

const LONG = process.env.TEST_FAULTS === 'long'
const TIMES = LONG
  ? { instances: 100, backends: 200, failovers: 10 }
  : { instances: 1, backends: 15, failovers: 1 }
const AUDIT_KEY = 'of three instances, thrown away with them'
const SIGNING_KEY = newSigningKey()
const USERS = ['finance1', 'finance2', 'teamleader1', 'auditor1']

interface Primary {
  url: string
  ownerUrl: string
  adminUrl: string
  folder: string
  stop(): Promise<void>
  kill?(): Promise<void>
}

registerAreas()
const server = await opened(migratedServer(PRIMARY))
let primary: Primary = { ...server, kill: async () => process.kill(server.pid, 'SIGQUIT') && server.ended }
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
let replica = await opened(replicaOf(primary))
/** The new replica once the first one became the primary. */
let successor: StreamingReplica | undefined
afterAll(() => successor?.stop())
const writing = await opened(databaseProxy(server.url))
const reading = await opened(databaseProxy(replica.url))
const through = { url: writing.through(server.url), ownerUrl: writing.through(server.ownerUrl) }
const site = await opened(
  siteOf(3, through, {
    DATABASE_READ_URL: reading.through(replica.url),
    AUDIT_KEY,
    SIGNING_KEY,
    SESSION_SECRET: AUDIT_KEY,
  }),
)

const people = peopleAtWork(site)
const whileWorking = (harm: () => Promise<void>) => people.whileWorking(harm)
const wholeState = () => whole(primary, people, SIGNING_KEY)

const admin = (question: string) => queryAt(primary.adminUrl, question)
const inSite = (question: string) => queryAt(primary.ownerUrl, question)

const replicaUsed = async (at: Instance) =>
  /fundesk_replica_used 1/.test(await (await fetch(`${at.origin}/metrics`, { headers: asMonitor })).text())
const allUseReplica = () =>
  expect
    .poll(async () => (await Promise.all(site.instances.map(replicaUsed))).every(Boolean), {
      timeout: 30_000,
    })
    .toBe(true)

test('the three share sessions, throttling and scheduled work', async () => {
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
  'while instances are killed and stopped under load, nothing acknowledged is lost or duplicated',
  async () => {
    await allUseReplica()
    await whileWorking(async () => {
      for (let times = 0; times < TIMES.instances; times += 1) {
        await sleep(300)
        await site.replace(site.instances[0] as Instance)
      }
      const [stopped] = site.instances as [Instance]
      process.kill(stopped.pid, 'SIGSTOP')
      await sleep(1_000)
      process.kill(stopped.pid, 'SIGCONT')
    })
    await wholeState()
  },
  LONG ? 1_800_000 : 180_000,
)

test(
  'while connections of all three are killed, nothing acknowledged is lost or duplicated',
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

test('while the replica is lost, no request waits for it, and all read from it again once it is back', async () => {
  await allUseReplica()
  await whileWorking(async () => {
    await replica.kill()
    await sleep(500)
    await replica.start()
    await allUseReplica()
    await replica.ask('select pg_wal_replay_pause()')
    await sleep(2_500)
    await replica.ask('select pg_wal_replay_resume()')
    await allUseReplica()
  })
  await wholeState()
}, 120_000)

test(
  'while the primary is lost and the replica takes over, the site says so, and loses nothing',
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
        people.answers.longestOutage = 0
        let failover = 0
        await whileWorking(async () => {
          await sleep(500)
          const begin = performance.now()
          await primary.kill?.()
          writing.leadTo(null)
          reading.leadTo(null)
          await sleep(1_000)
          await replica.ask('select pg_promote()')
          writing.leadTo(replica.url)
          failover = performance.now() - begin
          await sleep(1_000)
        })
        expect(people.answers.longestOutage).toBeLessThan(failover + 8_000)
        primary = replica
        await wholeState()
        replica = await replicaOf(primary)
        successor = replica
        reading.leadTo(replica.url)
        await allUseReplica()
      })
    }
    expect(people.answers.unavailable).toBeGreaterThan(0)
    await wholeState()
  },
  LONG ? 1_200_000 : 180_000,
)
