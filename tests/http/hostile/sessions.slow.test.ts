import { createHash } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const cookieIn = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
const withCookie = (Cookie: string, path = '/api/auth/user', method = 'GET') =>
  site.ask(null, path, { method, headers: { Cookie } })
const logIn = (user: string, Cookie = '') =>
  site.ask(null, '/login', {
    method: 'POST',
    body: new URLSearchParams({ username: user, password: 'fundesk-demo', role: 'ADMIN', userId: '1' }),
    headers: Cookie === '' ? {} : { Cookie },
  })

test('each login has a new session with a random id that is not in the database', async () => {
  const first = cookieIn(await logIn('accountant1'))
  const second = cookieIn(await logIn('accountant1', first))
  expect(second).not.toBe(first)
  expect((await withCookie(second)).status).toBe(200)
  expect((await withCookie(first)).status, 'the session before ends').toBe(401)
  const [payload = ''] = decodeURIComponent(second.replace('session=', '')).split('.')
  const id = JSON.parse(Buffer.from(payload, 'base64').toString()) as string
  expect(Buffer.from(id, 'base64url').length).toBeGreaterThanOrEqual(32)
  const keys = (await site.ownerSql`select * from session`).map((row) => JSON.stringify(row))
  expect(keys.join()).not.toContain(id)
  expect(keys.join()).toContain(createHash('sha256').update(id).digest('hex'))
  // An unsigned session that a visitor brings along is ignored.
  expect((await withCookie(`session=${Buffer.from('"x"').toString('base64')}.y`)).status).toBe(401)
})

test('an ended session is over, wherever its cookie is', async () => {
  const cookie = cookieIn(await logIn('manager1'))
  expect((await withCookie(cookie, '/logout', 'POST')).status).toBe(302)
  expect((await withCookie(cookie)).status).toBe(401)
  const again = await withCookie(cookie, '/nav-controls')
  expect([again.status, again.headers.get('location')]).toEqual([
    302,
    '/login?redirectTo=%2Fnav-controls&ended=yes',
  ])
})

test('a session that was pointed at another user in the database opens nothing', async () => {
  const own = cookieIn(await logIn('accountant1'))
  const [payload = ''] = decodeURIComponent(own.replace('session=', '')).split('.')
  const idHash = createHash('sha256')
    .update(JSON.parse(Buffer.from(payload, 'base64').toString()))
    .digest('hex')
  expect((await withCookie(own)).status).toBe(200)
  await site.ownerSql`
    update session set user_id = u.id, data = jsonb_set(data, '{userId}', to_jsonb(u.id)) from app_user u
    where id_hash = ${idHash} and user_name = 'manager1'`
  expect((await withCookie(own)).status).toBe(401)
  await site.ownerSql`update session set data = data - 'owner' where id_hash = ${idHash}`
  expect((await withCookie(own)).status).toBe(401)
})

test('undeclared fields in a call change nothing', async () => {
  const post = (path: string, body: unknown) =>
    site.ask('accountant1', path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  const me = (await (await site.ask('accountant1', '/api/auth/user')).json()) as { id: number; role: string }
  expect(me.role).toBe('ACCOUNTANT')
  const more = { userId: me.id + 1, user_id: me.id + 1, tokenHash: 'x', createdAt: '2000-01-01', id: 77 }
  const token = (await (await post('/api/account/tokens', { name: 'mine', ...more })).json()) as {
    id: number
  }
  const [row] = await site.ownerSql`select * from api_token where id = ${token.id}`
  expect(Number(row?.user_id)).toBe(me.id)
  expect(token.id).not.toBe(77)
  expect(String(row?.created_at)).not.toMatch(/^2000/)
  const fund = await site.addFund({ fundCode: 'LUX001' })
  const { controlId } = await site.control('accountant1', fund)
  const [rule] = await site.ownerSql`select * from rule_result where control_id = ${controlId} limit 1`
  const change = {
    result: 'NOK',
    comment: 'Checked',
    name: 'Mine',
    severity: 'W',
    controlId: 1,
    control_id: 1,
  }
  expect((await post('/api/ruleresult', { key: Number(rule?.id), ...change })).status).toBe(200)
  const [after] = await site.ownerSql`select * from rule_result where id = ${rule?.id}`
  const unchanged = Object.keys(after ?? {}).filter(
    (name) => !/^was$|result|comment|override|changed|by|at$/.test(name),
  )
  expect(unchanged).toContain('control_id')
  for (const name of unchanged) expect(after?.[name], name).toEqual(rule?.[name])
})

test('if rights cannot be read, nothing is allowed', async () => {
  await site.cookieOf('accountant1')
  await site.ownerSql`alter table authorisation rename to gone`
  try {
    for (const path of [
      '/nav-controls',
      '/nav-controls.data',
      '/api/dashboard/nav',
      '/api/currencies',
      '/admin',
    ]) {
      const answer = await site.ask('accountant1', path, { fails: true })
      expect([path, answer.status]).toEqual([path, 500])
      expect(await answer.text()).not.toMatch(/LUX001|authorisation"/)
    }
  } finally {
    await site.ownerSql`alter table gone rename to authorisation`
  }
  expect((await site.ask('accountant1', '/nav-controls')).status).toBe(200)
})
