import type { Transaction } from 'db/database'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { setPassword } from '~/areas/access/set-password.server'
import {
  deleteAuthorisation,
  readUsers,
  writeAuthorisation,
  writeUser,
} from '~/areas/users/import-users.server'
import { apiSite, type UserName } from '../support/api/site'
import { control } from '../support/api/uploads'

const site = await opened(apiSite())

const DAY_MS = 24 * 60 * 60_000

async function tokenOf(user: UserName, wanted: object = {}) {
  const made = await site.call(user, 'POST', 'account/tokens', { body: { name: 'Excel', ...wanted } })
  expect(made.status, made.text).toBe(201)
  return { ...made.body, headers: { Authorization: `Bearer ${made.body.token}` } }
}

test('a token is shown once, stored hashed, and acts as its owner', async () => {
  const { token, headers, ...row } = await tokenOf('accountant1')
  expect(token).toMatch(/^fundesk_[\w-]{43}$/)
  expect(row).toMatchObject({ name: 'Excel', readOnly: false, lastUsedAt: null, revokedAt: null })
  const { body } = await site.call(null, 'GET', 'auth/user', { headers })
  expect(body.userName).toBe('accountant1')
  const listed = await site.call('accountant1', 'GET', 'account/tokens')
  expect(listed.body[0]).toMatchObject({ id: row.id, lastUsedAt: site.clock.now.toISOString() })
  expect(listed.text).not.toContain(token)
  const stored = await site.ownerSql`select * from api_token`
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(site.logged())).not.toContain(token)
})

test('a repeated token request makes no second token and shows no secret', async () => {
  const again = { body: { name: 'Once' }, headers: { 'Idempotency-Key': 'token-1' } }
  const first = await site.call('manager1', 'POST', 'account/tokens', again)
  const second = await site.call('manager1', 'POST', 'account/tokens', again)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual({ ...first.body, token: null })
  const other = await site.call('manager1', 'POST', 'account/tokens', { ...again, body: { name: 'Other' } })
  expect([other.status, other.body.errorMessage]).toEqual([409, expect.stringContaining('Idempotency-Key')])
  const used = await site.call('manager1', 'GET', 'account/tokens?filter.name==Once&filter.readOnly=false')
  expect(used.body).toHaveLength(1)
  const unused = await site.call('manager1', 'GET', 'account/tokens?filter.lastUsedAt=2026-11-02')
  expect(unused.body).toEqual([])
})

test('a refused request can be corrected and sent again with its key', async () => {
  const send = (body: object) =>
    site.call('manager1', 'POST', 'account/tokens', { body, headers: { 'Idempotency-Key': 'token-2' } })
  expect((await send({ name: '' })).status).toBe(422)
  expect((await send({ name: 'Right' })).status).toBe(201)
  const at = { 'Idempotency-Key': 'token-3' }
  const both = await Promise.all(
    ['One', 'Two'].map((name) =>
      site.call('manager1', 'POST', 'account/tokens', { body: { name }, headers: at }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('a read-only token is refused wherever something changes', async () => {
  const { headers } = await tokenOf('teamleader1', { readOnly: true })
  expect((await site.call(null, 'GET', 'dashboard/nav', { headers })).status).toBe(200)
  for (const [method, path] of [
    ['POST', 'ruleresult'],
    ['POST', 'uploadfilesFIA/3'],
    ['POST', 'account/tokens'],
    ['DELETE', 'account/tokens/1'],
    ['POST', 'dashboard/nav/reason/PRICE/1'],
    ['GET', 'dashboard/nav/reason/PRICE/1'],
  ] as const) {
    const { status, body } = await site.call(null, method, path, { headers })
    expect([method, path, status]).toEqual([method, path, 403])
    expect(body.errorMessage).toContain('is read-only')
  }
})

test('a write token changes what its owner may, and creates no other token', async () => {
  const { headers } = await tokenOf('accountant1')
  const run = await control(site, {})
  const rule = run.body.ruleResults[0]
  const body = { key: rule.id, comment: 'seen' }
  const stored = await site.call(null, 'POST', 'ruleresult', { headers, body })
  expect([stored.status, stored.body.comment, stored.body.who]).toEqual([200, 'seen', 'accountant1'])
  const more = await site.call(null, 'POST', 'account/tokens', { headers, body: { name: 'more' } })
  expect(more.status).toBe(403)
  const importing = await site.call(null, 'POST', 'import', { headers, body: new FormData() })
  expect(importing.status).toBe(403)
})

test('revoked, expired, invalid and disabled tokens are 401, even next to a valid session', async () => {
  const revoked = await tokenOf('manager1')
  expect((await site.call('auditor1', 'DELETE', `account/tokens/${revoked.id}`)).status).toBe(404)
  const answer = await site.call('manager1', 'DELETE', `account/tokens/${revoked.id}`)
  expect(answer.body.revokedAt).toBe(site.clock.now.toISOString())
  const expired = await tokenOf('manager1', { days: 1 })
  const disabled = await tokenOf('finance1')
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'finance1'`
  const now = site.clock.now
  site.clock.now = new Date(now.getTime() + DAY_MS)
  for (const Authorization of [
    revoked.headers.Authorization,
    expired.headers.Authorization,
    disabled.headers.Authorization,
    'Bearer fundesk_wrong',
    'Bearer',
    'bearer a b',
    `Bearer ${'x'.repeat(300)}`,
  ]) {
    const { status, answer: refused } = await site.call('accountant1', 'GET', 'auth/user', {
      headers: { Authorization },
    })
    expect([Authorization, status]).toEqual([Authorization, 401])
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  }
  site.clock.now = now
  const basic = await site.call('accountant1', 'GET', 'auth/user', {
    headers: { Authorization: 'Basic eDp5' },
  })
  expect(basic.status).toBe(200)
})

test('token requests are validated; a user has at most fifty active tokens', async () => {
  for (const body of [
    {},
    { name: ' ' },
    { name: 7 },
    { name: 'x', days: 0 },
    { name: 'x', days: 366 },
    { name: 'x', days: 1.5 },
    { name: 'x', readOnly: 'perhaps' },
  ]) {
    const { status } = await site.call('admin2', 'POST', 'account/tokens', { body })
    expect([body, status]).toEqual([body, 422])
  }
  // All at once: a busy server makes some wait, and they retry as clients do.
  const ask = async () => {
    for (;;) {
      const answer = await site.call('admin2', 'POST', 'account/tokens', { body: { name: 'n' } })
      if (answer.status !== 503) return answer
    }
  }
  const many = await Promise.all(Array.from({ length: 55 }, ask))
  expect(many.filter(({ status }) => status === 201)).toHaveLength(50)
  expect(many.filter(({ status }) => status === 422)).toHaveLength(5)
})

test('a token opens no page', async () => {
  const { headers } = await tokenOf('accountant1')
  const login = await fetch(`${site.origin}/login`, { headers, redirect: 'manual' })
  // A logged-in visitor would be redirected to the home page.
  expect(login.headers.get('location')).toBeNull()
})

test('a token is refused while its owner has a one-time password to change', async () => {
  const { headers } = await tokenOf('accountant1')
  const call = () => site.call(null, 'GET', 'auth/user', { headers })
  const flag = (on: boolean) =>
    site.ownerSql`update app_user set must_change_password = ${on} where user_name = 'accountant1'`
  await flag(true)
  const refused = await call()
  expect([refused.status, refused.body.errorMessage]).toEqual([
    403,
    expect.stringContaining('Your password is a one-time password'),
  ])
  await flag(false)
  expect((await call()).status).toBe(200)
})

test.each<
  [what: string, user: UserName, change: (userName: string, now: Date) => (tx: Transaction) => unknown]
>([
  [
    'a password that someone else gives',
    'teamleader1',
    (userName, now) => (tx) =>
      setPassword(contextOf({ tx, now }), { userName, passwordHash: 'given', oneTime: true }, null),
  ],
  [
    'other queues',
    'production1',
    (userName, now) => async (tx) => {
      const rights = (await readUsers(tx, [userName])).get(userName)
      if (rights) await writeUser(contextOf({ tx, now }), userName, { ...rights, queues: [] })
    },
  ],
  [
    'another authorisation',
    'manager1',
    (userName, now) => (tx) =>
      writeAuthorisation(
        contextOf({ tx, now }),
        { userName, functionId: 'budgets' },
        { add: false, update: false, delete: false },
      ),
  ],
  [
    'one authorisation less',
    'auditor1',
    (userName, now) => (tx) =>
      deleteAuthorisation(contextOf({ tx, now }), { userName, functionId: 'navctrl' }),
  ],
])('%s ends all tokens of a user', async (_, user, change) => {
  const { headers } = await tokenOf(user)
  const call = () => site.call(null, 'GET', 'auth/user', { headers })
  expect((await call()).status).toBe(200)
  await site.transaction(async (tx) => {
    await change(user, site.clock.now)(tx)
  })
  expect((await call()).status).toBe(401)
  const notices = await site.ownerSql`select text from user_notice n join app_user u on u.id = n.user_id
    where u.user_name = ${user}`
  expect(notices).toHaveLength(1)
})

test('saving the same queues ends no token', async () => {
  const { headers } = await tokenOf('accountant1')
  await site.transaction(async (tx) => {
    const rights = (await readUsers(tx, ['accountant1'])).get('accountant1')
    if (rights)
      await writeUser(contextOf({ tx, now: site.clock.now }), 'accountant1', { ...rights, role: 'HEAD' })
  })
  expect((await site.call(null, 'GET', 'auth/user', { headers })).status).toBe(200)
})
