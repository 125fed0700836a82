import { contextOf } from 'tests/support/context'
import { type TestSite, testSite } from 'tests/support/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decidesAlone, secondPersonState, switchSecondPerson } from '~/areas/access/second-person.server'
import { accountTarget } from '~/areas/bank-accounts/account'
import { requestAccount } from '~/areas/bank-accounts/request-account.server'
import { resignAdministrator } from '~/areas/users/disable-user.server'
import { requestQueues } from '~/areas/users/request-rights.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { type SiteUsers, usersOf } from '../../support/areas/users/users-of'

let site: TestSite
let users: SiteUsers
beforeEach(async () => {
  site = await testSite()
  users = await usersOf(site)
})
afterEach(() => site.close())

const flip = async (off: boolean, by = 'admin') => {
  const actor = await users.person(by)
  return site.transaction((tx) => switchSecondPerson(contextOf({ tx, actor, now: site.clock() }), { off }))
}
const dropSecond = () =>
  site.ownerSql`delete from authorisation where function_id = 'administration'
    and user_id = (select id from app_user where user_name = 'second')`
const request = async (whom: string, queues: string[], by = 'admin') => {
  const actor = await users.person(by)
  const userId = await users.idOf(whom)
  const seen = [...(await users.person(whom)).queues].sort().join(', ')
  return site.transaction((tx) =>
    requestQueues(contextOf({ tx, actor, now: site.clock() }), { userId, queues, seen }),
  )
}

test('with two administrators second approval cannot be skipped', async () => {
  await expect(flip(true)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('2 users may update Administration'),
  })
  // Disabling the second one needs approval as well.
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'second'`
  await expect(flip(true)).rejects.toMatchObject({ code: 'refused' })
  expect(await secondPersonState(site.read)).toEqual({ off: false, administrators: 2 })
})

test('a sole administrator may switch it off: requests take effect, recorded as requested and approved by one', async () => {
  await dropSecond()
  await flip(true)
  expect(await secondPersonState(site.read)).toEqual({ off: true, administrators: 1 })
  expect(await request('manager1', ['MANAGER'])).toBe(
    'Queues of manager1: it takes effect at once, as there is no second person',
  )
  expect((await users.person('manager1')).queues).toEqual(['MANAGER'])
  expect(await users.events('manager1')).toEqual([
    'REQUESTED by Quentin Adam: User manager1: requested',
    'APPROVED by Quentin Adam: User manager1: approved without a second person',
  ])
  const [row] = await site.ownerSql`select decision, requested_by = decided_by as alone from pending_change`
  expect(row).toEqual({ decision: 'approved', alone: true })
  const switches =
    await site.ownerSql`select status, log from workflow_event where name = 'switch second person'`
  expect(switches).toEqual([
    { status: 'SECOND PERSON OFF', log: expect.stringContaining('take effect at once') },
  ])
})

test('their own rights are pending all the same, and they cannot change bank accounts', async () => {
  await dropSecond()
  await flip(true)
  const admin = await users.person('admin')
  await site.transaction((tx) =>
    requestChanges(
      contextOf({ tx, now: site.clock() }),
      [
        {
          kind: 'authorisation',
          target: 'navctrl admin',
          before: { add: false, update: false, delete: false },
          after: { add: true, update: true, delete: true },
        },
      ],
      admin,
    ),
  )
  const [entity] =
    await site.ownerSql`insert into legal_entity (name, kind) values ('Client SA', 'COMPANY') returning id`
  const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: 'LU280019400644750000' }
  // A sole administrator cannot change bank accounts.
  const request = site.transaction((tx) =>
    requestChanges(
      contextOf({ tx, now: site.clock() }),
      [
        {
          kind: 'bank account',
          target: accountTarget(Number(entity?.id), null, account),
          before: null,
          after: account,
        },
      ],
      admin,
    ),
  )
  await expect(request).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('without a second person'),
  })
  expect((await pendingChanges(site.read)).map(({ kind }) => kind)).toEqual(['authorisation'])
})

test('a second administrator decides again, whatever the setting, until it is switched back on', async () => {
  await dropSecond()
  await flip(true)
  await site.ownerSql`insert into authorisation
    select id, 'administration', true, true, true from app_user where user_name = 'second'`
  expect(await secondPersonState(site.read)).toEqual({ off: false, administrators: 2 })
  expect(await request('manager1', ['MANAGER'])).toContain('another administrator')
  expect((await users.person('manager1')).queues).toHaveLength(2)
  expect(await flip(false, 'second')).toMatch(/^Second person switched on/)
  expect(await flip(false, 'second')).toMatch(/^No changes\./)
})

test('the command line removes a second administrator who left, but only once disabled', async () => {
  const resign = () =>
    site.transaction((tx) => resignAdministrator(contextOf({ tx, now: site.clock() }), 'second'))
  await expect(resign()).rejects.toMatchObject({ code: 'refused' })
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'second'`
  await resign()
  expect(await users.events('second')).toEqual([expect.stringContaining('on the command line')])
  await flip(true)
  expect(await secondPersonState(site.read)).toEqual({ off: true, administrators: 1 })
})

test('during setup the only user may decide everything, bank accounts too', async () => {
  const admin = await users.person('admin')
  const alone = (id: number) =>
    Promise.all(['ADMINISTRATION', 'TEAM LEADER'].map((queue) => decidesAlone(site.read, id, queue)))
  expect(await alone(admin.id)).toEqual([false, false])
  await dropSecond()
  await flip(true)
  expect(await alone(admin.id)).toEqual([true, false])
  expect(await alone(await users.idOf('second'))).toEqual([false, false])
  await flip(false)
  // Removes all users, as on a new site; this test leaves what refers to them.
  await site.admin`set session_replication_role = replica`
  await site.admin`delete from app_user where id <> ${admin.id}`
  await site.admin`set session_replication_role = origin`
  expect(await alone(admin.id)).toEqual([true, true])
  const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: 'LU280019400644750000' }
  const [entity] =
    await site.ownerSql`insert into legal_entity (name, kind) values ('Client SA', 'COMPANY') returning id`
  const change = { entityId: Number(entity?.id), before: null, after: account }
  const by = { actor: admin, now: site.clock() }
  expect(await site.transaction((tx) => requestAccount(contextOf({ tx, ...by }), change))).toBeNull()
  expect(
    await site.ownerSql`select iban from bank_account where legal_entity_id = ${Number(entity?.id)}`,
  ).toEqual([{ iban: account.iban }])
  expect(await pendingChanges(site.read)).toEqual([])
})
