import { readFileSync } from 'node:fs'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { people } from 'tests/support/routes/people'
import { smallBrowser } from 'tests/support/single-sign-on/browser'
import { signOnOf } from 'tests/support/single-sign-on/sign-on-of'
import { expect, test } from 'vitest'
import { unlinkFromProvider } from '~/areas/access/log-in.server'
import { acceptPasswords } from '~/areas/access/site-setting.server'

const site = await opened(httpSite())
const signOn = await opened(signOnOf(site))

const logIn = (userName: string, password = 'fundesk-demo') =>
  fetch(`${site.origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: userName, password }),
  })
const loginPage = async (path = '/login') => (await fetch(site.origin + path)).text()

test('in addition to passwords, the login page offers both, and returns to the requested page', async () => {
  signOn.use('beside')
  const page = await loginPage('/login?redirectTo=%2Fproduction%3Fpage%3D2')
  expect(page).toContain('name="password"')
  expect(page).toContain('href="/login/oidc?redirectTo=%2Fproduction%3Fpage%3D2"')
  expect((await logIn('manager1')).status).toBe(302)
})

test('instead of passwords, no password is checked and the page has no password field', async () => {
  signOn.use('instead')
  const page = await loginPage()
  expect(page).not.toMatch(/name="password"|fundesk-demo/)
  expect(page).toContain('Log in with single sign-on')
  const answers = []
  for (const password of ['fundesk-demo', 'wrong']) {
    const answer = await logIn('manager1', password)
    expect(answer.headers.getSetCookie().join()).not.toMatch(/session=[^;]/)
    answers.push([answer.status, /role="alert">.*?<p>(.*?)<\/p>/s.exec(await answer.text())?.[1]])
  }
  expect(answers).toEqual([
    [422, 'Passwords are not accepted here. Log in with single sign-on.'],
    [422, 'Passwords are not accepted here. Log in with single sign-on.'],
  ])
  const browser = smallBrowser(site.origin)
  await browser.logIn('s-1')
  expect(await signOn.who(browser)).toBe('accountant1')
})

test('the command line re-enables passwords while the provider is down, and that is recorded', async () => {
  signOn.use('instead')
  signOn.provider.lies = { down: true }
  await site.transaction((tx) => acceptPasswords(contextOf({ tx, now: site.clock() }), true))
  expect((await logIn('manager1')).status).toBe(302)
  expect(await loginPage()).toContain('name="password"')
  await site.transaction((tx) => acceptPasswords(contextOf({ tx, now: site.clock() }), false))
  expect((await logIn('manager1')).status).toBe(422)
  signOn.provider.lies = {}
  const events = await site.ownerSql`
    select name, user_id, who_name from workflow_event where name like '% passwords' order by id`
  expect(events.map(({ name, who_name: who }) => [name, who])).toEqual([
    ['accept passwords', 'SYSTEM'],
    ['refuse passwords', 'SYSTEM'],
  ])
})

test('an unused one-time password does not block a login through the provider', async () => {
  signOn.use('instead')
  await site.ownerSql`update app_user set must_change_password = true where user_name = 'manager1'`
  const browser = smallBrowser(site.origin)
  const { status, at } = await browser.logIn('s-2', '/login/oidc?redirectTo=/production')
  expect([status, at]).toEqual([200, `${site.origin}/production`])
})

test('without passwords, a one-time password still links a user, and nothing else', async () => {
  signOn.use('instead')
  const { password } = await people(site).create('onlylinked')
  expect((await logIn('onlylinked', password)).status).toBe(422)
  const browser = smallBrowser(site.origin)
  await browser.logIn('s-5')
  const body = new URLSearchParams({ username: 'onlylinked', password })
  await browser.follow(`${site.origin}/login/oidc/link`, 'nowhere', { method: 'POST', body })
  expect(await signOn.who(browser)).toBe('onlylinked')
})

test('the provider link of a user is in their chain, and the command line can end it', async () => {
  signOn.use('beside')
  const enter = async (subject: string) => {
    const browser = smallBrowser(site.origin)
    await browser.logIn(subject)
    return signOn.who(browser)
  }
  await signOn.link('auditor1', 's-3')
  expect([await enter('s-3'), await enter('s-4')]).toEqual(['auditor1', 401])
  const unlink = () =>
    site.transaction((tx) => unlinkFromProvider(contextOf({ tx, now: site.clock() }), 'auditor1', null))
  await unlink()
  await unlink()
  await signOn.link('auditor1', 's-4')
  expect([await enter('s-4'), await enter('s-3')]).toEqual(['auditor1', 401])
  const events = await site.ownerSql`
    select name, who_name, data from workflow_event where name like '%provider' and log like '%auditor1%' order by id`
  expect(events.map(({ name, who_name: who, data }) => [name, who, data.subject])).toEqual([
    ['link to provider', 'SYSTEM', 's-3'],
    ['unlink from provider', 'SYSTEM', undefined],
    ['link to provider', 'SYSTEM', 's-4'],
  ])
  await expect(
    site.transaction((tx) => unlinkFromProvider(contextOf({ tx, now: site.clock() }), 'nobody', null)),
  ).rejects.toThrow('There is no user nobody.')
})

test('the migration reads links that were only in the event chains', async () => {
  const sql = readFileSync('db/migrations/0009_resets_and_notices.sql', 'utf8')
  const [backfill = ''] = sql.split('--> statement-breakpoint').slice(-1)
  await site.ownerSql`update app_user set sign_on_issuer = null, sign_on_subject = null`
  await site.ownerSql.unsafe(backfill)
  const linked = await site.ownerSql`
    select user_name, sign_on_subject as subject from app_user where sign_on_subject is not null order by 1`
  expect(linked).toEqual([
    { user_name: 'accountant1', subject: 's-1' },
    { user_name: 'auditor1', subject: 's-4' },
    { user_name: 'manager1', subject: 's-2' },
    { user_name: 'onlylinked', subject: 's-5' },
  ])
})
