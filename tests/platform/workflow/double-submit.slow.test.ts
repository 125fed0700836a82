import { randomUUID } from 'node:crypto'
import { contextOf, userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { runControl } from '~/areas/navs/control/run-control.server'
import { historyOf } from '~/platform/workflow/history.server'
import { sweepIdempotencyKeys } from '~/platform/workflow/idempotency.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

let count = 0
const site = await opened(testSite({ writeConnections: 10 }))

const names = async (navId: number) => (await historyOf(site.read, navId)).map(({ name }) => name)

async function controlled(): Promise<SiteFund> {
  const fund = await site.addFund({ fundCode: `TWICE${++count}` })
  await site.control('accountant1', fund)
  return fund
}

test('the same form sent twice is one step with the same answer', async () => {
  const { navId } = await controlled()
  const key = randomUUID()
  const first = await site.step('accountant1', navId, 'submit', { key })
  const again = await site.step('accountant1', navId, 'submit', { key, from: 'CONTROLLED' })
  expect(again).toBe(first)
  expect(await names(navId)).toEqual(['submit', 'control', 'create'])
})

test('the same form sent ten times at once is one step with ten equal answers', async () => {
  const { navId } = await controlled()
  const options = { key: randomUUID(), stepId: await site.stepId(navId, 'submit') }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => site.step('accountant1', navId, 'submit', options)),
  )
  expect(new Set(answers).size).toBe(1)
  expect(await names(navId)).toEqual(['submit', 'control', 'create'])
})

test('a refused step can be tried again with the same key', async () => {
  const { navId } = await site.addFund({ fundCode: `TWICE${++count}` })
  const key = randomUUID()
  const cancel = (comment: string) => site.step('teamleader1', navId, 'cancel', { key, comment })
  await expect(cancel('')).rejects.toMatchObject({ code: 'invalid' })
  expect(await cancel('Merged')).toMatch(/CANCELLED/)
})

test('a key used by another person, for another NAV or another step is refused, never answered', async () => {
  const [one, two] = [await controlled(), await controlled()]
  const key = randomUUID()
  await site.step('accountant1', one.navId, 'submit', { key })
  const reused = { code: 'conflict', message: expect.stringContaining('already sent with different content') }
  await expect(site.step('accountant1', two.navId, 'submit', { key })).rejects.toMatchObject(reused)
  await expect(site.step('teamleader1', one.navId, 'approve', { key })).rejects.toMatchObject(reused)
  expect(await site.stateOf(two.navId)).toBe('CONTROLLED (ACCOUNTANT)')
})

test('a control sent twice at once is one control; other files with the same key are refused', async () => {
  const fund = await site.addFund({ fundCode: `TWICE${++count}` })
  const upload = await site.uploadOf(fund.model, fund.set)
  const key = randomUUID()
  const run = (comment = upload.comment) =>
    runControl(userWork(site, site.actor('accountant1'), key), site.services, { ...upload, comment })
  const [first, second] = await Promise.all([run(), run()])
  expect(second).toEqual(first)
  expect(await run()).toEqual(first)
  await expect(run('Corrected files')).rejects.toMatchObject({ code: 'conflict' })
  expect(await names(fund.navId)).toEqual(['control', 'create'])
})

test('of two people who take a step at once exactly one wins, and the other reads what happened', async () => {
  for (let round = 0; round < 10; round++) {
    const { navId } = await site.addFund({ fundCode: `TWICE${++count}` })
    const seen = (await historyOf(site.read, navId))[0]?.id ?? 0
    const options = { seenEventId: seen, comment: 'Merged', stepId: await site.stepId(navId, 'cancel') }
    const results = await Promise.allSettled([
      site.step('teamleader1', navId, 'cancel', { ...options, key: randomUUID() }),
      site.step('teamleader2', navId, 'cancel', { ...options, key: randomUUID() }),
    ])
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^It is now CANCELLED \(SYSTEM\), changed by (Claire|Diego)/),
      options: { title: 'Workflow cannot move to next step.' },
    })
    expect(await names(navId)).toEqual(['cancel', 'create'])
  }
})

test('a form with an older event is refused, although the step is still available', async () => {
  const fund = await controlled()
  const seen = (await historyOf(site.read, fund.navId))[0]?.id ?? 0
  await site.control('accountant2', fund)
  await expect(site.step('accountant1', fund.navId, 'submit', { seenEventId: seen })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('by Björn Lindqvist'),
  })
})

test('an act that does not move the NAV leaves open forms valid', async () => {
  const fund = await controlled()
  const seen = (await historyOf(site.read, fund.navId))[0]?.id ?? 0
  await site.matching('accountant2', fund)
  await site.step('accountant1', fund.navId, 'submit', { seenEventId: seen })
  expect(await site.stateOf(fund.navId)).toBe('SUBMITTED (TEAM LEADER)')
})

test('keys older than a week are deleted, younger ones are not', async () => {
  const old = new Date('2026-10-01T00:00:00Z')
  await site.ownerSql`insert into idempotency_key (key, user_id, action, created_at) values
    ('old', 1, 'x', ${old.toISOString()}), ('new', 1, 'x', ${site.clock().toISOString()})`
  await site.transaction((tx) => sweepIdempotencyKeys(contextOf({ tx, now: site.clock() })))
  expect(await site.ownerSql`select key from idempotency_key where action = 'x'`).toEqual([{ key: 'new' }])
})

test('200 conflicting attempts by 8 people leave every chain intact', async () => {
  const funds = await Promise.all(
    Array.from({ length: 6 }, () =>
      site.addFund({ fundCode: `MANY${++count}`, clientValidation: count % 2 === 0 }),
    ),
  )
  for (const fund of funds) await site.control('accountant1', fund)
  const users = [
    'accountant1',
    'accountant2',
    'teamleader1',
    'teamleader2',
    'manager1',
    'manager2',
    'clientdesk1',
    'clientdesk2',
  ] as const
  const moves: [name: string, from: string][] = [
    ['submit', 'CONTROLLED'],
    ['submit', 'RETURNED'],
    ['approve', 'SUBMITTED'],
    ['validate', 'REVIEWED'],
    ['return', 'REVIEWED'],
    ['client accepts', 'AWAITING CLIENT'],
    ['send', 'VALIDATED'],
    ['reopen', 'SENT'],
  ]
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  const counts = { taken: 0, conflict: 0, forbidden: 0, refused: 0 }
  await Promise.all(
    users.map(async (user) => {
      for (let attempt = 0; attempt < 25; attempt++) {
        const { navId } = pick(funds)
        const [name, from] = pick(moves)
        try {
          await site.step(user, navId, name, { from, comment: 'x', key: randomUUID() })
          counts.taken += 1
        } catch (error) {
          const code = (error as { code: keyof typeof counts }).code
          if (!(code in counts)) throw error
          counts[code] += 1
        }
      }
    }),
  )
  // The number depends on timing, but some must be taken.
  expect(counts.taken).toBeGreaterThan(0)
  expect(counts.taken + counts.conflict + counts.forbidden + counts.refused).toBe(200)
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
  for (const { navId } of funds) {
    const history = (await historyOf(site.read, navId)).filter(({ type }) => type !== 'act').reverse()
    for (const [index, event] of history.entries()) {
      const before = history[index - 1]
      const row =
        await site.ownerSql`select from_queue, from_status from workflow_event where id = ${event.id}`
      expect(row[0]).toEqual({ from_queue: before?.queue ?? null, from_status: before?.status ?? null })
    }
  }
})
