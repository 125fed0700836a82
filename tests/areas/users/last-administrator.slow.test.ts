import { contextOf } from 'tests/support/context'
import { type TestSite, testSite } from 'tests/support/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logIn } from '~/areas/access/log-in.server'
import { noteSingleSignOn } from '~/areas/access/site-setting.server'
import { administrators } from '~/areas/users/administrators.server'
import { disableUser, enableUser, endSessions } from '~/areas/users/disable-user.server'
import { requestAuthorisations, requestQueues } from '~/areas/users/request-rights.server'
import { saveUser } from '~/areas/users/save-user.server'
import { grantedRightsText, type UserFields } from '~/areas/users/user-fields'
import { rightsOf } from '~/areas/users/user-view.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { ONE_TIME, type SiteUsers, usersOf } from '../../support/areas/users/users-of'

let site: TestSite
let users: SiteUsers
beforeEach(async () => {
  site = await testSite()
  users = await usersOf(site)
})
afterEach(() => site.close())

const NOBODY_LEFT = { code: 'refused', message: expect.stringContaining('No user would be left') }

/** Ids of those who may update Administration and can log in. */
const standing = async () =>
  (await administrators(contextOf({ read: site.read, now: site.clock() }))).flatMap(({ id, keptOut }) =>
    keptOut === null ? [id] : [],
  )

async function disable(by: string, whom: string) {
  const actor = await users.person(by)
  const userId = await users.idOf(whom)
  return site.transaction((tx) =>
    disableUser(contextOf({ tx, actor, now: site.clock() }), { userId, comment: 'left us' }),
  )
}

async function ask(by: string, whom: string, rights: Parameters<typeof requestAuthorisations>[1]['rights']) {
  const actor = await users.person(by)
  const userId = await users.idOf(whom)
  const seen = grantedRightsText(await rightsOf(site.read, whom))
  return site.transaction((tx) =>
    requestAuthorisations(contextOf({ tx, actor, now: site.clock() }), { userId, rights, seen }),
  )
}

test('users cannot disable themselves, end their own access or change their own rights', async () => {
  const admin = await users.person('admin')
  const forbidden = { code: 'forbidden' }
  await expect(disable('admin', 'admin')).rejects.toMatchObject(forbidden)
  await expect(ask('admin', 'admin', { administration: null })).rejects.toMatchObject(forbidden)
  await expect(
    site.as(admin, (context) =>
      requestQueues(context, {
        userId: admin.id,
        queues: ['MANAGER'],
        seen: '',
      }),
    ),
  ).rejects.toMatchObject(forbidden)
  await expect(site.as(admin, (context) => endSessions(context, admin.id))).rejects.toMatchObject({
    code: 'refused',
  })
  const { firstName, lastName, role, homepage } = admin
  const seen = { firstName, lastName, role, homepage }
  await expect(
    site.as(admin, (context) =>
      saveUser(context, {
        userId: admin.id,
        seen,
        fields: { ...seen, role: 'BOSS' },
      }),
    ),
  ).rejects.toMatchObject({ options: { fields: { role: expect.stringContaining('own role') } } })
})

test('disabling ends sessions and tokens at once, keeps rights, and enabling reverses it', async () => {
  const second = await users.idOf('second')
  await site.ownerSql`insert into session (id_hash, user_id, data, created_at, last_seen_at, expires_at)
    values ('hash', ${second}, '{}', now(), now(), now())`
  await site.ownerSql`insert into api_token (user_id, name, token_hash, read_only, created_at)
    values (${second}, 'script', 'hash', false, now())`
  await disable('admin', 'second')
  expect(await site.ownerSql`select * from session`).toEqual([])
  expect(await site.ownerSql`select * from api_token where revoked_at is null`).toEqual([])
  await expect(users.person('second')).rejects.toThrow('not disabled')
  const admin = await users.person('admin')
  await site.ownerSql`insert into authorisation select id, 'administration', true, true, true
    from app_user where user_name = 'admin2'`
  await site.as(admin, (context) => enableUser(context, second))
  await users.approveAll('admin2')
  await site.ownerSql`delete from authorisation where function_id = 'administration'
    and user_id = (select id from app_user where user_name = 'admin2')`
  expect((await users.person('second')).authorisations).toHaveLength(1)
  expect(await users.events('second')).toEqual([
    'DISABLED by Quentin Adam: User second disabled; sessions and tokens ended: left us',
    'REQUESTED by Quentin Adam: Enabling of second: requested',
    'ENABLED by Quentin Adam: User second enabled again; the old password no longer works',
    expect.stringMatching(/^APPROVED by .*: Enabling of second: approved$/),
  ])
  // The old password gets no access and no hint until there is a new one.
  await expect(
    logIn(contextOf({ read: site.read, now: site.clock() }), { username: 'second', password: ONE_TIME }),
  ).rejects.toMatchObject({ code: 'invalid' })
  expect(await administrators(contextOf({ read: site.read, now: site.clock() }))).toMatchObject([
    { userName: 'admin', keptOut: null },
    { userName: 'second', keptOut: 'has no password' },
  ])
})

test('two administrators who disable each other at the same time leave one', async () => {
  const done = await Promise.allSettled([disable('admin', 'second'), disable('second', 'admin')])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await standing()).toHaveLength(1)
})

test('the last administrator keeps the permission, even if its removal is approved', async () => {
  // Requested while there were two.
  await ask('second', 'admin', { administration: { add: true, update: false, delete: true } })
  await ask('admin', 'second', { administration: null })
  const [first, other] = await pendingChanges(site.read)
  const [admin, second] = [await users.person('admin'), await users.person('second')]
  const approve = (id: number | undefined, actor: typeof admin) =>
    site.transaction((tx) =>
      approvePendingChange(
        contextOf({ tx, actor, now: site.clock(), timeZone: 'Europe/Luxembourg' }),
        id ?? 0,
      ),
    )
  // Users do not decide about their own rights.
  await expect(approve(first?.id, admin)).rejects.toMatchObject({ code: 'forbidden' })
  await site.ownerSql`insert into authorisation
    select id, 'administration', false, true, false from app_user where user_name = 'manager1'`
  const manager = await users.person('manager1')
  await approve(other?.id, manager)
  expect((await users.person('second')).authorisations).toEqual([])
  await site.ownerSql`update authorisation set may_update = false
    where function_id = 'administration' and user_id = ${manager.id}`
  // The rights of the approver are checked again under the lock.
  await expect(approve(first?.id, manager)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await standing()).toEqual([admin.id])
  await expect(disable('second', 'admin')).rejects.toMatchObject(NOBODY_LEFT)
  expect(second.id).not.toBe(admin.id)
})

test('a request without changes, and one based on outdated data, is refused', async () => {
  const manager = await users.idOf('manager1')
  await expect(
    ask('admin', 'manager1', { navctrl: { add: false, update: true, delete: false } }),
  ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('already') })
  const admin = await users.person('admin')
  const request = (queues: string[], seen = 'MANAGER, SENDING') =>
    site.as(admin, (context) => requestQueues(context, { userId: manager, queues, seen }))
  await expect(request(['MANAGER', 'SENDING'])).rejects.toMatchObject({ code: 'invalid' })
  await expect(request(['SENDING'], 'MANAGER')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('changed after you opened this page'),
  })
  const removal = { userId: manager, rights: { navctrl: null }, seen: 'navctrl r a u d' }
  await expect(site.as(admin, (context) => requestAuthorisations(context, removal))).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await request(['SENDING'])).toBe(
    'Queues of manager1: it takes effect when another administrator approves it',
  )
  const seen = { firstName: 'Edith', lastName: 'Kremer', role: 'MANAGER', homepage: 'production' }
  const save = (homepage: string) =>
    site.as(admin, (context) =>
      saveUser(context, {
        userId: manager,
        seen,
        fields: { ...seen, homepage },
      }),
    )
  expect(await save('')).toBe('User manager1 saved')
  await expect(save('production')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Homepage is empty now'),
  })
})

async function saveNames(whom: string, fields: Partial<UserFields>) {
  const admin = await users.person('admin')
  const { id: userId, firstName, lastName, role, homepage } = await users.person(whom)
  const seen = { firstName, lastName, role, homepage }
  return site.as(admin, (context) =>
    saveUser(context, {
      userId,
      seen,
      fields: { ...seen, ...fields },
    }),
  )
}

test('pending queues do not affect names changed meanwhile, and vice versa', async () => {
  const admin = await users.person('admin')
  const manager = await users.idOf('manager1')
  const fewer = { userId: manager, queues: ['SENDING'], seen: 'MANAGER, SENDING' }
  await site.as(admin, (context) => requestQueues(context, fewer))
  await saveNames('manager1', { lastName: 'Kremer-Noël', homepage: '' })
  await users.approveAll('second')
  expect(await users.person('manager1')).toMatchObject({
    lastName: 'Kremer-Noël',
    homepage: '',
    queues: ['SENDING'],
  })
  // A workbook requests a role; the same role was changed manually meanwhile.
  const before = { firstName: 'Edith', lastName: 'Kremer-Noël', role: 'MANAGER', homepage: '' }
  const change = {
    kind: 'user',
    target: 'manager1',
    before: { ...before, queues: ['SENDING'] },
    after: { ...before, role: 'HEAD', queues: ['SENDING'] },
  } as const
  await site.transaction((tx) => requestChanges(contextOf({ tx, now: site.clock() }), [change], null))
  await saveNames('manager1', { role: 'CHIEF' })
  await expect(users.approveAll('second')).rejects.toMatchObject({ code: 'conflict' })
})

test.each([
  ['has no password', 'password_hash = null'],
  ['has an expired one-time password', "must_change_password = true, password_set_at = '2026-01-01'"],
  ['is disabled', 'disabled_at = now()'],
])('an administrator who %s is not the last one', async (why, state) => {
  await site.ownerSql.unsafe(`update app_user set ${state} where user_name = 'second'`)
  const manager = await users.person('manager1')
  const taken = site.as(manager, (context) =>
    disableUser(context, {
      userId: site.actor('admin').id,
      comment: '',
    }),
  )
  await expect(taken).rejects.toMatchObject({
    ...NOBODY_LEFT,
    message: expect.stringContaining(
      `admin is disabled, second ${why}. Give one of them a new one-time password`,
    ),
  })
  expect(await standing()).toEqual([site.actor('admin').id])
})

test('with single sign-on, an administrator without a password counts, a disabled one does not', async () => {
  await site.ownerSql`update app_user set password_hash = null where user_name in ('admin', 'second')`
  await site.transaction((tx) => noteSingleSignOn(tx, true))
  await disable('second', 'admin')
  expect(await standing()).toEqual([await users.idOf('second')])
  const manager = await users.person('manager1')
  const second = { userId: await users.idOf('second'), comment: '' }
  await expect(site.as(manager, (context) => disableUser(context, second))).rejects.toMatchObject(NOBODY_LEFT)
})
