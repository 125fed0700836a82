import { createHash, randomUUID } from 'node:crypto'
import { jsonCalls } from 'tests/support/api/json-calls'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { MONTH_PACK_JOB } from '~/areas/evidence/month-packs.server'
import { verifyPack } from '~/areas/evidence/verifier/verify-pack'
import { jobEnded } from '~/platform/jobs/jobs.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

const signingKey = newSigningKey()
const { sign } = openSigning(signingKey)
const site = await opened(httpSite({ settings: { signingKey }, database: { sign } }))
await site.control('accountant1', await site.addFund({ fundCode: 'EVA01' }))
const fund = await site.addFund({ fundCode: 'EVB02' })
const { navId } = fund
await site.control('accountant1', fund)
await writeCheckpoint(site.transaction, sign, site.clock())
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)
const zip = async (user: string, path: string) => {
  const answer = await site.ask(user, `/api/${path}`)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  return new Uint8Array(await answer.arrayBuffer())
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a client reads the keys, builds a valid pack, and finds it in the list', async () => {
  const { body } = await call('auditor1', 'evidence/keys')
  const trusted = body.keys.map(({ fingerprint }: { fingerprint: string }) => fingerprint)
  const pack = await zip('auditor1', `evidence/pack/nav/${navId}`)
  expect((await verifyPack(pack, trusted)).findings).toEqual([])
  const { body: built } = await call('manager1', 'evidence/packs')
  expect(built.packs[0]).toMatchObject({ kind: 'nav', id: navId, sha256: sha256(pack), size: pack.length })
  expect((await call('auditor1', `evidence/pack/invoice/${navId}`)).status).toBe(404)
  expect((await call('auditor1', `evidence/pack/fund/${navId}`)).status).toBe(422)
  expect((await call('accountant1', `evidence/pack/nav/${navId}`)).status).toBe(403)
})

test('a month of one fund is a pack of packs', async () => {
  const trusted = [(await call('auditor1', 'evidence/keys')).body.keys[0].fingerprint]
  const month = await zip('auditor1', 'evidence/month/2026-10/EVA01')
  const { findings, facts } = await verifyPack(month, trusted)
  expect(findings).toEqual([])
  expect(facts).toMatchObject({ object: { kind: 'month', month: '2026-10' }, packs: 1 })
  expect((await call('auditor1', 'evidence/month/2026-13/EVA01')).status).toBe(422)
  expect((await call('auditor1', 'evidence/month/2020-01/EVA01')).status).toBe(404)
  expect((await call('auditor1', 'evidence/month/2026-10/NONE')).body.errorMessage).toContain(
    'There is no fund NONE',
  )
})

test('a month of several funds is a job: its pack can be downloaded for a week, and each step is an event', async () => {
  const made = await post('auditor1', 'evidence/months', { month: '2026-10' })
  expect([made.status, made.body.funds, made.body.total]).toEqual([201, ['EVA01', 'EVB02'], 2])
  const { id } = made.body as { id: number }
  await jobEnded(MONTH_PACK_JOB, id)
  const { body: done } = await call('manager1', `evidence/months/${id}`)
  expect(done).toMatchObject({ status: 'DONE', done: 2 })
  expect(Date.parse(done.keptUntil) - Date.parse(done.requestedAt)).toBe(7 * 24 * 3_600_000)
  const pack = await zip('auditor1', `evidence/months/${id}/file`)
  expect([pack.length, sha256(pack)]).toEqual([done.size, done.sha256])
  const trusted = [(await call('auditor1', 'evidence/keys')).body.keys[0].fingerprint]
  expect(await verifyPack(pack, trusted)).toMatchObject({ findings: [], facts: { packs: 2 } })
  const { body: built } = await call('auditor1', 'evidence/packs')
  expect(built.packs[0]).toMatchObject({ kind: 'month', funds: ['EVA01', 'EVB02'], sha256: done.sha256 })
  const part = await site.ask('auditor1', `/evidence/months/${id}/pack.zip`, {
    headers: { Range: 'bytes=0-3' },
  })
  expect([part.status, await part.text()]).toEqual([206, 'PK\x03\x04'])
  expect((await post('auditor1', `evidence/months/${id}/cancel`, {})).status).toBe(409)
})

test('a cancelled month is deleted, and a failed one says why', async () => {
  const made = await post('manager1', 'evidence/months', { month: '2026-10', funds: ['EVB02'] })
  const { id } = made.body as { id: number }
  const cancelled = await post('manager2', `evidence/months/${id}/cancel`, {})
  await jobEnded(MONTH_PACK_JOB, id)
  const { body } = await call('auditor1', `evidence/months/${id}`)
  // Two NAVs take a moment; it may already have finished.
  expect([cancelled.status, body.status]).toEqual(
    cancelled.status === 200 ? [200, 'CANCELLED'] : [409, 'DONE'],
  )
  const left = await site.ownerSql`select count(*)::int as count from month_pack_chunk where pack_id = ${id}`
  expect(Number(left[0]?.count) > 0).toBe(body.status === 'DONE')
  expect((await post('auditor1', 'evidence/months', { month: 'soon' })).body.fields).toHaveProperty('month')
  expect((await call('auditor1', 'evidence/months/999999')).status).toBe(404)
})

/** The pack of a month that another instance builds. */
async function builtElsewhere(userName: string) {
  const now = site.clock()
  const [row] = await site.ownerSql`
    insert into month_pack (month, funds, status, requested_by, requested_at, beat_at)
    select '2026-10', '{EVA01}', 'RUNNING', id, ${now}, ${now} from app_user where user_name = ${userName} returning id`
  return Number(row?.id)
}
const end = (id: number) => site.ownerSql`update month_pack set status = 'DONE' where id = ${id}`

test('only its requester, or a user with the permission to update, cancels the pack of a month', async () => {
  const id = await builtElsewhere('manager1')
  const { status, body } = await post('auditor1', `evidence/months/${id}/cancel`, {})
  expect([status, body.title]).toEqual([403, 'The pack was not cancelled'])
  const page = `/evidence/months/${id}`
  const sent = await site.send('auditor1', page, { intent: 'cancel', idempotencyKey: randomUUID() })
  expect(sent.status).toBe(403)
  expect((await site.page('auditor1', page)).html).not.toContain('Cancel this pack')
  expect((await site.page('manager2', page)).html).toContain('Cancel this pack')
  expect((await post('manager2', `evidence/months/${id}/cancel`, {})).body.status).toBe('CANCELLED')
})

test('building a month needs the permission to add', async () => {
  expect((await post('admin', 'evidence/months', { month: '2026-10' })).status).toBe(403)
  const form = { intent: 'month', month: '2026-10', funds: '', idempotencyKey: randomUUID() }
  expect((await site.send('admin', '/evidence', form)).status).toBe(403)
  const { status, html } = await site.page('admin', '/evidence')
  expect([status, html.includes('Build the month')]).toEqual([200, false])
})

test('a user builds one month at a time, and months of several users are built in turn', async () => {
  const first = await builtElsewhere('manager1')
  const waiting = await post('auditor1', 'evidence/months', { month: '2026-10', funds: ['EVA01'] })
  expect([waiting.status, waiting.body.status]).toEqual([201, 'WAITING'])
  const { id } = waiting.body as { id: number }
  expect((await site.page('auditor1', `/evidence/months/${id}`)).html).toContain('Waiting for its turn')
  const another = await post('auditor1', 'evidence/months', { month: '2026-10', funds: ['EVB02'] })
  expect(another.body.code).toBe('busy')
  const last = await post('manager2', 'evidence/months', { month: '2026-10', funds: ['EVB02'] })
  expect(last.body.status).toBe('WAITING')
  await end(first)
  await jobEnded(MONTH_PACK_JOB, id)
  await jobEnded(MONTH_PACK_JOB, last.body.id)
  const ends = [id, last.body.id].map(
    async (each) => (await call('manager2', `evidence/months/${each}`)).body,
  )
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual(['DONE', 'DONE'])
})

test('a waiting month is cancelled like one that is being built', async () => {
  const first = await builtElsewhere('manager1')
  const { body } = await post('auditor1', 'evidence/months', { month: '2026-10', funds: ['EVA01'] })
  expect((await post('auditor1', `evidence/months/${body.id}/cancel`, {})).body.status).toBe('CANCELLED')
  await end(first)
  await jobEnded(MONTH_PACK_JOB, body.id)
  expect((await call('auditor1', `evidence/months/${body.id}`)).body.status).toBe('CANCELLED')
})

test('a month whose process was lost is shown as failed, and the next one can be built', async () => {
  const silentSince = new Date(site.clock().getTime() - 120_000)
  const [lost] = await site.ownerSql`
    insert into month_pack (month, funds, status, requested_by, requested_at, beat_at)
    select '2026-10', '{EVA01}', 'RUNNING', id, ${silentSince}, ${silentSince}
    from app_user where user_name = 'auditor1' returning id`
  const id = Number(lost?.id)
  const { html } = await site.page('auditor1', `/evidence/months/${id}`)
  expect(html).toContain('Fundesk was stopped while it was built. Build it again.')
  const next = await post('auditor1', 'evidence/months', { month: '2026-10', funds: ['EVA01'] })
  expect(next.status).toBe(201)
  await jobEnded(MONTH_PACK_JOB, next.body.id)
  expect((await call('auditor1', `evidence/months/${id}`)).body.status).toBe('FAILED')
})
