import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { type TestSite, testSite } from 'tests/support/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdEndsAt, stepTaker } from '~/areas/access/actor'
import { linkToProvider, logIn } from '~/areas/access/log-in.server'
import { switchSecondPerson } from '~/areas/access/second-person.server'
import { hashPassword, setPassword } from '~/areas/access/set-password.server'
import { closeNotice, noticesOf, openNotices } from '~/areas/access/user-notices.server'
import { accountTarget } from '~/areas/bank-accounts/account'
import { requestAccount } from '~/areas/bank-accounts/request-account.server'
import { whyNotOverride } from '~/areas/budgets/budget-rules'
import { disableUser, enableUser, unlinkUser } from '~/areas/users/disable-user.server'
import { requestQueues } from '~/areas/users/request-rights.server'
import { giveOneTimePassword } from '~/areas/users/reset-access.server'
import { saveUser } from '~/areas/users/save-user.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { type SiteUsers, usersOf } from '../../support/areas/users/users-of'

let site: TestSite
let users: SiteUsers
beforeEach(async () => {
  site = await testSite()
  users = await usersOf(site)
})
afterEach(() => site.close())

const GIVEN = 'given by an administrator'
const reset = async (userName: string, by = 'admin', password = GIVEN) => {
  const [actor, userId, passwordHash] = [
    await users.person(by),
    await users.idOf(userName),
    await hashPassword(password),
  ]
  return site.transaction((tx) =>
    giveOneTimePassword(contextOf({ tx, actor, now: site.clock() }), { userId, passwordHash }),
  )
}
const tryLogin = (username: string, password: string) =>
  logIn(contextOf({ read: site.read, now: site.clock() }), { username, password })
const token = (userId: number) => site.ownerSql`
  insert into api_token (user_id, name, token_hash, read_only, created_at)
  values (${userId}, 'script', ${randomUUID()}, false, now())`
const session = (userId: number) => site.ownerSql`
  insert into session (id_hash, user_id, data, created_at, last_seen_at, expires_at)
  values (${randomUUID()}, ${userId}, '{}', now(), now(), now())`
const left = async (userId: number) => {
  const [row] = await site.ownerSql`
    select (select count(*)::int from session where user_id = ${userId}) as sessions,
      (select count(*)::int from api_token where user_id = ${userId} and revoked_at is null) as tokens`
  return row
}
const aloneOn = async () => {
  await site.ownerSql`delete from authorisation where function_id = 'administration'
    and user_id = (select id from app_user where user_name = 'second')`
  const admin = await users.person('admin')
  await site.as(admin, (context) => switchSecondPerson(context, { off: true }))
}

test('a one-time password for a user with rights is pending, and nothing changes until approved', async () => {
  const treasurer = await users.idOf('treasurer1')
  await Promise.all([token(treasurer), session(treasurer)])
  expect(await reset('treasurer1')).toMatchObject({
    waits: 'it takes effect when another administrator approves it',
  })
  await expect(tryLogin('treasurer1', GIVEN)).rejects.toMatchObject({ code: 'invalid' })
  await tryLogin('treasurer1', 'fundesk-demo')
  expect(await left(treasurer)).toEqual({ sessions: 1, tokens: 1 })
  const [waiting] = await pendingChanges(site.read)
  expect(waiting).toMatchObject({ description: 'One-time password of treasurer1', requester: 'Quentin Adam' })
  const decide = async (by: string) => {
    const actor = await users.person(by)
    return site.transaction((tx) =>
      approvePendingChange(
        contextOf({ tx, actor, now: site.clock(), timeZone: 'Europe/Luxembourg' }),
        waiting?.id ?? 0,
      ),
    )
  }
  await expect(decide('admin')).rejects.toMatchObject({ code: 'forbidden' })
  await decide('second')
  expect(await tryLogin('treasurer1', GIVEN)).toMatchObject({ mustChangePassword: true })
  await expect(tryLogin('treasurer1', 'fundesk-demo')).rejects.toMatchObject({ code: 'invalid' })
  expect(await left(treasurer)).toEqual({ sessions: 0, tokens: 0 })
  // The hash is in no chain, and no longer among the changes.
  const stored = JSON.stringify([
    await site.ownerSql`select data, log from workflow_event`,
    await site.ownerSql`select * from pending_change`,
  ])
  expect(stored).not.toContain('argon2')
  const [notice] = await openNotices(site.read, treasurer)
  expect(notice?.text).toBe('Quentin Adam gave you a one-time password, approved by Sec Ond.')
  // For a day the notice cannot be closed, as an intruder might do.
  const close = (now: Date) =>
    site.transaction((tx) => closeNotice(contextOf({ tx, now }), treasurer, notice?.id ?? 0))
  await expect(close(site.clock())).rejects.toMatchObject({ code: 'refused' })
  await close(holdEndsAt(notice?.at ?? site.clock()))
  expect(await openNotices(site.read, treasurer)).toEqual([])
  expect(await noticesOf(site.read, treasurer)).toHaveLength(1)
})

test('of two pending one-time passwords the newest works', async () => {
  await reset('treasurer1')
  await reset('treasurer1', 'admin', 'the second one that was made')
  expect(await pendingChanges(site.read)).toHaveLength(1)
  await users.approveAll('second')
  await expect(tryLogin('treasurer1', GIVEN)).rejects.toMatchObject({ code: 'invalid' })
  await tryLogin('treasurer1', 'the second one that was made')
})

test.each(['administration', 'evidence'])(
  'an auditor, who may open %s, is as sensitive as a queue member',
  async (page) => {
    await users.create({ userName: 'audrey' })
    await site.ownerSql`insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
    values (${await users.idOf('audrey')}, ${page}, false, false, false)`
    expect((await reset('audrey')).waits).toBe('it takes effect when another administrator approves it')
  },
)

test('a user without rights gets theirs at once, with a notice; with pending rights they do not', async () => {
  await users.create({ userName: 'paul' })
  expect(await reset('paul')).toMatchObject({ waits: null })
  await tryLogin('paul', GIVEN)
  expect((await openNotices(site.read, await users.idOf('paul'))).map(({ text }) => text)).toEqual([
    'Quentin Adam gave you a one-time password.',
    'Quentin Adam created your user and gave you a one-time password.',
  ])
  await users.create({ userName: 'marie', queues: ['PAYMENT'] })
  expect((await reset('marie')).waits).not.toBeNull()
})

test('a request that no other user could approve is refused, with the alternative', async () => {
  await expect(reset('second')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('npm run user -- password second'),
  })
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'second'`
  await expect(reset('treasurer1')).rejects.toMatchObject({ code: 'refused' })
  expect(await pendingChanges(site.read)).toEqual([])
})

test('for 24 hours after a reset the user takes and requests no four-eyes step, and decides nothing', async () => {
  const fund = await site.addFund({ fundCode: 'LUX001' })
  await site.control('accountant1', fund)
  await site.step('accountant1', fund.navId, 'submit')
  await reset('teamleader1')
  await users.approveAll('second')
  const leader = await users.person('teamleader1')
  await expect(site.stepAs(leader, fund.navId, 'approve')).rejects.toMatchObject({
    code: 'forbidden',
    message: '“Approve” needs another person: your access was reset less than 24 hours ago (four-eyes rule).',
  })
  // A return releases nothing.
  const at = { queue: 'TEAM LEADER', status: 'TO CHECK' }
  expect(whyNotOverride(leader, at, new Set())).toContain('less than 24 hours ago')
  const [entity] =
    await site.ownerSql`insert into legal_entity (name, kind) values ('Client SA', 'COMPANY') returning id`
  const entityId = Number(entity?.id)
  const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: 'LU280019400644750000' }
  const ask = (actor: typeof leader) =>
    site.transaction((tx) =>
      requestAccount(contextOf({ tx, actor, now: site.clock() }), { entityId, before: null, after: account }),
    )
  await expect(ask(leader)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('less than 24 hours ago'),
  })
  await ask(await users.person('teamleader2'))
  const [waiting] = await pendingChanges(site.read)
  expect(waiting?.target).toBe(accountTarget(entityId, null, account))
  const decide = (now: Date) =>
    site.transaction((tx) =>
      approvePendingChange(
        contextOf({ tx, actor: leader, now, timeZone: 'Europe/Luxembourg' }),
        waiting?.id ?? 0,
      ),
    )
  await expect(decide(site.clock())).rejects.toMatchObject({ code: 'forbidden' })
  const later = holdEndsAt(site.clock())
  site.setClock(later.toISOString())
  await decide(later)
  await site.stepAs(await users.person('teamleader1'), fund.navId, 'approve')
  expect(await site.stateOf(fund.navId)).toBe('REVIEWED (MANAGER)')
})

test('enabling is pending too, including a new password', async () => {
  const [admin, userId] = [await users.person('admin'), await users.idOf('treasurer2')]
  await site.as(admin, (context) => disableUser(context, { userId, comment: '' }))
  await expect(reset('treasurer2')).rejects.toMatchObject({ code: 'refused' })
  const enabling = () => site.as(admin, (context) => enableUser(context, userId))
  expect(await enabling()).toBe(
    'Enabling of treasurer2: it takes effect when another administrator approves it',
  )
  expect((await reset('treasurer2')).waits).not.toBeNull()
  await expect(tryLogin('treasurer2', 'fundesk-demo')).rejects.toMatchObject({ code: 'invalid' })
  const second = await users.person('second')
  const [enabled, password] = await pendingChanges(site.read)
  const approve = (id = 0) => site.as(second, (context) => approvePendingChange(context, id))
  await expect(approve(password?.id)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('first approve the request to enable this user'),
  })
  await approve(enabled?.id)
  await approve(password?.id)
  await tryLogin('treasurer2', GIVEN)
  expect((await users.person('treasurer2')).heldBack.until).not.toBeNull()
})

test('so is unlinking from single sign-on, which ends sessions and tokens', async () => {
  const userId = await users.idOf('treasurer2')
  const identity = { issuer: 'https://id.example', subject: 's-1' }
  await site.transaction((tx) => linkToProvider(contextOf({ tx, now: site.clock() }), 'treasurer2', identity))
  await Promise.all([token(userId), session(userId)])
  const [admin, own] = [await users.person('admin'), await users.person('treasurer2')]
  await expect(site.as(own, (context) => unlinkUser(context, userId))).rejects.toMatchObject({
    code: 'refused',
  })
  await site.as(admin, (context) => unlinkUser(context, userId))
  expect(await left(userId)).toEqual({ sessions: 1, tokens: 1 })
  await users.approveAll('second')
  expect(await left(userId)).toEqual({ sessions: 0, tokens: 0 })
  expect((await openNotices(site.read, userId)).map(({ text }) => text)).toEqual([
    'Quentin Adam removed your link to single sign-on, approved by Sec Ond.',
    'The server operator linked you to single sign-on.',
  ])
})

test('renaming a user with rights is pending, along with queues; changing the role is not', async () => {
  const [admin, userId] = [await users.person('admin'), await users.idOf('treasurer1')]
  const { firstName, lastName, role, homepage, queues } = await users.person('treasurer1')
  const seen = { firstName, lastName, role, homepage }
  const request = { userId, queues: ['PAYMENT', 'RISK'], seen: [...queues].sort().join(', ') }
  await site.as(admin, (context) => requestQueues(context, request))
  const fields = { ...seen, lastName: 'Boss', role: 'HEAD OF TREASURY' }
  const done = await site.as(admin, (context) => saveUser(context, { userId, seen, fields }))
  expect(done).toBe(
    'User treasurer1 saved. Name of treasurer1: it takes effect when another administrator approves it',
  )
  expect(await users.person('treasurer1')).toMatchObject({ lastName, role: 'HEAD OF TREASURY' })
  await users.approveAll('second')
  expect(await users.person('treasurer1')).toMatchObject({
    lastName: 'Boss',
    queues: ['PAYMENT', 'RISK'],
    role: 'HEAD OF TREASURY',
  })
})

test('with a single administrator it takes effect, all are notified, and payments and bank accounts stay closed', async () => {
  await aloneOn()
  expect(await reset('treasurer1')).toMatchObject({ waits: null })
  await tryLogin('treasurer1', GIVEN)
  expect(await users.events('treasurer1')).toContain(
    'APPROVED by Quentin Adam: One-time password of treasurer1: approved without a second person',
  )
  const notices = (await openNotices(site.read, await users.idOf('manager1'))).map(({ text }) => text)
  expect(notices).toEqual([
    'Quentin Adam gave the user treasurer1 a one-time password, without a second administrator.',
  ])
  // A day later four-eyes steps are open again, but not payments.
  site.setClock(holdEndsAt(site.clock()).toISOString())
  const treasurer = await users.person('treasurer1')
  expect(treasurer.heldBack).toEqual({ until: null, money: 'reset alone' })

  const approval = { display: 'First approval', actingQueue: 'PAYMENT', excludes: ['booker'] }
  const why = async (userName: string) => stepTaker(await users.person(userName)).heldBack(approval)
  expect(await why('treasurer1')).toContain('your access was reset without a second administrator')
  expect(await why('admin')).toContain('while you administer this site without a second person')
  expect(await why('treasurer2')).toBeNull()
  const created = await users.create({ userName: 'paul' })
  expect((await users.person('paul')).heldBack.money).toBe('reset alone')
  expect(created.rights).toBeNull()
  // The operator of the server vouches for them.
  const passwordHash = await hashPassword('set by the operator')
  await site.transaction((tx) =>
    setPassword(contextOf({ tx, now: site.clock() }), { userName: 'treasurer1', passwordHash }, null),
  )
  expect((await users.person('treasurer1')).heldBack).toEqual({ until: null, money: null })
  expect((await openNotices(site.read, treasurer.id))[0]?.text).toBe(
    'The server operator set your password on the command line.',
  )
})

test('while only administrators work on the site, a first one-time password blocks no steps', async () => {
  await site.ownerSql`update app_user set password_hash = null, password_set_at = null
    where user_name not in ('admin', 'second')`
  const heldUntil = async (userName: string) => (await users.person(userName)).heldBack.until
  await users.create({ userName: 'marie' })
  expect(await heldUntil('marie')).toBeNull()
  // Marie has chosen her own password: from now on another administrator may take the step.
  await site.ownerSql`update app_user set must_change_password = false where user_name = 'marie'`
  await users.create({ userName: 'pierre' })
  expect(await heldUntil('pierre')).not.toBeNull()
})
