import { contextOf } from 'tests/support/context'
import { type TestSite, testSite } from 'tests/support/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiToken } from '~/areas/access/api-tokens.server'
import { type LoggedIn, logIn } from '~/areas/access/log-in.server'
import { createSession } from '~/areas/access/session-rows.server'
import { setPassword } from '~/areas/access/set-password.server'
import { disableUser } from '~/areas/users/disable-user.server'
import { requestQueues } from '~/areas/users/request-rights.server'
import { giveOneTimePassword } from '~/areas/users/reset-access.server'
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

test('a password withdrawn by an administrator is not overwritten by a form in progress', async () => {
  await site.ownerSql`update app_user set password_hash = 'known' where user_name = 'manager1'`
  const change = (replaces: string) =>
    site.transaction((tx) =>
      setPassword(
        contextOf({ tx, now: site.clock() }),
        { userName: 'manager1', passwordHash: 'stolen', replaces },
        null,
      ),
    )
  await site.transaction((tx) =>
    setPassword(
      contextOf({ tx, now: site.clock() }),
      { userName: 'manager1', passwordHash: 'given', oneTime: true },
      null,
    ),
  )
  await expect(change('known')).rejects.toMatchObject({ code: 'conflict' })
  expect(
    await site.ownerSql`select password_hash, must_change_password from app_user where user_name = 'manager1'`,
  ).toEqual([{ password_hash: 'given', must_change_password: true }])
})

const attempt = (user: string) =>
  logIn(contextOf({ read: site.read, now: site.clock() }), { username: user, password: 'fundesk-demo' })
const open = (loggedIn: LoggedIn) =>
  site.transaction((tx) => {
    const { userId, passwordHash } = loggedIn
    return createSession(contextOf({ tx, now: site.clock() }), 'hash', {
      userId,
      passwordHash: passwordHash ?? undefined,
    })
  })
const NOT_OPENED = { code: 'refused', message: expect.stringContaining('while you were logging in') }

test('a login in progress opens no session once the password changed or the user was disabled', async () => {
  const admin = await users.person('admin')
  const [manager, auditor] = [await attempt('manager1'), await attempt('auditor1')]
  await site.as(admin, (context) =>
    giveOneTimePassword(context, {
      userId: manager.userId,
      passwordHash: 'given',
    }),
  )
  await users.approveAll('second')
  await expect(open(manager)).rejects.toMatchObject(NOT_OPENED)
  await site.as(admin, (context) => disableUser(context, { userId: auditor.userId, comment: '' }))
  await expect(open(auditor)).rejects.toMatchObject(NOT_OPENED)
  // Single sign-on proves no password; the user must not be disabled.
  await expect(open({ ...auditor, passwordHash: null })).rejects.toMatchObject(NOT_OPENED)
  await open({ ...manager, passwordHash: null })
  expect(await site.ownerSql`select user_id from session`).toEqual([{ user_id: manager.userId }])
})

test('storing a session while its user is being disabled waits for that, and is refused', async () => {
  const admin = await users.person('admin')
  const manager = await attempt('manager1')
  let opened: Promise<unknown> = Promise.resolve()
  await site.transaction(async (tx) => {
    await disableUser(contextOf({ tx, actor: admin, now: site.clock() }), {
      userId: manager.userId,
      comment: '',
    })
    opened = expect(open(manager)).rejects.toMatchObject(NOT_OPENED)
    // If someone waits for the user’s row, the other transaction has got there.
    for (let waits = 0; waits === 0; ) {
      const [row] = await site.admin`
        select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`
      waits = Number(row?.n)
    }
  })
  await opened
  expect(await site.ownerSql`select * from session`).toEqual([])
})

test('no token is made for a user disabled meanwhile', async () => {
  const manager = await users.person('manager1')
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'manager1'`
  const token = { name: 'script', readOnly: false, days: 1 }
  await expect(
    site.transaction((tx) =>
      createApiToken(contextOf({ tx, actor: manager, now: site.clock() }), token, 'x'),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await site.ownerSql`select * from api_token`).toEqual([])
})

test('no token is made for a user with a new one-time password: it would outlive the change', async () => {
  const manager = await users.person('manager1')
  await site.transaction((tx) =>
    setPassword(
      contextOf({ tx, now: site.clock() }),
      { userName: 'manager1', passwordHash: 'given', oneTime: true },
      null,
    ),
  )
  const token = { name: 'script', readOnly: false, days: 1 }
  await expect(
    site.transaction((tx) =>
      createApiToken(contextOf({ tx, actor: manager, now: site.clock() }), token, 'x'),
    ),
  ).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('one-time password') })
  expect(await site.ownerSql`select * from api_token`).toEqual([])
})

test('users cannot replace a request that takes away their rights by their own', async () => {
  const [second, admin] = [await users.person('second'), await users.person('admin')]
  await site.ownerSql`insert into user_queue select id, 'MANAGER' from app_user where user_name = 'admin'`
  await site.as(second, (context) =>
    requestQueues(context, {
      userId: admin.id,
      queues: [],
      seen: 'MANAGER',
    }),
  )
  const [waiting] = await pendingChanges(site.read)
  const mine = { ...waiting?.after, firstName: 'Quentin Paul' }
  await expect(
    site.transaction((tx) =>
      requestChanges(
        contextOf({ tx, now: site.clock() }),
        [{ kind: 'user', target: 'admin', before: waiting?.before ?? null, after: mine }],
        admin,
      ),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect((await pendingChanges(site.read)).map(({ id }) => id)).toEqual([waiting?.id])
})
