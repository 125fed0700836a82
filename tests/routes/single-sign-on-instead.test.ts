import { smallBrowser } from 'tests/single-sign-on/browser'
import { type SignOnSite, signOnSite } from 'tests/single-sign-on/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unlinkFromProvider } from '~/domain/access/log-in-by-provider.server'
import { acceptPasswords } from '~/domain/access/passwords-accepted.server'

let site: SignOnSite
beforeAll(async () => {
  site = await signOnSite()
})
afterAll(() => site.close())

const logIn = (userName: string, password = 'fundesk-demo') =>
  fetch(`${site.origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: userName, password }),
  })
const loginPage = async (path = '/login') => (await fetch(site.origin + path)).text()

test('beside passwords the login page has both, and leads back to where one wanted to go', async () => {
  site.use('beside')
  const page = await loginPage('/login?redirectTo=%2Fproduction%3Fpage%3D2')
  expect(page).toContain('name="password"')
  expect(page).toContain('href="/login/oidc?redirectTo=%2Fproduction%3Fpage%3D2"')
  expect((await logIn('manager1')).status).toBe(302)
})

test('instead of passwords no password is looked at, right or wrong, and the page asks for none', async () => {
  site.use('instead')
  const page = await loginPage()
  expect(page).not.toMatch(/name="password"|fundesk-demo/)
  expect(page).toContain('Log in with single sign-on')
  const told = []
  for (const password of ['fundesk-demo', 'wrong']) {
    const answer = await logIn('manager1', password)
    expect(answer.headers.getSetCookie().join()).not.toMatch(/session=[^;]/)
    told.push([answer.status, /role="alert">.*?<p>(.*?)<\/p>/s.exec(await answer.text())?.[1]])
  }
  expect(told).toEqual([
    [422, 'Passwords are not accepted here. Log in with single sign-on.'],
    [422, 'Passwords are not accepted here. Log in with single sign-on.'],
  ])
  const browser = smallBrowser(site.origin)
  await browser.logIn('s-1')
  expect(await site.who(browser)).toBe('accountant1')
})

test('the command line lets passwords in again while the provider is gone, and that is recorded', async () => {
  site.use('instead')
  site.provider.lies = { down: true }
  await site.transaction((tx) => acceptPasswords(tx, true, site.clock()))
  expect((await logIn('manager1')).status).toBe(302)
  expect(await loginPage()).toContain('name="password"')
  await site.transaction((tx) => acceptPasswords(tx, false, site.clock()))
  expect((await logIn('manager1')).status).toBe(422)
  site.provider.lies = {}
  const events = await site.ownerSql`
    select name, user_id, who_name from workflow_event where name like '% passwords' order by id`
  expect(events.map(({ name, who_name: who }) => [name, who])).toEqual([
    ['accept passwords', 'SYSTEM'],
    ['refuse passwords', 'SYSTEM'],
  ])
})

test('a one-time password that nobody used stops nobody whom the provider vouches for', async () => {
  site.use('instead')
  await site.ownerSql`update app_user set must_change_password = true where user_name = 'manager1'`
  const browser = smallBrowser(site.origin)
  const { status, at } = await browser.logIn('s-2', '/login/oidc?redirectTo=/production')
  expect([status, at]).toEqual([200, `${site.origin}/production`])
})

test('who bears a user name at the provider is in the user’s chain, and changes when the command line says so', async () => {
  site.use('beside')
  site.provider.people.set('s-3', 'auditor1').set('s-4', 'auditor1')
  const enter = async (subject: string) => (await smallBrowser(site.origin).logIn(subject)).status
  expect([await enter('s-3'), await enter('s-4')]).toEqual([200, 403])
  const unlink = () => site.transaction((tx) => unlinkFromProvider(tx, 'auditor1', site.clock()))
  await unlink()
  await unlink()
  expect([await enter('s-4'), await enter('s-3')]).toEqual([200, 403])
  const events = await site.ownerSql`
    select name, who_name, data from workflow_event where name like '%provider' and log like '%auditor1%' order by id`
  expect(events.map(({ name, who_name: who, data }) => [name, who, data.subject])).toEqual([
    ['link to provider', 'Pauline Reding', 's-3'],
    ['unlink from provider', 'SYSTEM', undefined],
    ['link to provider', 'Pauline Reding', 's-4'],
  ])
  await expect(site.transaction((tx) => unlinkFromProvider(tx, 'nobody', site.clock()))).rejects.toThrow(
    'There is no user nobody.',
  )
})
