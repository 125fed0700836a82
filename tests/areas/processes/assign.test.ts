import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { type Assignment, assignProcess, enabledProcessUsers } from '~/areas/processes/assign-process.server'
import { processById } from '~/areas/processes/list.server'
import { historyOf } from '~/platform/workflow/history.server'
import { processesOn } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { datesOf, generate, newEntity, newEvent, newProcess, newRun, person } = processesOn(site, '2026-11-02')

const ids: Record<string, number> = {}
for (const { id, user_name } of await site.ownerSql`select id, user_name from app_user`)
  ids[String(user_name)] = Number(id)
const process = await newProcess(await newEvent({ recurrence: 'weekly', weekday: 5 }), [{}], {
  name: 'Report',
})
const run = await newRun(process, await newEntity({ name: 'Lux Equity SICAV' }))
await generate()

let taken = 0
/** A date without a user. */
const freshDate = async () => (await datesOf(run))[taken++]?.id ?? 0
const assign = (
  entityProcessDateId: number,
  user: string | null,
  { key = null, ...more }: Partial<Assignment> & { key?: string | null } = {},
) => {
  const assignment = {
    entityProcessDateId,
    userId: user === null ? null : (ids[user] ?? 0),
    ...more,
  }
  return site.transaction((tx) =>
    assignProcess(contextOf({ tx, actor: person('operations1'), now: site.clock(), key }), assignment),
  )
}
const holder = async (id: number) =>
  (await processById(site.read, id, { today: '2026-11-02', actor: person('operations1') })).user_name

test('a process is assigned, reassigned and unassigned, and each is recorded', async () => {
  const id = await freshDate()
  expect(await assign(id, 'operations2')).toBe(
    'Report of Lux Equity SICAV, 06/11/2026: assigned to Oscar Meyers',
  )
  expect(await holder(id)).toBe('Oscar Meyers')
  await assign(id, 'operations2')
  await assign(id, 'teamleader1')
  expect(await assign(id, null)).toBe('Report of Lux Equity SICAV, 06/11/2026: unassigned')
  expect(await holder(id)).toBe('')
  const history = await historyOf(site.read, id)
  expect(history.map(({ log }) => log)).toEqual([
    'Claire Weyland → (none)',
    'Oscar Meyers → Claire Weyland',
    '(none) → Oscar Meyers',
  ])
  expect(history[0]).toMatchObject({
    type: 'act',
    name: 'assign process',
    data: { was: ids.teamleader1, is: null },
  })
})

test('unknown or disabled users, and users without Processes, cannot be assigned', async () => {
  const id = await freshDate()
  const users = await enabledProcessUsers(site.read)
  expect(users.map(({ userName }) => userName)).toEqual(
    expect.arrayContaining(['operations1', 'auditor1', 'manager1']),
  )
  expect(users.map(({ userName }) => userName)).not.toContain('finance1')
  for (const userId of [ids.finance1 ?? 0, 999_999])
    await expect(assign(id, null, { userId })).rejects.toMatchObject({
      code: 'invalid',
      options: { title: 'Settings error', fields: { user_id: expect.stringContaining('Choose a user') } },
    })
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'operations2'`
  await expect(assign(id, 'operations2')).rejects.toMatchObject({ code: 'invalid' })
  await site.ownerSql`update app_user set disabled_at = null where user_name = 'operations2'`
  expect(await historyOf(site.read, id)).toEqual([])
  await expect(assign(999_999, 'operations1')).rejects.toMatchObject({ code: 'not-found' })
})

test('of two people at once, the one with outdated data is refused; without a form the last one counts', async () => {
  const id = await freshDate()
  const seen = await Promise.allSettled([
    assign(id, 'operations1', { seenUserId: null }),
    assign(id, 'operations2', { seenUserId: null }),
  ])
  const refused = seen.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([
    { code: 'conflict', message: expect.stringContaining('after you opened this page') },
  ])
  // Requesting the current user again is not refused.
  const now = await holder(id)
  await assign(id, now === 'Oscar Meyers' ? 'operations2' : 'operations1', { seenUserId: null })

  await Promise.all(['operations1', 'operations2', 'teamleader1', 'manager1'].map((user) => assign(id, user)))
  const history = await historyOf(site.read, id)
  const [last] = history
  expect(await holder(id)).toBe(last?.log.split(' → ')[1])
  // Each has the previous value, so none was lost.
  const names = [...history].reverse().map(({ log }) => log.split(' → '))
  expect(names.slice(1).map(([was]) => was)).toEqual(names.slice(0, -1).map(([, is]) => is))
})

test('a form sent twice assigns once', async () => {
  const id = await freshDate()
  const key = randomUUID()
  await Promise.all([assign(id, 'operations2', { key }), assign(id, 'operations2', { key })])
  await assign(id, 'operations1')
  await assign(id, 'operations2', { key })
  expect(await holder(id)).toBe('Nadia Petrov')
})
