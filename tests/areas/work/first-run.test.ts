import { existsSync } from 'node:fs'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { checkout } from 'tests/support/postgres/throwaway'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { firstRunOf } from '~/areas/work/first-run'
import { firstRunFor } from '~/areas/work/first-run.server'

const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'FIRST1' })
await site.ownerSql`update app_user set created_at = ${new Date('2026-11-01T08:00:00Z')}`
const of = (actor: Actor, inDemo = false) =>
  firstRunFor(contextOf({ read: site.read, actor, now: site.clock(), timeZone: 'Europe/Luxembourg' }), {
    inDemo,
  })
const doneBy = async (actor: Actor) => (await of(actor))?.acts.map(({ isDone }) => isDone) ?? null

test('a new accountant is shown three acts, and each is ticked by the event of its work', async () => {
  const accountant = site.actor('accountant1')
  expect(await of(accountant)).toMatchObject({ title: 'Your first NAV', open: true })
  expect(await doneBy(accountant)).toEqual([false, false, false])
  await site.control('accountant1', fund)
  expect(await doneBy(accountant)).toEqual([true, false, false])
  // What others did counts for them alone.
  expect(await doneBy(site.actor('accountant2'))).toEqual([false, false, false])
  expect(await doneBy(site.actor('teamleader1'))).toEqual([false, false, false])
})

test('it ends after thirty days, and when all is done', async () => {
  const { id } = site.actor('accountant2')
  await site.ownerSql`update app_user set created_at = ${new Date('2026-09-01T08:00:00Z')} where id = ${id}`
  expect(await of(site.actor('accountant2'))).toBeNull()
  const { id: first } = site.actor('accountant1')
  const acts = firstRunOf(['ACCOUNTANT'])?.acts ?? []
  for (const [at, { done }] of acts.entries())
    await site.ownerSql`
      insert into workflow_event (object_kind, object_id, seq, round, type, name, at, user_id, who_name, queue, status,
        class, log, data, previous_hash, hash)
      values ('nav', ${fund.navId}, ${900 + at}, 1, 'act', ${done.names[0] ?? ''}, ${site.clock()}, ${first},
        'Accountant', 'ACCOUNTANT', 'CONTROLLED', 'pending', '', '{}', '', ${`hash ${at}`})`
  expect(await of(site.actor('accountant1'))).toBeNull()
})

test('in the demo everybody begins after its story, folded, with files that are there', async () => {
  const run = await of(site.actor('accountant1'), true)
  expect(run).toMatchObject({ open: false, acts: [{ isDone: false }, { isDone: false }, { isDone: false }] })
  for (const queue of ['ACCOUNTANT', 'ACCOUNTING'])
    for (const { samples } of firstRunOf([queue])?.acts ?? [])
      for (const path of samples) expect([path, existsSync(`${checkout}public${path}`)]).toEqual([path, true])
})

test('each role has three acts; those without a queue have none', () => {
  const queues = ['ACCOUNTANT', 'TEAM LEADER', 'MANAGER', 'CLIENT', 'ACCOUNTING', 'PAYMENT', 'OPERATIONS']
  expect(queues.map((queue) => firstRunOf([queue])?.acts.length)).toEqual(queues.map(() => 3))
  expect([firstRunOf([]), firstRunOf(['A queue of the site'])]).toEqual([null, null])
  expect(firstRunOf(['MANAGER', 'SENDING'])?.title).toBe('Your first validation')
})
