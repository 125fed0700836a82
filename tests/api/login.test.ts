import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { hashPassword } from '~/areas/access/set-password.server'
import { apiSite } from '../support/api/site'

const site = await opened(apiSite())
const hash = await hashPassword('correct horse battery')
await site.ownerSql`update app_user set password_hash = ${hash} where user_name = 'accountant1'`

const logIn = (fields: Record<string, string>) =>
  fetch(`${site.origin}/login`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('a program logs in with a form and gets a redirect and the session cookie', async () => {
  const answer = await logIn({ username: 'accountant1', password: 'correct horse battery' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^session=.+HttpOnly.*SameSite=Lax/)
  const headers = { Cookie: cookie.split(';', 1)[0] ?? '' }
  const { status, body } = await site.call(null, 'GET', 'auth/user', { headers })
  expect([status, body.userName]).toEqual([200, 'accountant1'])
})

test('a wrong password gives no session', async () => {
  const answer = await logIn({ username: 'accountant1', password: 'wrong' })
  expect(answer.status).toBe(422)
  const headers = { Cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' }
  expect((await site.call(null, 'GET', 'auth/user', { headers })).status).toBe(401)
})

test('an ended or forged session is 401', async () => {
  const Cookie = await site.cookieOf('manager1')
  expect((await site.call(null, 'GET', 'auth/user', { headers: { Cookie } })).status).toBe(200)
  await site.ownerSql`delete from session where user_id = ${site.userIds.manager1 ?? 0}`
  expect((await site.call(null, 'GET', 'auth/user', { headers: { Cookie } })).status).toBe(401)
  const forged = { Cookie: 'session=eyJ1c2VySWQiOjF9' }
  expect((await site.call(null, 'GET', 'auth/user', { headers: forged })).status).toBe(401)
})
