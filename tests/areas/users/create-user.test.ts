import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { logIn } from '~/areas/access/log-in.server'
import { oneTimePassword } from '~/areas/access/one-time-password'
import { passwordFault, setPassword } from '~/areas/access/set-password.server'
import { requestAuthorisations, requestQueues } from '~/areas/users/request-rights.server'
import { giveOneTimePassword } from '~/areas/users/reset-access.server'
import { randomIds } from '~/http/server/services'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { ONE_TIME, usersOf } from '../../support/areas/users/users-of'

const site = await opened(testSite())
const users = await usersOf(site)

const HOUR = 60 * 60_000
const tryLogin = (username: string, now: Date) =>
  logIn(contextOf({ read: site.read, now }), { username, password: ONE_TIME })

test('a new user exists at once without rights; queues and authorisations are pending', async () => {
  const { rights } = await users.create({ queues: ['ACCOUNTANT', 'ACCOUNTING'], likeUser: 'accountant1' })
  expect(await users.person('marie')).toMatchObject({
    queues: [],
    authorisations: [],
    homepage: 'navctrldashboard',
  })
  const held = (await users.person('accountant1')).authorisations
  expect(rights).toBe('it takes effect when another administrator approves it')
  const admin = await users.person('admin')
  const [request, ...more] = await pendingChanges(site.read)
  expect([request?.description, more]).toEqual(['New user marie', []])
  expect(request?.change.split('\n')).toEqual([
    'Queues: ACCOUNTANT, ACCOUNTING',
    'Bank Accounts: may open',
    'Budgets: may open, add, update',
    'Drafted Expenses: may open, add, update, delete',
    'Invoice Log: may open, add, update',
    'NAV Controls: may open, add, update, delete',
    'NAV errors: may open, add, update',
    'NAV Production: may open, update',
    'Prices and rates: may open, update',
  ])
  await expect(
    site.as(admin, (context) => approvePendingChange(context, request?.id ?? 0)),
  ).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('another person') })
  await users.approveAll('second')
  const marie = await users.person('marie')
  expect(marie.queues).toEqual(['ACCOUNTANT', 'ACCOUNTING'])
  expect(marie.authorisations).toEqual(held)
  expect(await users.events('marie')).toEqual(
    expect.arrayContaining([
      'CREATED by Quentin Adam: User marie created for Marie Weber, role ACCOUNTANT; one-time password given',
      'APPROVED by Sec Ond: New user marie: approved',
    ]),
  )
})

test('a one-time password is valid for 72 hours; a changed one stays valid', async () => {
  await users.create({ userName: 'paul' })
  const made = site.clock().getTime()
  expect(await tryLogin('paul', new Date(made + 71 * HOUR))).toMatchObject({ mustChangePassword: true })
  await expect(tryLogin('paul', new Date(made + 73 * HOUR))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('Ask an administrator for a new one.'),
  })
  // Wrong passwords get no hint of it.
  await expect(
    logIn(contextOf({ read: site.read, now: new Date(made + 73 * HOUR) }), {
      username: 'paul',
      password: 'wrong',
    }),
  ).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('User name or password is wrong'),
  })
  const [row] = await site.ownerSql`select password_hash from app_user where user_name = 'paul'`
  const passwordHash = String(row?.password_hash)
  await site.transaction((tx) =>
    setPassword(contextOf({ tx, now: site.clock() }), { userName: 'paul', passwordHash }, null),
  )
  expect(await tryLogin('paul', new Date(made + 1_000 * HOUR))).toMatchObject({ mustChangePassword: false })
})

test('one-time passwords have 140 random bits and satisfy the password policy', () => {
  const made = new Set(Array.from({ length: 1_000 }, () => oneTimePassword(randomIds.token())))
  expect(made.size).toBe(1_000)
  for (const password of made) {
    expect(password).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(passwordFault(password, 'marie')).toBeNull()
  }
  // Every character occurs at every position.
  for (let at = 0; at < 34; at++)
    if (at % 5 !== 4) expect(new Set([...made].map((password) => password[at])).size).toBe(32)
  expect(() => oneTimePassword('too short')).toThrow('18 random bytes')
})

test.each([
  ['', 'Enter a user name.'],
  ['two words', 'A user name may contain only letters, digits and . _ @ + -'],
  ['-x', 'begins with a letter or digit'],
  ['evil\u202Eresu', 'letters, digits'],
  ['x'.repeat(101), 'at most 100 characters'],
  ['ADMIN', 'There is already a user admin.'],
  ['accountant1', 'There is already a user accountant1.'],
])('the user name "%s" is refused: %s', async (userName, sentence) => {
  await expect(users.create({ userName })).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { userName: expect.stringContaining(sentence) } },
  })
})

test('a requested name is reserved until decided: its rights would go to another person', async () => {
  const rights = { firstName: 'Xa', lastName: 'Ver', role: 'CLERK', homepage: '', queues: ['MANAGER'] }
  const authorisation = { add: true, update: true, delete: true }
  await site.transaction((tx) =>
    requestChanges(
      contextOf({ tx, now: site.clock() }),
      [
        { kind: 'user', target: 'xaver', before: null, after: rights },
        { kind: 'authorisation', target: 'navctrl xaver', before: null, after: authorisation },
      ],
      null,
    ),
  )
  const waits = {
    options: { fields: { userName: expect.stringContaining('requested by the command line') } },
  }
  await expect(users.create({ userName: 'Xaver' })).rejects.toMatchObject(waits)
  const second = await users.person('second')
  const [user] = await pendingChanges(site.read)
  await site.as(second, (context) => refusePendingChange(context, user?.id ?? 0, 'who?'))
  // Their authorisation is pending all the same.
  await expect(users.create({ userName: 'xaver' })).rejects.toMatchObject(waits)
  const [rest] = await pendingChanges(site.read)
  await site.as(second, (context) => refusePendingChange(context, rest?.id ?? 0, 'who?'))
  expect(await users.create({ userName: 'xaver' })).toMatchObject({ userName: 'xaver', rights: null })
})

test('an invalid request for a new user is refused as a whole', async () => {
  await users.create({ userName: 'nils', queues: ['ACCOUNTANT'], likeUser: 'accountant1' })
  const second = await users.person('second')
  const [all] = await pendingChanges(site.read)
  await site.as(second, (context) => refusePendingChange(context, all?.id ?? 0, 'who?'))
  expect(await users.person('nils')).toMatchObject({ queues: [], authorisations: [] })
  expect(await pendingChanges(site.read)).toEqual([])
})

test('further queues and authorisations of a new user join the pending request, which takes effect as a whole', async () => {
  const { userId } = await users.create({ userName: 'olga', queues: ['ACCOUNTANT'], likeUser: 'treasurer1' })
  const admin = await users.person('admin')
  const budgets = { add: true, update: false, delete: false }
  await site.as(admin, (context) =>
    requestQueues(context, {
      userId,
      queues: ['PAYMENT'],
      seen: '',
    }),
  )
  const summary = await site.as(admin, (context) =>
    requestAuthorisations(context, {
      userId,
      rights: { budgets },
      seen: '',
    }),
  )
  expect(summary).toBe('1 authorisation of olga: it takes effect when another administrator approves it')
  const [request, ...more] = await pendingChanges(site.read)
  expect([request?.change.split('\n'), more]).toEqual([
    [
      'Queues: PAYMENT',
      'Bank Accounts: may open',
      'Bank inbox: may open, update',
      'Budgets: may open, add',
      'Invoice Log: may open, update',
      'Payment runs: may open, add, update',
    ],
    [],
  ])
  await users.approveAll('second')
  const olga = await users.person('olga')
  expect([olga.queues, olga.authorisations.length]).toEqual([['PAYMENT'], 5])
  // Once decided, each change is pending separately again.
  await site.as(admin, (context) =>
    requestQueues(context, {
      userId,
      queues: ['ACCOUNTANT'],
      seen: 'PAYMENT',
    }),
  )
  expect((await pendingChanges(site.read)).map(({ description }) => description)).toEqual(['User olga'])
  await users.approveAll('second')
  expect((await users.person('olga')).queues).toEqual(['ACCOUNTANT'])
})

test('if the rights of a new user changed since the request, none of it takes effect', async () => {
  await users.create({ userName: 'pia', queues: ['ACCOUNTANT'], likeUser: 'treasurer1' })
  await site.ownerSql`insert into user_queue (user_id, queue) values (${await users.idOf('pia')}, 'MANAGER')`
  await expect(users.approveAll('second')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('New user pia was changed since this was requested.'),
  })
  expect(await users.person('pia')).toMatchObject({ queues: ['MANAGER'], authorisations: [] })
  const second = await users.person('second')
  const [all] = await pendingChanges(site.read)
  await site.as(second, (context) => refusePendingChange(context, all?.id ?? 0, 'who?'))
})

test('missing names, the queue SYSTEM and an unknown model are reported at their fields', async () => {
  await expect(users.create({ userName: 'nora', firstName: '  ', role: '' })).rejects.toMatchObject({
    options: { fields: { firstName: 'First name: enter one.', role: 'Role: enter one.' } },
  })
  await expect(
    users.create({ userName: 'nora', queues: ['SYSTEM'], likeUser: 'nobody' }),
  ).rejects.toMatchObject({
    options: {
      fields: {
        more: 'The queue SYSTEM cannot have members.',
        likeUser: expect.stringContaining('There is no user nobody'),
      },
    },
  })
})

test('users give no one-time password to themselves or a disabled user; another one ends the sessions', async () => {
  const admin = await users.person('admin')
  const give = (userId: number) =>
    site.as(admin, (context) =>
      giveOneTimePassword(context, {
        userId,
        passwordHash: 'not used',
      }),
    )
  await expect(give(admin.id)).rejects.toMatchObject({ code: 'refused' })
  await expect(give(999_999)).rejects.toMatchObject({ code: 'not-found' })
  const auditor = await users.idOf('auditor1')
  await site.ownerSql`insert into session (id_hash, user_id, data, created_at, last_seen_at, expires_at)
    values ('hash', ${auditor}, '{}', now(), now(), now())`
  // A user who reads a few pages only; for others it would be pending.
  await site.ownerSql`delete from user_queue where user_id = ${auditor}`
  await site.ownerSql`
    delete from authorisation where user_id = ${auditor} and function_id in ('administration', 'evidence')`
  await give(auditor)
  expect(await site.ownerSql`select * from session`).toEqual([])
  expect(await users.events('auditor1')).toEqual([
    'ONE-TIME PASSWORD by Quentin Adam: User auditor1: one-time password given; sessions and tokens ended',
  ])
})
