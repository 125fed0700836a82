import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { appendEvent, CHECKPOINT_LOCK } from '~/platform/workflow/history.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const KEY = 'a key that only the site knows'
const OBJECTS = 25_000
const FIRST = 5_000_001

const site = await opened(testSite())
await site.transaction((tx) =>
  startInstances(contextOf({ tx, now: site.clock() }), {
    kind: 'invoice',
    objectIds: Array.from({ length: OBJECTS }, (_, index) => FIRST + index),
    state: { queue: 'ACCOUNTING', status: 'TO BOOK', class: 'new' },
    log: 'Loaded',
  }),
)

const verify = () => verifyAudit(site.read, KEY)
const checkpoint = () => writeCheckpoint(site.transaction, KEY, site.clock())
/** Bypasses the triggers, as only a database superuser can. */
const forge = (text: string) => site.admin.unsafe(`set session_replication_role = replica; ${text}`)

test('a running load does not delay a checkpoint for long, and its events go into the next', async () => {
  await site.ownerSql.begin(async (load) => {
    await load`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`
    await expect(checkpoint()).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await verify()).toMatchObject({ chains: OBJECTS, checkpoints: 0, broken: null })
})

test('thousands of new chains make several consecutive checkpoints', async () => {
  const last = await checkpoint()
  const made = await site.ownerSql`
    select last_event_id::int as last, jsonb_array_length(heads) as heads from audit_checkpoint order by id`
  expect(made.map(({ heads }) => heads)).toEqual([10_000, 10_000, 5_000])
  expect(made.at(-1)?.last).toBe(last?.lastEventId)
  expect(await checkpoint(), 'nothing new, no checkpoint').toBeNull()
  expect(await verify()).toMatchObject({
    events: OBJECTS,
    chains: OBJECTS,
    checkpoints: 3,
    lastCheckpoint: last?.hash,
    broken: null,
  })
})

test('steps can be taken while a checkpoint is written; the next one has them', async () => {
  const note = () =>
    site.transaction((tx) =>
      appendEvent(
        tx,
        { kind: 'user', objectId: 900_000_001, round: 1 },
        {
          type: 'act',
          name: 'note',
          to: { queue: 'SYSTEM', status: 'NOTED', class: 'new' },
          who: null,
          log: '',
          now: site.clock(),
        },
      ),
    )
  await note()
  let meanwhile = 0
  const first = await writeCheckpoint(
    (work) =>
      site.transaction(async (tx) => {
        const answer = await work(tx)
        if (answer !== null && typeof answer === 'object') meanwhile = await note()
        return answer
      }),
    KEY,
    site.clock(),
  )
  expect(first?.lastEventId).toBeLessThan(meanwhile)
  const next = await checkpoint()
  expect(next).toMatchObject({ lastEventId: meanwhile, heads: [[900_000_001, 2, expect.any(String)]] })
  expect((await verify()).broken).toBeNull()
})

test('a chain or a state removed from the middle of a load is detected', async () => {
  const inTheMiddle = FIRST + 14_321
  await forge(`delete from workflow_event where object_id = ${inTheMiddle}`)
  expect((await verify()).broken).toMatch(
    new RegExp(`^object ${inTheMiddle}: event number 1, which checkpoint 2 .* signed, was removed$`),
  )
  const later = FIRST + 24_000
  await forge(`truncate audit_checkpoint cascade;
    update workflow_instance set status = 'PAID' where object_id = ${later};
    delete from workflow_instance where object_id = ${inTheMiddle}`)
  expect((await verify()).broken).toMatch(new RegExp(`^invoice ${later} is at PAID \\(ACCOUNTING\\)`))
  await forge(`update workflow_instance set status = 'TO BOOK' where object_id = ${later};
    delete from workflow_instance where object_id = ${FIRST + 22_222}`)
  expect((await verify()).broken).toBe(`invoice ${FIRST + 22_222} has events, but its state was removed`)
})
