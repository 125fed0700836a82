import { settings } from 'tests/support/http/server/serve'
import { type SiteFund, type TestSite, testSite } from 'tests/support/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseForeignKey } from '~/http/server/main'
import {
  auditKeysOf,
  checkpointHash,
  type Head,
  hasKeyOfLastSignature,
  headLeaf,
  writeCheckpoint,
} from '~/platform/workflow/checkpoint.server'
import { eventHash, type HashedEvent } from '~/platform/workflow/event-hash'
import { historyOf } from '~/platform/workflow/history.server'
import { merkleRoot } from '~/platform/workflow/merkle'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { State } from '~/platform/workflow/types'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const KEY = 'a key that only the site knows'

let site: TestSite
let fund: SiteFund
beforeEach(async () => {
  site = await testSite()
  fund = await site.addFund({ fundCode: 'AUDIT1' })
  await site.step('teamleader1', fund.navId, 'cancel', { comment: 'Fund merged' })
})
afterEach(() => site.close())

const verify = (expected: string | null = null) => verifyAudit(site.read, KEY, expected)
const checkpoint = () => writeCheckpoint(site.transaction, KEY, site.clock())
/** Bypasses the triggers, as only a database superuser can. */
const forge = (text: string) => site.admin.unsafe(`set session_replication_role = replica; ${text}`)
const cancelEvent = async () => (await historyOf(site.read, fund.navId))[0]?.id ?? 0

test('an untouched trail is intact, with and without checkpoints', async () => {
  expect(await verify()).toEqual({
    events: 3,
    chains: 2,
    checkpoints: 0,
    lastCheckpoint: null,
    faults: [],
    broken: null,
  })
  const first = await checkpoint()
  expect(first?.heads).toHaveLength(2)
  expect(await checkpoint(), 'nothing new, no checkpoint').toBeNull()
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  const second = await checkpoint()
  expect(second?.heads).toEqual([[fund.previousNavId, 2, expect.any(String)]])
  const report = await verify(first?.hash ?? '')
  expect(report).toMatchObject({ events: 4, checkpoints: 2, lastCheckpoint: second?.hash, broken: null })
})

test.each([
  "update workflow_event set log = 'nothing'",
  'delete from workflow_event',
  'truncate workflow_event',
  "update audit_checkpoint set signature = 'x'",
  'delete from audit_checkpoint',
  'truncate audit_checkpoint',
  "update data_change set rows = ''",
  'delete from data_change',
  'truncate data_change',
  'truncate change_seal',
])('"%s" is refused to the application and to the owner of the tables', async (text) => {
  await checkpoint()
  const before = await site.rowCounts()
  await expect(site.ownerSql.unsafe(text)).rejects.toThrow(
    /its rows are never changed or removed|referenced in a foreign key/,
  )
  const asApp = site.admin.begin(async (sql) => {
    await sql`set local role fundesk_app`
    await sql.unsafe(text)
  })
  await expect(asApp).rejects.toThrow(/permission denied/)
  expect(await site.rowCounts()).toEqual(before)
  expect(await verify()).toMatchObject({ broken: null })
})

test.each([
  ['log', "log = 'Something else'"],
  ['person', "user_id = (select id from app_user where user_name = 'manager1')"],
  ['name of the person', "who_name = 'Nobody'"],
  ['time', "at = at - interval '1 day'"],
  ['data', `data = '{"reasonCode": "OTHER"}'`],
  ['round', 'round = 2'],
  ['status', "status = 'SENT'"],
  ['class', "class = 'success'"],
  ['place before', "from_status = 'CONTROLLED'"],
])('a changed %s is detected, and the event is named', async (_, change) => {
  const id = await cancelEvent()
  await forge(`update workflow_event set ${change} where id = ${id}`)
  const { broken } = await verify()
  expect(broken).toMatch(new RegExp(`^event ${id} \\(nav ${fund.navId}, number 2, .*was changed`))
})

test('a removed event in the middle, and a first one, are detected', async () => {
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  await forge(`delete from workflow_event where object_id = ${fund.previousNavId} and seq = 1`)
  expect((await verify()).broken).toMatch(/number 2, .*: number 1 before it is missing$/)
})

test('removed newest events are detected through the checkpoint, even if the state was set back', async () => {
  await checkpoint()
  const id = await cancelEvent()
  await forge(`delete from workflow_event where id = ${id};
    update workflow_instance set queue = 'ACCOUNTANT', status = 'TO CONTROL', class = 'new' where object_id = ${fund.navId}`)
  expect((await verify()).broken).toMatch(
    new RegExp(`^object ${fund.navId}: event number 2, which checkpoint 1 .* signed, was removed$`),
  )
})

test('a whole chain removed with its object is detected', async () => {
  await checkpoint()
  await forge(`delete from workflow_event where object_id = ${fund.navId};
    delete from workflow_instance where object_id = ${fund.navId}`)
  expect((await verify()).broken).toMatch(/was removed$/)
})

test('a chain recomputed after a change is detected through the checkpoint', async () => {
  await checkpoint()
  const [event] = await site.admin`select * from workflow_event where id = ${await cancelEvent()}`
  const content: HashedEvent = {
    objectKind: event?.object_kind,
    objectId: Number(event?.object_id),
    seq: event?.seq,
    round: event?.round,
    type: event?.type,
    name: event?.name,
    stepId: event?.step_id,
    at: event?.at,
    userId: event?.user_id,
    whoName: 'Somebody Else',
    fromQueue: event?.from_queue,
    fromStatus: event?.from_status,
    queue: event?.queue,
    status: event?.status,
    class: event?.class,
    log: event?.log,
    data: event?.data,
  }
  const hash = eventHash(content, event?.previous_hash)
  await forge(
    `update workflow_event set who_name = 'Somebody Else', hash = '${hash}' where id = ${event?.id}`,
  )
  expect((await verify()).broken).toMatch(
    new RegExp(`^event ${event?.id} .*is not the one that checkpoint 1 .*signed$`),
  )
})

test('removed checkpoints are detected with the hash in the log', async () => {
  await checkpoint()
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  const last = (await checkpoint())?.hash ?? ''
  expect((await verify(last)).broken).toBeNull()
  await forge('delete from audit_checkpoint where id = 2')
  expect((await verify()).broken).toBeNull()
  expect((await verify(last)).broken).toBe(`the checkpoint ${last} is missing`)
})

test('a removed earlier checkpoint, and a changed one, are detected without the log', async () => {
  await checkpoint()
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  await checkpoint()
  await forge("update audit_checkpoint set at = at + interval '1 second' where id = 2")
  expect((await verify()).broken).toMatch(/^checkpoint 2 .*was changed or one before it is missing$/)
  await forge('delete from audit_checkpoint where id = 1')
  expect((await verify()).broken).toMatch(/^checkpoint 2 /)
})

test('after a key change both keys verify, and without them a warning comes before signing', async () => {
  await checkpoint()
  expect(await hasKeyOfLastSignature(site.read, [KEY])).toBe(true)
  expect(await hasKeyOfLastSignature(site.read, ['the next key'])).toBe(false)
  expect(await hasKeyOfLastSignature(site.read, ['the next key', KEY])).toBe(true)
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  await writeCheckpoint(site.transaction, 'the next key', site.clock())
  expect((await verifyAudit(site.read, ['the next key', KEY])).broken).toBeNull()
  expect((await verify()).broken).toMatch(/^checkpoint 2 .*is not signed with the audit key$/)
})

test('an instance with a different key does not start, except with the previous key or a statement that it is lost', async () => {
  const start = (auditKey: string, auditKeysBefore?: string[]) =>
    refuseForeignKey({ database: site, settings: { ...settings, auditKey, auditKeysBefore } })
  await start('a key of its own')
  await checkpoint()
  await expect(start('a key of its own')).rejects.toThrow('was signed with another AUDIT_KEY')
  await start(KEY)
  await start('a key of its own', [KEY])
  await start('a key of its own', ['lost'])
})

test('the word for a lost key is no key: what it signs is not accepted', async () => {
  await writeCheckpoint(site.transaction, 'lost', site.clock())
  const keys = auditKeysOf({ ...settings, auditKeysBefore: ['lost'] })
  expect((await verifyAudit(site.read, keys)).broken).toMatch(
    /^checkpoint 1 .*is not signed with the audit key$/,
  )
})

test('all faults are listed, whatever comes first', async () => {
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'x' })
  await checkpoint()
  const navs = [fund.previousNavId, fund.navId]
  await forge(`update workflow_event set log = 'nothing' where object_id in (${navs.join()}) and seq = 2;
    update workflow_instance set status = 'TO CONTROL', queue = 'ACCOUNTANT' where object_id in (${navs.join()});
    update audit_checkpoint set at = at + interval '1 second'`)
  const { faults, broken } = await verify()
  expect(faults).toEqual([
    ...navs.map((id) =>
      expect.stringMatching(new RegExp(`^event \\d+ \\(nav ${id}, number 2, .*was changed`)),
    ),
    expect.stringMatching(/^checkpoint 1 .*was changed or one before it is missing$/),
    ...navs.map((id) => `nav ${id} is at TO CONTROL (ACCOUNTANT), but its newest event says otherwise`),
  ])
  expect(broken).toBe(faults[0])
})

test('a forged signature and one by another key are detected', async () => {
  await checkpoint()
  expect((await verifyAudit(site.read, 'another key')).broken).toMatch(
    /^checkpoint 1 .*is not signed with the audit key$/,
  )
  const [row] = await site.admin`select * from audit_checkpoint`
  const heads = ((row?.heads ?? []) as Head[]).slice(1)
  const root = merkleRoot(heads.map(headLeaf))
  const hash = checkpointHash(
    { at: row?.at, lastEventId: Number(row?.last_event_id), heads, root, seals: row?.seals },
    '',
  )
  await forge(
    `update audit_checkpoint set heads = '${JSON.stringify(heads)}', root = '${root}', hash = '${hash}'`,
  )
  expect((await verify()).broken).toMatch(/^checkpoint 1 .*is not signed with the audit key$/)
})

test.each([
  ['status', "status = 'TO CONTROL', queue = 'ACCOUNTANT'"],
  ['class', "class = 'success'"],
  ['round, which would forget who prepared', 'round = 2'],
])('a state changed by hand is detected: %s', async (_, change) => {
  await site.ownerSql.unsafe(`update workflow_instance set ${change} where object_id = ${fund.navId}`)
  expect((await verify()).broken).toMatch(
    new RegExp(`^nav ${fund.navId} is at .*, but its newest event says otherwise$`),
  )
})

test('a state removed by hand is detected', async () => {
  await site.ownerSql`delete from workflow_instance where object_id = ${fund.navId}`
  expect((await verify()).broken).toBe(`nav ${fund.navId} has events, but its state was removed`)
})

test('a comment PostgreSQL cannot store exactly leaves the chain intact', async () => {
  const comment = 'half \ud83d of a pair, a \u0000, and 🔑 é'
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment })
  expect((await historyOf(site.read, fund.previousNavId))[0]?.log).toBe('half � of a pair, a �, and 🔑 é')
  expect((await verify()).broken).toBeNull()
})

const NOTED: State = { queue: 'SYSTEM', status: 'NOTED', class: 'new' }
const noted = (objectId: number) => ({ kind: 'user', objectId, round: 1 })

test('chains longer than a page are read to the end', async () => {
  const now = site.clock()
  await site.transaction(async (tx) => {
    for (let n = 1; n <= 2_100; n++)
      await recordAct(tx, noted(900_000_001 + (n % 2)), {
        name: 'note',
        to: NOTED,
        who: null,
        log: `Note ${n}`,
        now,
      })
  })
  await checkpoint()
  expect(await verify()).toMatchObject({ events: 2_103, chains: 4, broken: null })
  expect(await historyOf(site.read, 900_000_001)).toHaveLength(1_050)
  await forge("update workflow_event set log = 'Note' where object_id = 900000002 and seq = 1050")
  expect((await verify()).broken).toMatch(/\(user 900000002, number 1050, .*was changed/)
})

test('the trail can be verified during work', async () => {
  const funds = await Promise.all([1, 2, 3].map((n) => site.addFund({ fundCode: `WORK${n}` })))
  let working = true
  const work = Promise.all(
    funds.map(async ({ navId }) => {
      while (working) {
        await site.ownerSql`update workflow_step set to_queue = 'ACCOUNTANT', to_status = 'TO CONTROL', to_class = 'new' where name = 'cancel'`
        await site.step('teamleader1', navId, 'cancel', { comment: 'again' })
        await checkpoint()
      }
    }),
  )
  const found: unknown[] = []
  for (let n = 0; n < 40; n++) found.push((await verify()).broken)
  working = false
  await work
  expect(found.filter((broken) => broken !== null)).toEqual([])
})

test('object 7001 does not delay the events of others', async () => {
  const note = { name: 'note', to: NOTED, who: null, log: '', now: site.clock() }
  await site.transaction(async (tx) => {
    await recordAct(tx, noted(7_001), note)
    const other = site.transaction((another) => recordAct(another, noted(900_000_003), note))
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('held up')), 2_000).unref())
    await Promise.race([other, late])
  })
  expect((await verify()).broken).toBeNull()
})
