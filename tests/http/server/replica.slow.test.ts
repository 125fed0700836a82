import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReplica } from 'db/replica'
import type { Send } from 'db/session'
import { asMonitor } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { PRIMARY, replicaOf } from 'tests/support/postgres/replica'
import { migratedServer } from 'tests/support/postgres/throwaway'
import { httpSite } from 'tests/support/routes/http-site'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const server = await opened(migratedServer(PRIMARY))
const replica = await opened(replicaOf(server))
const site = await opened(httpSite({ database: { server, readUrl: replica.url } }))

const state = () => site.services.database.replica?.state()
const used = { timeout: 20_000, interval: 20 }
const isUsed = () => expect.poll(() => state()?.trouble, used).toBe(null)
beforeEach(() => isUsed())

/** Uploads an invoice on the page; returns the redirect. */
async function upload(user: string, comment: string): Promise<string> {
  const form = new FormData()
  form.append('comment', comment)
  form.append('idempotencyKey', randomUUID())
  const bytes = new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${comment})\nendobj\nstartxref\n0\n%%EOF`)
  form.append('files', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const answer = await site.ask(user, '/drafts/new', { method: 'POST', headers, body: form })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

/** Pages that one user reads in turn during the work: time and status of each. */
async function pagesWhile(work: () => Promise<unknown>) {
  const seen: { status: number; ms: number }[] = []
  let goesOn = true
  const reading = (async () => {
    while (goesOn) {
      const begin = performance.now()
      const { status } = await site.page('finance1', '/drafts')
      seen.push({ status, ms: performance.now() - begin })
    }
  })()
  await work()
  goesOn = false
  await reading
  expect(seen.filter(({ status }) => status !== 200)).toEqual([])
  return Math.max(...seen.map(({ ms }) => ms))
}

const statementsThere = async () =>
  Number(
    (
      await replica.ask(
        "select sum(calls)::int as n from (select xact_commit as calls from pg_stat_database where datname like 'test%') of",
      )
    )[0]?.n,
  )

test('fifteen uploads redirect to their drafts at once, and the pages are read from the replica', async () => {
  const before = await statementsThere()
  for (let at = 0; at < 15; at += 1) {
    const comment = `Upload ${at} of many`
    const { status, html } = await site.page('finance1', await upload('finance1', comment))
    expect([status, html.includes(comment)]).toEqual([200, true])
  }
  expect(state()?.trouble).toBe(null)
  await expect.poll(statementsThere, used).toBeGreaterThan(before + 35)
})

test('while it does not replay, users see their own changes, and an ended session opens nothing', async () => {
  const headers = { Cookie: await site.newCookie('auditor1') }
  expect((await site.ask('auditor1', '/account/sessions', { headers })).status).toBe(200)
  await site.cookieOf('clientdesk2')
  await replica.ask('select pg_wal_replay_pause()')
  const begin = performance.now()
  const place = await upload('finance2', 'Nobody else sees it yet')
  expect((await site.page('finance2', place)).status).toBe(200)
  const out = await site.ask('auditor1', '/logout', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(out.status).toBe(302)
  expect((await site.ask('auditor1', '/account/sessions', { headers })).status).toBe(302)
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'clientdesk2'`
  expect((await site.ask('clientdesk2', '/')).status).toBe(302)
  // The replica is dropped when it is two seconds behind; then everyone sees it.
  await expect.poll(async () => (await site.page('finance1', place)).status, used).toBe(200)
  expect(performance.now() - begin).toBeLessThan(8_000)
  expect(state()?.trouble).toBe('late')
  const { html } = await site.page('admin', '/admin/system')
  expect(html).toMatch(/Not used, \d+\.\d s behind: pages are read from the primary\. It is too far behind/)
  await replica.ask('select pg_wal_replay_resume()')
  await isUsed()
  expect((await site.page('finance1', place)).status).toBe(200)
})

test('a killed replica stops no page, and is used again once it is back', async () => {
  await pagesWhile(async () => {
    await sleep(300)
    await replica.kill()
    await expect.poll(() => state()?.trouble, used).toBe('gone')
    await sleep(1_000)
    await replica.start()
    await isUsed()
  })
  const figures = await (await fetch(`${site.origin}/metrics`, { headers: asMonitor })).text()
  expect(figures).toContain('fundesk_replica_used 1')
  expect(figures).toMatch(/fundesk_replica_lag_seconds \d/)
})

test('if a replica is paused, pages wait for less than three seconds', async () => {
  const pids = (
    await replica.ask(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
  ).map(({ pid }) => Number(pid))
  const all = [Number(replica.postmaster()), ...pids]
  const longest = await pagesWhile(async () => {
    await sleep(300)
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    await expect.poll(() => state()?.trouble, used).toBe('gone')
    await sleep(1_000)
    for (const pid of all) process.kill(pid, 'SIGCONT')
    await isUsed()
  })
  expect(longest).toBeLessThan(3_000)
})

test('a replica with data the primary never wrote is dropped, even when the primary is past it', async () => {
  const [there] = await replica.ask(
    'select (select system_identifier::text from pg_control_system()) as system',
  )
  let lsn = '0/1'
  const read: Send = async () => [{ lsn, system: there?.system }]
  const restored = openReplica({
    url: replica.url,
    most: 1,
    readMs: 5_000,
    asideMs: 5_000,
    connectMs: 5_000,
    pauseMs: 100,
    primary: { read, aside: read },
  })
  onTestFinished(() => restored.close())
  const trouble = () => restored.state().trouble
  await expect.poll(trouble, used).toBe('foreign')
  lsn = 'FFFFFFFF/0'
  await sleep(1_500)
  expect(trouble()).toBe('foreign')
})

test('a promoted replica is dropped: its data is its own from then on', async () => {
  await replica.ask('select pg_promote()')
  await expect.poll(() => state()?.trouble, used).toBe('foreign')
  const place = await upload('finance1', 'After the promotion')
  expect((await site.page('finance2', place)).status).toBe(200)
  const { html } = await site.page('admin', '/admin/system')
  expect(html).toContain('DATABASE_READ_URL does not lead to a replica of this database')
})
