import { createHash, randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { people } from 'tests/support/routes/people'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const visitors = people(site)

const OWN = 'a quiet green river'
const passwords = (current: string, wanted: string, again = wanted) => ({
  current_password: current,
  password: wanted,
  again_password: again,
})
const cookieIn = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

test('a one-time password opens the page that changes it, and no other page or call', async () => {
  const { password } = await visitors.create('marie')
  const { cookie } = await visitors.logIn('marie', password)
  for (const path of ['/', '/nav-controls', '/admin', '/appearance', '/account/sessions', '/account/tokens'])
    expect((await visitors.with(cookie, path)).headers.get('location'), path).toBe('/account/password')
  for (const path of ['/api/auth/user', '/api/account/tokens'])
    expect((await visitors.with(cookie, path)).status, path).toBe(403)
  const posted = await visitors.with(cookie, '/account/tokens/new', {
    name: 'x',
    readOnly: 'no',
    days: '9',
    idempotencyKey: randomUUID(),
  })
  expect(posted.headers.get('location')).toBe('/account/password')
  expect(await site.ownerSql`select * from api_token`).toEqual([])
  const page = await (await visitors.with(cookie, '/account/password')).text()
  expect(page).toContain('one-time password')
  expect(page).not.toContain('aria-label="Pages of your account"')

  const changed = await visitors.with(cookie, '/account/password', passwords(password, OWN))
  expect([changed.status, changed.headers.get('location')]).toEqual([302, '/'])
  const fresh = cookieIn(changed)
  expect(fresh).not.toBe(cookie)
  expect((await visitors.with(fresh, '/')).status).toBe(200)
  expect((await visitors.with(cookie, '/')).headers.get('location')).toMatch(/^\/login/)
  expect((await visitors.logIn('marie', password)).status).toBe(422)
  expect((await visitors.logIn('marie', OWN)).status).toBe(302)
})

test.each([
  ['the wrong present one', passwords('not my password', OWN), 'This is not your current password.'],
  ['two different new ones', passwords('fundesk-demo', OWN, `${OWN} `), 'The two new passwords differ.'],
  [
    'the present one again',
    passwords('fundesk-demo', 'fundesk-demo'),
    'The new password is the same as the current one.',
  ],
  ['a short one', passwords('fundesk-demo', 'sevench'), 'at least 8 characters'],
  ['a common one', passwords('fundesk-demo', 'trustno1!'), 'too easy to guess'],
  ['a listed one', passwords('fundesk-demo', '1qaz2wsx'), 'too easy to guess'],
  ['nothing', {}, 'Enter your current password.'],
])('%s is refused, and no password is echoed', async (_, fields, sentence) => {
  const answer = await site.ask('manager1', '/account/password', visitors.form(fields))
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain(sentence)
  for (const typed of Object.values(fields).filter((text) => text.length > 4))
    expect(page).not.toContain(typed)
})

test('guesses at the current password are throttled together with logins', async () => {
  const guess = () => site.ask('manager2', '/account/password', visitors.form(passwords('wrong', OWN)))
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422)
  const late = await guess()
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  const right = visitors.form(passwords('fundesk-demo', OWN))
  expect((await site.ask('manager2', '/account/password', right)).status).toBe(429)
})

test('a new password ends all other sessions', async () => {
  const [here, there] = [
    await visitors.logIn('treasurer1', 'fundesk-demo'),
    await visitors.logIn('treasurer1', 'fundesk-demo'),
  ]
  // Spaces around a password count.
  const exact = '  two blanks before '
  const answer = await visitors.with(here.cookie, '/account/password', passwords('fundesk-demo', exact))
  expect(answer.status).toBe(302)
  const fresh = cookieIn(answer)
  expect(await (await visitors.with(fresh, '/account/password')).text()).toContain('Password changed')
  for (const { cookie } of [here, there])
    expect((await visitors.with(cookie, '/invoices')).headers.get('location')).toMatch(/^\/login/)
  expect((await visitors.logIn('treasurer1', exact.trim())).status).toBe(422)
  expect((await visitors.logIn('treasurer1', exact)).status).toBe(302)
  const events = await site.ownerSql`select log, data::text from workflow_event where name = 'set password'
    and log like '%treasurer1%'`
  expect(events).toEqual([{ log: 'User treasurer1: password set', data: '{}' }])
})

test('lists sessions with their origin and marks this one; others can be ended, but not those of other users', async () => {
  const [here, there] = [
    await visitors.logIn('treasurer2', 'fundesk-demo'),
    await visitors.logIn('treasurer2', 'fundesk-demo'),
  ]
  const other = await visitors.logIn('treasurer3', 'fundesk-demo')
  const page = await (await visitors.with(here.cookie, '/account/sessions')).text()
  expect(page).toContain('Firefox on Windows')
  expect(page.split('This session')).toHaveLength(2)
  const end = (session: string, idempotencyKey: string = randomUUID()) =>
    visitors.with(here.cookie, '/account/sessions', { session, idempotencyKey })
  await end(hashOf(other.cookie))
  expect((await visitors.with(other.cookie, '/invoices')).status).toBe(200)
  await end(hashOf(here.cookie))
  expect((await visitors.with(here.cookie, '/invoices')).status).toBe(200)
  await end(hashOf(there.cookie))
  expect((await visitors.with(there.cookie, '/invoices')).headers.get('location')).toMatch(/^\/login/)
  const third = await visitors.logIn('treasurer2', 'fundesk-demo')
  const form = /name="idempotencyKey" value="([^"]+)"[^<]*<button[^>]* value="others"/.exec(page)?.[1] ?? ''
  await end('others', form)
  expect((await visitors.with(third.cookie, '/invoices')).headers.get('location')).toMatch(/^\/login/)
  const fourth = await visitors.logIn('treasurer2', 'fundesk-demo')
  await end('others', form)
  expect((await visitors.with(fourth.cookie, '/invoices')).status).toBe(200)
  expect(await (await visitors.with(here.cookie, '/account/sessions')).text()).toContain(
    '1 other session ended (sent twice, done once)',
  )
  expect((await visitors.with(here.cookie, '/account/sessions', { session: 'others' })).status).toBe(422)
  expect((await end('nonsense')).status).toBe(422)
})

test('a token from the page is shown once, works for calls, and is revoked only by its owner', async () => {
  const fields = { name: 'Excel', readOnly: 'yes', days: '30', idempotencyKey: randomUUID() }
  const make = async () =>
    (await site.ask('clientdesk1', '/account/tokens/new', visitors.form(fields))).text()
  const token = /fundesk_[\w-]{43}/.exec(await make())?.[0] ?? ''
  expect(await make()).toContain('cannot be shown again')
  const call = () => site.ask(null, '/api/auth/user', { headers: { Authorization: `Bearer ${token}` } })
  const usedToday = async () => {
    const day = site.clock().toISOString().slice(0, 10)
    return (await site.ask('clientdesk1', `/account/tokens?filter.lastUsedAt=${day}`)).text()
  }
  expect(await usedToday()).not.toContain('Read only')
  expect((await call()).status).toBe(200)
  expect(await usedToday()).toContain('Read only')
  const rows = await site.ownerSql`select id, read_only from api_token where name = 'Excel'`
  expect(rows).toMatchObject([{ read_only: true }])
  const revoke = (user: string) =>
    site.ask(
      user,
      '/account/tokens',
      visitors.form({ token: String(rows[0]?.id), idempotencyKey: randomUUID() }),
    )
  expect((await revoke('clientdesk2')).status).toBe(404)
  expect((await call()).status).toBe(200)
  expect((await revoke('clientdesk1')).status).toBe(302)
  expect((await call()).status).toBe(401)
  expect(JSON.stringify(site.logged())).not.toContain(token)
  expect(JSON.stringify(await site.ownerSql`select * from idempotency_key`)).not.toContain(token)
})

test('on a demo site alone, a link fills in a demo user, and no other name', async () => {
  const filledIn = async (user: string) => {
    const html = await (await site.ask(null, `/login?user=${user}`)).text()
    return html.includes(`value="${user}"`) && html.includes('value="fundesk-demo"')
  }
  expect(await filledIn('auditor1')).toBe(false)
  await site.ownerSql`insert into site_setting (key, value) values ('demo', 'true')`
  expect(await filledIn('auditor1')).toBe(true)
  expect(await filledIn('marie')).toBe(false)
})

/** The id of a session in the database. */
function hashOf(cookie: string): string {
  const [payload = ''] = decodeURIComponent(cookie.replace('session=', '')).split('.')
  const id = JSON.parse(Buffer.from(payload, 'base64').toString()) as string
  return createHash('sha256').update(id).digest('hex')
}
